import { PRERENDERED_FORM, PRERENDERED_NOTICE } from '../features/form/prerendered-form.ts';
import { isFormPath, PRACTISE_PATH } from '../paths/page-paths.ts';
import { pause } from '../platform/timers.ts';
import { afterFirstReads } from '../platform/when-idle.ts';
import '../ui/tokens.css';
import '../ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Analytics } from '../features/analytics/analytics.ts';
import { lazyAnalytics } from '../features/analytics/lazy-analytics.ts';
import { captureInstallPrompt } from '../features/settings/install-prompt.ts';
import { watchFailedLoads } from '../features/shell/error-screen.tsx';
import { choiceMade, keepFocus } from '../features/shell/keep-focus.ts';
import { loadOnce } from '../platform/load-once.ts';
import { buildSettings, environmentOf, type PageEnvironment } from '../settings/environment.ts';
import { databaseExists } from '../store/database-exists.ts';
import { IDENTIFIER_KEY, PRACTICE_DATABASE } from '../store/db/stored-names.ts';
import { createPendingWork, saveAll } from '../worker/pending-work.ts';
import {
  DEFAULT_STRATEGY,
  registerWorker,
  pagePorts as registrationPorts,
} from '../worker/register.ts';
import { pagePorts as updatePorts, watchUpdates } from '../worker/updates.ts';
import { createWake, pagePorts as wakePorts } from '../worker/wake.ts';
import { createAppRouter } from './router.tsx';

const RETRY_MS = 3_000;

const isChanged = (element: Element): boolean =>
  element instanceof HTMLInputElement
    ? element.value !== element.defaultValue || element.checked !== element.defaultChecked
    : element instanceof HTMLSelectElement && element.value !== '';

/** True if the person typed or chose something in the form in the page's HTML. */
const isTypedInto = (): boolean =>
  [...(document.querySelector<HTMLFormElement>(`#${PRERENDERED_FORM}`)?.elements ?? [])].some(
    isChanged,
  );

/** Resolves to true if every file that the page's HTML links can be fetched. */
const filesAreHere = (): Promise<boolean> =>
  Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>('link[crossorigin]:not([disabled])')].map(
      ({ href }) => fetch(href),
    ),
  ).then(
    (answers) => answers.every(({ ok }) => ok),
    () => false,
  );

/**
 * If the person has typed into the prerendered form, waits until the form's code can be fetched. Otherwise an error
 * screen would replace the typed text. The HTML meanwhile says that nothing is saved yet. The code is fetched first and
 * imported later, because a browser never repeats an import that failed in a page
 * (https://html.spec.whatwg.org/multipage/webappapis.html#module-map). If a worker controls the page, the worker's
 * cache has the code.
 */
export async function fetchWhileTyping(): Promise<void> {
  if (document.getElementById(PRERENDERED_FORM) === null) return;
  if (navigator.serviceWorker?.controller != null) return;
  while (!(await filesAreHere()) && isTypedInto()) {
    document.getElementById(PRERENDERED_NOTICE)?.removeAttribute('hidden');
    await pause(RETRY_MS);
  }
}

/** Reading `localStorage` throws if the browser blocks storage. */
function storedIdentifier(): string | null {
  try {
    return localStorage.getItem(IDENTIFIER_KEY);
  } catch {
    return null;
  }
}

const environment: PageEnvironment = {
  ...environmentOf(location.href),
  deviceIdentifier: storedIdentifier(),
};
const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;

const services = loadOnce(async () => {
  const opened = await (await import('../services/services.ts')).openServices(environment);
  const followLock = async () => (await import('../routes/locked-app.tsx')).lockedApp(opened);
  // If a lock is set, no screen shows data until the lock's state is known.
  if (opened.hasLock) await followLock();
  // Another tab may set a lock later.
  else
    opened.store.queries.hasLock().subscribe((hasLock) => {
      if (hasLock) void followLock().catch(() => undefined);
    });
  return opened;
});

const drains = createPendingWork();

/** Drains start after this time, even if the first screen's code has not loaded. */
const MAX_WAIT_FOR_SCREEN_MS = 10_000;

const { wake, wakeRegularly } = createWake(
  wakePorts(databaseExists, (reason) => {
    const drained = services().then(({ drain }) => drain(reason));
    drains.add(drained);
    return drained;
  }),
);

