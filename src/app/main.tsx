import '../ui/tokens.css';
import '../ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { buildSettings, environmentOf, type PageEnvironment } from '../environment.ts';
import type { Analytics } from '../features/analytics/analytics.ts';
import { lateAnalytics } from '../features/analytics/late-analytics.ts';
import { captureInstallPrompt } from '../features/settings/install-prompt.ts';
import { watchFailedLoads } from '../features/shell/failed-loads.ts';
import { keepFocus } from '../features/shell/kept-focus.ts';
import { loadOnce } from '../load-once.ts';
import { databaseExists } from '../store/database-exists.ts';
import { createPageWork, filesInWork } from '../worker/page-work.ts';
import {
  DEFAULT_STRATEGY,
  registerWorker,
  pagePorts as registrationPorts,
} from '../worker/register.ts';
import { pagePorts as updatePorts, watchUpdates } from '../worker/updates.ts';
import { createWake, pagePorts as wakePorts } from '../worker/wake.ts';
import { createAppRouter } from './router.tsx';

/** Reading it throws where the browser refuses to store anything. */
function storedIdentifier(): string | null {
  try {
    return localStorage.getItem('DeviceIdentifier');
  } catch {
    return null;
  }
}

const environment: PageEnvironment = {
  ...environmentOf(location.href),
  deviceIdentifier: storedIdentifier(),
};
const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;

const services = loadOnce(async () =>
  (await import('../services/services.ts')).openServices(environment),
);

const drains = createPageWork();

/** For the first screen's code, in milliseconds: what waits to be sent waits no longer for it. */
const MAX_PATIENCE_MS = 10_000;

const { wake, keepAwake } = createWake(
  wakePorts(databaseExists, (reason) => {
    const drained = services().then(({ drain }) => drain(reason));
    drains.add(drained);
    return drained;
  }),
);

// Asked of the build itself, so that one without analytics carries none of its code.
const analytics = import.meta.env.VITE_ANALYTICS_ID
  ? lateAnalytics(buildSettings.analyticsId, async () =>
      (await databaseExists()) ? (await services()).store : null,
    )
  : undefined;

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
  let tellDrawn = (): void => {};
  const drawn = new Promise<void>((resolve) => {
    tellDrawn = resolve;
  });
  // Before the first screen's code, which may never come: what waits is sent, and a mended version found, without it.
  void registerWorker(DEFAULT_STRATEGY, registrationPorts(drawn));
  if (container !== undefined) followUpdates(container);
  // A drain repairs a lost database too, but only a screen can tell of it: so the screen goes first, if it comes at all.
  const late = new Promise((resolve) => setTimeout(resolve, MAX_PATIENCE_MS));
  void Promise.race([drawn, late]).then(keepAwake);
  // The HTML already shows the page: it stays until the first screen's code is here.
  await router.load();
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  keepFocus(root, () => flushSync(() => createRoot(root).render(app)));
  tellDrawn();
  if (environment.deviceIdentifier === null) void identify().catch(() => undefined);
  if (analytics !== undefined) countVisits(analytics);
}

/** A first start: its code comes after the screen. */
async function identify(): Promise<void> {
  const { firstIdentifier } = await import('../store/first-identifier.ts');
  environment.deviceIdentifier = await firstIdentifier({ local: localStorage, databaseExists });
}

/**
 * What knows a quiet moment comes once there can be a next version, which is while a worker controls this page, or at the
 * first touch, before anybody can choose a file: a first visit is read without it.
 */
function followUpdates(workers: ServiceWorkerContainer): void {
  const isFormRoute = (): boolean =>
    /^\/re(gister|place)(\/|$)/.test(router.state.location.pathname);
  const quiet = loadOnce(async () =>
    (await import('./quiet-updates.ts')).quietUpdates(isFormRoute, drains),
  );
  const fetchQuiet = (): void => void quiet().catch(() => undefined);
  if (workers.controller !== null) fetchQuiet();
  workers.addEventListener('controllerchange', fetchQuiet);
  for (const touch of ['pointerdown', 'keydown'])
    document.addEventListener(touch, fetchQuiet, { capture: true, once: true });
  const flush = async (): Promise<void> => {
    await quiet().then(
      ({ settled }) => settled(),
      () => filesInWork.ended(),
    );
    await (await import('../features/form/autosave.ts')).flushAllDrafts();
  };
  void watchUpdates(updatePorts(workers, flush), (activate) => {
    quiet().then(
      ({ onUpdateReady }) => onUpdateReady(activate),
      // A version whose code is gone must not stay for ever; a form in work is not taken away for it.
      () => !isFormRoute() && activate(),
    );
  });
}

/** Screens by the name of their route; never an id. */
function countVisits({ track }: Analytics): void {
  const templates = import('../features/analytics/route-template.ts');
  const view = (pathname: string): void =>
    void templates.then(
      ({ routeTemplate }) => {
        const route = routeTemplate(pathname);
        if (route !== undefined) track({ name: 'page_view', route });
      },
      // Failures of analytics are ignored: here, that its code can't be fetched.
      () => undefined,
    );
  view(router.state.location.pathname);
  router.subscribe('onResolved', ({ toLocation }) => view(toLocation.pathname));
}

void start();
