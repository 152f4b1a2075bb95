import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { submissionId } from '../domain/ids.ts';
import { formPath } from '../features/outbox/form-path.ts';
import { SubmissionScreen } from '../features/outbox/submission-screen.tsx';
import { exportDialogWith } from './late-export.tsx';
import { useSubmissionMoves } from './submission-moves.ts';

const route = getRouteApi('/outbox/$id');

export function SubmissionRoute() {
  const services = route.useLoaderData();
  const { id } = route.useParams();
  const navigate = useNavigate();
  const { actions, correct, nextSim } = useSubmissionMoves(services);
  return (
    <SubmissionScreen
      actions={actions}
      store={services.store}
      exportDialog={exportDialogWith(services.sync)}
      hasSignIn={services.settings.googleClientId !== ''}
      id={submissionId(id)}
      Link={Link}
      onCorrect={(refused) => void correct(refused).then((to) => navigate({ to }))}
      onDeleted={() => void navigate({ to: '/outbox', replace: true })}
      onDraft={(draft) => void navigate({ to: formPath(draft) })}
      onNextSim={(done) => void nextSim(done).then((to) => navigate({ to }))}
    />
  );
}
