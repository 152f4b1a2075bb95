import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { OutboxScreen } from '../features/outbox/list/outbox-screen.tsx';
import { useOnline } from '../features/shell/online.ts';
import { OUTBOX_PATH } from '../paths/page-paths.ts';
import { useStored } from '../store/use-stored.ts';
import { lazyComponent, usePromise } from '../ui/frame/lazy-component.tsx';
import { exportDialogWith } from './export-dialog.tsx';
import { orLazyNotice, useSubmissionCommands } from './submission-commands.ts';

// In the same chunk as the repair (`vite/chunks.ts`), so the code is already loaded if this start repaired.
const RepairReport = lazyComponent(
  async () => (await import('../features/outbox/list/repair-report.tsx')).RepairReport,
);

const route = getRouteApi(OUTBOX_PATH);
const root = getRouteApi('__root__');

export function OutboxRoute() {
  const services = route.useLoaderData();
  const { store } = services;
  const repair = usePromise(() => services.repaired);
  const wiped = useStored(() => store.queries.wipeReport(), [store]);
  const isRepaired =
    repair && (repair.wasWiped || repair.lost.length + repair.restored.length > 0 || wiped);
  const { wake } = root.useRouteContext();
  const navigate = useNavigate();
  const online = useOnline();
  const entry = useLocation({ select: ({ state }) => state.__TSR_key }) ?? '';
  const { actions, correct, startCorrection } = useSubmissionCommands(services);
  return (
    <OutboxScreen
      entry={entry}
      store={store}
      hasSignIn={services.settings.googleClientId !== ''}
      Link={Link}
      unreadable={{ exportDialog: exportDialogWith(services.sync), remove: actions.remove }}
      onCorrect={(id) => void orLazyNotice(correct(id).then((to) => navigate({ to })))}
      onStartCorrection={async (returned) => navigate({ to: await startCorrection(returned) })}
      online={online}
      report={
        isRepaired ? (
          <RepairReport
            Link={Link}
            onRead={() => void store.settings().then(({ forgetWipe }) => forgetWipe())}
            repair={repair}
            wiped={wiped}
          />
        ) : null
      }
      sendNow={actions.sendNow}
      sendRest={actions.sendRest}
      wake={wake}
    />
  );
}
