import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { submissionId } from '../domain/ids.ts';
import { SubmissionScreen } from '../features/outbox/submission/submission-screen.tsx';
import { useOnline } from '../features/shell/online.ts';
import { formPath, OUTBOX_PATH } from '../paths/page-paths.ts';
import { historyEntries } from '../ui/overlays/history-entries.ts';
import { exportDialogWith } from './rescue.tsx';
import { SUBMISSION_ROUTE } from './route-paths.ts';
import { useSubmissionCommands } from './submission-commands.ts';

const route = getRouteApi(SUBMISSION_ROUTE);

export function SubmissionRoute() {
  const services = route.useLoaderData();
  const { id } = route.useParams();
  const navigate = useNavigate();
  const online = useOnline();
  const { actions, correct, nextSimForCustomer } = useSubmissionCommands(services);
  return (
    <SubmissionScreen
      actions={actions}
      store={services.store}
      exportDialog={exportDialogWith(services.sync)}
      hasSignIn={services.settings.googleClientId !== ''}
      id={submissionId(id)}
      Link={Link}
      onCorrect={(refused) => void correct(refused).then((to) => navigate({ to }))}
      onDeleted={() =>
        // The open dialog has a history entry, which must be removed first.
        void historyEntries()
          .inTurn(historyEntries().leaveLayers)
          .then(() => navigate({ to: OUTBOX_PATH, replace: true }))
      }
      onDraft={(draft) => void navigate({ to: formPath(draft) })}
      online={online}
      onNextSim={(done) => void nextSimForCustomer(done).then((to) => navigate({ to }))}
    />
  );
}
