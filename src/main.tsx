import './ui/tokens.css';
import './ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { buildSettings, environmentOf } from './environment.ts';
import { watchFailedLoads } from './features/shell/failed-loads.ts';
import { showUpdateNotice } from './features/shell/update-notice.ts';
import { createAppRouter } from './router.tsx';
import type { Services } from './services.ts';
import { databaseExists } from './store/database-exists.ts';
import { notify } from './ui/toasts.ts';
import { registerWorker } from './worker/register.ts';
import { pagePorts as updatePorts, watchUpdates } from './worker/updates.ts';
import { createWake, pagePorts as wakePorts } from './worker/wake.ts';

const environment = environmentOf(location.href);
const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;

let opening: Promise<Services> | undefined;
/** One for the page; a failure is not remembered, so that 'Try again' tries again. */
function services(): Promise<Services> {
  opening ??= import('./services.ts')
    .then(({ openServices }) => openServices(environment))
    .catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
  return opening;
}

const { wake, keepAwake } = createWake(
  wakePorts(databaseExists, async (reason) => {
    const [{ ports }, { drain, pageLimits }] = await Promise.all([
      services(),
      import('./sync/drain.ts'),
    ]);
    const signal = new AbortController().signal;
    const result = await drain(ports, { ...pageLimits, reason, signal });
    return result.status === 'busy' ? null : result.nextAt;
  }),
);

const router = createAppRouter({ environment, services, hasDatabase: databaseExists, wake });

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root.');
  watchFailedLoads();
  // The HTML already shows the page: it stays until the first screen's code is here.
  await router.load();
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  void registerWorker();
  if (container !== undefined) {
    const flush = async () => (await import('./features/form/autosave.ts')).flushAllDrafts();
    void watchUpdates(updatePorts(container, flush), (activate) =>
      showUpdateNotice(notify, activate),
    );
  }
  keepAwake();
  if (buildSettings.analyticsId !== '') await watchVisits();
}

/** Counts visits and screens, in builds that have somebody to tell; its code is loaded only there. */
async function watchVisits(): Promise<void> {
  const [{ startAnalytics }, { routeTemplate }] = await Promise.all([
    import('./features/shell/start-analytics.ts'),
    import('./features/shell/analytics.ts'),
  ]);
  const database = async () => ((await databaseExists()) ? (await services()).db : null);
  const analytics = startAnalytics({ measurementId: buildSettings.analyticsId, database });
  const view = (path: string): void => {
    const route = routeTemplate(path);
    if (route !== undefined) analytics.track({ name: 'page_view', route });
  };
  view(router.state.location.pathname);
  router.subscribe('onResolved', ({ toLocation }) => view(toLocation.pathname));
}

void start();
