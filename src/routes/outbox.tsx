import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { OutboxScreen } from '../features/outbox/outbox-screen.tsx';
import { OUTBOX_PATH } from '../pages.ts';
import { exportDialogWith } from './late-export.tsx';
import { Rescue } from './rescue.tsx';
import { useSubmissionMoves } from './submission-moves.ts';

// In one file with what repairs (`vite/chunks.ts`): where there is something to report, it is here.
const RepairReport = lazy(() =>
  import('../features/outbox/repair-report.tsx').then((module) => ({
    default: module.RepairReport,
  })),
);

const route = getRouteApi(OUTBOX_PATH);

export function OutboxRoute() {
  const services = route.useLoaderData();
  const { repair } = services;
  const navigate = useNavigate();
  const { actions, correct } = useSubmissionMoves(services);
  return (
    <OutboxScreen
      store={services.store}
      hasSignIn={services.settings.googleClientId !== ''}
      Link={Link}
      odd={{ exportDialog: exportDialogWith(services.sync), remove: actions.remove }}
      onCorrect={(id) => void correct(id).then((to) => navigate({ to }))}
      report={
        repair.lost.length + repair.restored.length > 0 ? (
          <Suspense>
            <RepairReport Link={Link} repair={repair} />
          </Suspense>
        ) : null
      }
      rescue={<Rescue services={services} />}
      sendNow={actions.sendNow}
    />
  );
}
