import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { OutboxScreen } from '../features/outbox/outbox-screen.tsx';
import { useSubmissionMoves } from './submission-moves.ts';

const route = getRouteApi('/outbox');

export function OutboxRoute() {
  const services = route.useLoaderData();
  const navigate = useNavigate();
  const { actions, correct } = useSubmissionMoves(services);
  return (
    <OutboxScreen
      db={services.db}
      Link={Link}
      onCorrect={(id) => void correct(id).then((to) => navigate({ to }))}
      sendNow={actions.sendNow}
    />
  );
}
