import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { submissionId } from '../domain/ids.ts';
import { CapturedScreen } from '../features/outbox/captured/captured-screen.tsx';
import { useOnline } from '../features/shell/online.ts';
import { outboxText } from '../messages/outbox.ts';
import { newFormPath, OUTBOX_PATH } from '../paths/page-paths.ts';
import { notify } from '../ui/overlays/toasts.ts';
import { exportDialogWith } from './rescue.tsx';
import { CAPTURED_ROUTE } from './route-paths.ts';
import { useSubmissionCommands } from './submission-commands.ts';

const route = getRouteApi(CAPTURED_ROUTE);

export function CapturedRoute() {
  const services = route.useLoaderData();
  const { id } = route.useParams();
  const navigate = useNavigate();
  const online = useOnline();
  const { actions, correct, nextSimForCustomer } = useSubmissionCommands(services);
  return (
    <CapturedScreen
      hasSignIn={services.settings.googleClientId !== ''}
      id={submissionId(id)}
      Link={Link}
      unreadable={{ exportDialog: exportDialogWith(services.sync), remove: actions.remove }}
      onAnotherSim={(done) => void nextSimForCustomer(done).then((to) => navigate({ to }))}
      onCorrect={(refused) => void correct(refused).then((to) => navigate({ to }))}
      onDeleted={() => void navigate({ to: OUTBOX_PATH, replace: true })}
      online={online}
      onSendPhotos={(waiting) =>
        void actions
          .sendNow(waiting)
          .catch(() => notify(outboxText().notStarted, { kind: 'warning' }))
      }
      onNextCustomer={(kind) => void navigate({ to: newFormPath(kind) })}
      store={services.store}
    />
  );
}
