import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { submissionId } from '../domain/ids.ts';
import { CapturedScreen } from '../features/outbox/captured/captured-screen.tsx';
import { useOnline } from '../features/shell/online.ts';
import { OUTBOX_PATH } from '../page-paths.ts';
import { newFormPath } from '../submission-paths.ts';
import { exportDialogWith } from './lazy-export.tsx';
import { ProtectionNotice } from './protection-notice.tsx';
import { CAPTURED_ROUTE } from './route-paths.ts';
import { useSubmissionCommands } from './submission-commands.ts';

const route = getRouteApi(CAPTURED_ROUTE);

export function CapturedRoute() {
  const services = route.useLoaderData();
  const { id } = route.useParams();
  const navigate = useNavigate();
  const online = useOnline();
  const { actions, correct, nextSim } = useSubmissionCommands(services);
  return (
    <CapturedScreen
      id={submissionId(id)}
      notice={<ProtectionNotice />}
      Link={Link}
      odd={{ exportDialog: exportDialogWith(services.sync), remove: actions.remove }}
      onAnotherSim={(done) => void nextSim(done).then((to) => navigate({ to }))}
      onCorrect={(refused) => void correct(refused).then((to) => navigate({ to }))}
      onDeleted={() => void navigate({ to: OUTBOX_PATH, replace: true })}
      online={online}
      onNextCustomer={(kind) => void navigate({ to: newFormPath(kind) })}
      store={services.store}
    />
  );
}
