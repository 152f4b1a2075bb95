import { SKIP_WAITING } from './messages.ts';

export const CHECK_EVERY = 300_000;
/** The worker that waits may be stopped while it waits for a drain to end: so it is asked again. */
const ASK_AGAIN = 10_000;

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
  /** Brings to the disk what the person typed and chose last; the page reloads when it is done, or failed. */
  flush: () => Promise<void>;
}>;

/** Says that a new version waits; `activate` lets it take over, and the page reloads. */
export type OnUpdateReady = (activate: () => void) => void;

/** The ports of a real page. */
export const pagePorts = (
  container: ServiceWorkerContainer,
  flush: () => Promise<void>,
): UpdatePorts => ({
  container,
  page: document,
  every: (ms, task) => {
    const timer = setInterval(task, ms);
    return () => clearInterval(timer);
  },
  reload: () => location.reload(),
  flush,
});

/** Checks for updates as soon as the page is seen, and every five minutes while it is. */
function checkWhileVisible({ page, every }: UpdatePorts, registration: RegistrationLike): void {
  let stop: (() => void) | undefined;
  // Offline, or the server is away: the next check is soon enough.
  const check = (): void => void registration.update().catch(() => undefined);
  const follow = (isChange: boolean): void => {
    stop?.();
    stop = undefined;
    if (page.visibilityState !== 'visible') return;
    if (isChange) check();
    stop = every(CHECK_EVERY, check);
  };
  page.addEventListener('visibilitychange', () => follow(true));
  follow(false);
}

/** Calls back for each worker that is installed beside one that already controls this page. */
function onWaiting(
  { container }: UpdatePorts,
  registration: RegistrationLike,
  found: (worker: WorkerLike) => void,
): void {
  const told = new Set<WorkerLike>();
  const tell = (worker: WorkerLike | null): void => {
    // Without a controller it is the first worker of all, and no update.
    if (worker === null || container.controller === null || told.has(worker)) return;
    told.add(worker);
    found(worker);
  };
  const follow = (): void => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') tell(worker);
    });
  };
  tell(registration.waiting);
  follow();
  registration.addEventListener('updatefound', follow);
}

/** Reloads once when another worker than the one this page began with takes over, whoever asked for that. */
function reloadOnTakeover({ container, flush, reload }: UpdatePorts): void {
  let hadController = container.controller !== null;
  let isReloading = false;
  container.addEventListener('controllerchange', () => {
    // The first worker of all claims the page: what is on the screen is already its version.
    if (!hadController) {
      hadController = true;
      return;
    }
    if (isReloading) return;
    isReloading = true;
    void flush()
      .catch(() => undefined)
      .then(reload);
  });
}

/** Watches for new versions for as long as the page lives (specification, section 4). */
export async function watchUpdates(
  ports: UpdatePorts,
  onUpdateReady: OnUpdateReady,
): Promise<void> {
  reloadOnTakeover(ports);
  const registration = await ports.container.ready;
  checkWhileVisible(ports, registration);
  onWaiting(ports, registration, (worker) =>
    onUpdateReady(() => {
      const ask = (): void => worker.postMessage(SKIP_WAITING);
      ask();
      const stop = ports.every(ASK_AGAIN, ask);
      worker.addEventListener('statechange', stop);
    }),
  );
}
