import './ui/tokens.css';
import './ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { buildSettings, environmentOf } from './environment.ts';
import { captureInstallPrompt } from './features/settings/install-prompt.ts';
import type { Analytics } from './features/shell/analytics.ts';
import { watchFailedLoads } from './features/shell/failed-loads.ts';
import { lateAnalytics } from './features/shell/late-analytics.ts';
import { routeTemplate } from './features/shell/route-template.ts';
import { showUpdateNotice } from './features/shell/update-notice.ts';
import { loadOnce } from './load-once.ts';
import { createAppRouter } from './router.tsx';
import { databaseExists } from './store/database-exists.ts';
import { notify } from './ui/toasts.ts';
import { registerWorker } from './worker/register.ts';
import { pagePorts as updatePorts, watchUpdates } from './worker/updates.ts';
import { createWake, pagePorts as wakePorts } from './worker/wake.ts';

const environment = environmentOf(location.href);
const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;

const services = loadOnce(async () => (await import('./services.ts')).openServices(environment));

const { wake, keepAwake } = createWake(
  wakePorts(databaseExists, async (reason) => (await services()).drain(reason)),
);

const analytics = lateAnalytics(buildSettings.analyticsId, async () =>
  (await databaseExists()) ? (await services()).db : null,
);

const router = createAppRouter({
  environment,
  services,
  hasDatabase: databaseExists,
  wake,
  analytics,
});

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root.');
  watchFailedLoads();
  captureInstallPrompt();
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
  if (analytics !== undefined) countVisits(analytics);
}

/** Screens by the name of their route; never an id. */
function countVisits({ track }: Analytics): void {
  const view = (pathname: string): void => {
    const route = routeTemplate(pathname);
    if (route !== undefined) track({ name: 'page_view', route });
  };
  view(router.state.location.pathname);
  router.subscribe('onResolved', ({ toLocation }) => view(toLocation.pathname));
}

void start();
