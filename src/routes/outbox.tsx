import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { OutboxScreen } from '../features/outbox/outbox-screen.tsx';
import { RepairReport } from '../features/outbox/repair-report.tsx';
import { exportWith } from './export-unsent.ts';
import { Rescue } from './rescue.tsx';
import { useSubmissionMoves } from './submission-moves.ts';

const route = getRouteApi('/outbox');

export function OutboxRoute() {
  const services = route.useLoaderData();
  const navigate = useNavigate();
  const { actions, correct } = useSubmissionMoves(services);
  return (
    <OutboxScreen
      db={services.db}
      hasSignIn={services.settings.googleClientId !== ''}
      Link={Link}
      odd={{ exportUnsent: exportWith(services.sync), remove: actions.remove }}
      onCorrect={(id) => void correct(id).then((to) => navigate({ to }))}
      report={<RepairReport Link={Link} repair={services.repair} />}
      rescue={<Rescue services={services} />}
      sendNow={actions.sendNow}
    />
  );
}
