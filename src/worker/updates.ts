import { every } from '../platform/timers.ts';
import { SKIP_WAITING } from '../sync/worker-messages.ts';

const CHECK_EVERY_MS = 300_000;
/** How often the page asks the waiting worker to take over. The worker ignores the request while a drain runs. */
const REPEAT_REQUEST_MS = 10_000;
/** The pause before the next attempt to save what the disk refused, and to reload. */
const REPEAT_RELOAD_MS = 10_000;

type Target = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
export type WorkerLike = Target &
  Readonly<{ state: ServiceWorkerState; postMessage: (message: unknown) => void }>;
export type RegistrationLike = Target &
  Readonly<{
    waiting: WorkerLike | null;
    installing: WorkerLike | null;
    update: () => Promise<unknown>;
  }>;

export type UpdatePorts = Readonly<{
  container: Target & Readonly<{ controller: unknown; ready: Promise<RegistrationLike> }>;
  page: Target & Readonly<{ visibilityState: DocumentVisibilityState }>;
  /** Runs `task` every `ms`; the returned function stops it. */
  every: (ms: number, task: () => void) => () => void;
  reload: () => void;
  /** Writes the last typed values and chosen files to the disk. Returns false if a reload would still lose something. */
  flush: () => Promise<boolean>;
}>;

/**
 * Called when a new version waits. `activate` lets the new version take over at a moment that is quiet. The page then
 * reloads.
 */
export type OnUpdateReady = (activate: (isQuiet: () => boolean) => void) => void;

export const pagePorts = (
  container: ServiceWorkerContainer,
  flush: () => Promise<boolean>,
): UpdatePorts => ({
  container,
  page: document,
  every,
  reload: () => location.reload(),
  flush,
});

/** Runs `task` when the page becomes visible, and every five minutes while it is. */
export function repeatWhileVisible(
  { page, every }: Pick<UpdatePorts, 'page' | 'every'>,
  task: () => void,
): void {
  let stop: (() => void) | undefined;
  const follow = (isChange: boolean): void => {
    stop?.();
    stop = undefined;
    if (page.visibilityState !== 'visible') return;
    if (isChange) task();
    stop = every(CHECK_EVERY_MS, task);
  };
  page.addEventListener('visibilitychange', () => follow(true));
  follow(false);
}

/** Checks for updates when the page becomes visible, and every five minutes while it is. */
function checkWhileVisible(ports: UpdatePorts, registration: RegistrationLike): void {
  // The check fails offline, or while the server is down. The next check is soon enough.
  repeatWhileVisible(ports, () => void registration.update().catch(() => undefined));
}

/** Calls `found` once for each worker that waits while another one controls this page. */
function onWaiting(
  { container }: UpdatePorts,
  registration: RegistrationLike,
  found: (worker: WorkerLike) => void,
): void {
  const reported = new Set<WorkerLike>();
  const report = (worker: WorkerLike | null): void => {
    // Without a controller this is the first installation, not an update.
    if (worker === null || container.controller === null || reported.has(worker)) return;
    reported.add(worker);
    found(worker);
  };
  const follow = (): void => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') report(worker);
    });
  };
  report(registration.waiting);
  follow();
  registration.addEventListener('updatefound', follow);
}

/**
 * Reloads once when a new worker takes over from the one that controlled this page. Any tab may have asked for the
 * takeover. While something cannot be saved, the page is not reloaded.
 */
function reloadOnTakeover({ container, every, flush, reload }: UpdatePorts): void {
  async function reloadWhenSaved(): Promise<void> {
    if (await flush().catch(() => false)) return reload();
    const stop = every(REPEAT_RELOAD_MS, () => {
      stop();
      void reloadWhenSaved();
    });
  }
  let hadController = container.controller !== null;
  let isReloading = false;
  container.addEventListener('controllerchange', () => {
    // The first installed worker claims the page. The page already shows that version.
    if (!hadController) {
      hadController = true;
      return;
    }
    if (isReloading) return;
    isReloading = true;
    void reloadWhenSaved();
  });
}

/** Watches for new versions as long as the page is open (specification, section 4). */
export async function watchUpdates(
  ports: UpdatePorts,
  onUpdateReady: OnUpdateReady,
): Promise<void> {
  reloadOnTakeover(ports);
  const registration = await ports.container.ready;
  checkWhileVisible(ports, registration);
  onWaiting(ports, registration, (worker) =>
    onUpdateReady((isQuiet) => {
      const ask = (): void => {
        if (isQuiet()) worker.postMessage(SKIP_WAITING);
      };
      ask();
      const stop = ports.every(REPEAT_REQUEST_MS, ask);
      worker.addEventListener('statechange', stop);
    }),
  );
}