// `import.meta.env` is a constant at build time, so a build without an analytics id removes this code.
const analytics = import.meta.env.VITE_ANALYTICS_ID
  ? lazyAnalytics(buildSettings.analyticsId, async () =>
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
  // The browser can parse the app's scripts, so it is not too old. `vite/old-browser.ts` has set this handler.
  window.onerror = null;
  watchFailedLoads();
  captureInstallPrompt();
  let resolveDrawn = (): void => {};
  const drawn = new Promise<void>((resolve) => {
    resolveDrawn = resolve;
  });
  // Runs before the first screen's code is loaded, because that code may fail to load. Drains and the check for a new
  // version must work without it.
  void registerWorker(DEFAULT_STRATEGY, registrationPorts(drawn));
  if (container !== undefined) followUpdates(container);
  // A drain would repair a lost database silently. A screen's start repairs the database and reports what was lost. So
  // drains wait for the first screen, up to a limit. They also wait for its rows, because a drain reads the same database.
  void Promise.race([drawn.then(afterFirstReads), pause(MAX_WAIT_FOR_SCREEN_MS)]).then(
    wakeRegularly,
  );
  // The prerendered HTML stays visible and accepts typing until the first screen's code is loaded.
  await fetchWhileTyping();
  await router.load();
  await choiceMade();
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  keepFocus(root, () => flushSync(() => createRoot(root).render(app)));
  resolveDrawn();
  if (environment.deviceIdentifier === null) void identify().catch(() => undefined);
  void deletePractice().catch(() => undefined);
  if (analytics !== undefined) countVisits(analytics);
}

/** Creates the device identifier at the first start. Its code is loaded after the first screen. */
async function identify(): Promise<void> {
  const { firstIdentifier } = await import('../store/device/first-identifier.ts');
  environment.deviceIdentifier = await firstIdentifier({ local: localStorage, databaseExists });
}

/** Deletes the practice data of a page that was killed. A reloaded practice page continues with its data. */
async function deletePractice(): Promise<void> {
  if (location.pathname.startsWith(PRACTISE_PATH) || !(await databaseExists(PRACTICE_DATABASE)))
    return;
  await (await import('../store/practice-store.ts')).wipePractice(navigator.locks);
}

/**
 * Reloads the page for a new version when the page is idle. `updates-when-idle.ts` detects that. It is loaded when a
 * worker controls the page, because no update can come earlier. It is also loaded at the first touch, so that it sees
 * every file chooser and double tap. A first visit without touches does not load it.
 */
function followUpdates(workers: ServiceWorkerContainer): void {
  const path = (): string => router.state.location.pathname;
  const updatesWhenIdle = loadOnce(async () =>
    (await import('./updates-when-idle.ts')).updatesWhenIdle(path, drains, services),
  );
  const loadQuietUpdates = (): void => void updatesWhenIdle().catch(() => undefined);
  if (workers.controller !== null) loadQuietUpdates();
  workers.addEventListener('controllerchange', loadQuietUpdates);
  for (const touch of ['pointerdown', 'keydown'])
    document.addEventListener(touch, loadQuietUpdates, { capture: true, once: true });
  const flush = (): Promise<boolean> =>
    updatesWhenIdle()
      .then(
        ({ settled }) => settled(),
        () => undefined,
      )
      .then(saveAll);
  void watchUpdates(updatePorts(workers, flush), (activate) => {
    updatesWhenIdle().then(
      ({ onUpdateReady }) => onUpdateReady(activate),
      // The server may no longer have this version's files, so the page must reload, but never while a form is open.
      () => activate(() => !isFormPath(path()) && document.visibilityState === 'visible'),
    );
  });
}

/** Counts page views by the route's template, never with an id. */
function countVisits({ track }: Analytics): void {
  const templates = import('../features/analytics/analytics.ts');
  const view = (pathname: string): void =>
    void templates.then(
      ({ routeTemplate }) => {
        const route = routeTemplate(pathname);
        if (route !== undefined) track({ name: 'page_view', route });
      },
      // Failures of analytics are ignored, even if the code cannot be loaded.
      () => undefined,
    );
  view(router.state.location.pathname);
  // A form's sections are history entries at one address, so they are not counted.
  router.subscribe('onResolved', ({ toLocation, pathChanged }) => {
    if (pathChanged) view(toLocation.pathname);
  });
}

void start();
