import { every, schedule } from '../platform/timers.ts';
import { DRAIN_RUNNING, type DrainMessage, drainMessage } from '../sync/worker-messages.ts';

const WAKE_EVERY_MS = 300_000;
/** A worker that sends no message for this long was stopped, or could not start (its script can't be fetched). */
const MAX_SILENCE_MS = 15_000;
/** A page asks for a drain at most this often, even if the next attempt is due sooner. */
const MIN_PAUSE_MS = 1_000;

type Target = Pick<EventTarget, 'addEventListener'>;
type Controller = Readonly<{
  postMessage: (message: unknown, transfer: MessagePort[]) => void;
}>;
/** The time of the next attempt (ms since 1970). Null: at the next regular wake. */
export type NextAt = number | null;
export type Reason = DrainMessage['reason'];

export type WakePorts = Readonly<{
  /** Undefined if the browser has no service workers. */
  container: (Target & Readonly<{ controller: Controller | null }>) | undefined;
  /** With Background Sync the worker drains. Without it a page drains, because an open page lives longer than a worker. */
  hasBackgroundSync: boolean;
  page: Target & Readonly<{ visibilityState: DocumentVisibilityState }>;
  /** Receives 'online'. */
  network: Target;
  now: () => number;
  every: (ms: number, task: () => void) => void;
  /** The returned function cancels the task. */
  schedule: (ms: number, task: () => void) => () => void;
  /** A cheap check, which opens and loads nothing. */
  databaseExists: () => Promise<boolean>;
  /** Runs one drain in this page, and loads its code on demand. The lease keeps other drains out meanwhile. */
  drainInPage: (reason: Reason) => Promise<NextAt>;
}>;

export type Wake = Readonly<{
  /** Asks for a drain now: after Submit, 'Send now', 'Send the rest' or an import. */
  wake: (reason?: Reason) => void;
  /**
   * Asks for a drain at the start, when the page becomes visible, on 'online', when an attempt is due, and every five
   * minutes.
   */
  wakeRegularly: () => void;
}>;

export const pagePorts = (
  databaseExists: () => Promise<boolean>,
  drainInPage: (reason: Reason) => Promise<NextAt>,
): WakePorts => ({
  container: globalThis.navigator.serviceWorker,
  hasBackgroundSync: 'SyncManager' in globalThis,
  page: document,
  network: window,
  now: () => Date.now(),
  every,
  schedule,
  databaseExists,
  drainInPage,
});

type DrainCallbacks = Readonly<{
  /** The worker's drain has ended. */
  onEnd: (nextAt: NextAt) => void;
  /** The worker did not start, or was stopped before its drain ended. */
  onSilence: () => void;
}>;

/** Asks the worker for a drain. Exactly one of the callbacks is called, once. */
function requestDrain(
  controller: Controller,
  reason: Reason,
  schedule: WakePorts['schedule'],
  { onEnd, onSilence }: DrainCallbacks,
): void {
  const { port1, port2 } = new MessageChannel();
  const giveUp = (): void => {
    port1.close();
    onSilence();
  };
  let cancel = schedule(MAX_SILENCE_MS, giveUp);
  port1.onmessage = ({ data }) => {
    cancel();
    if (isAtWork(data)) {
      cancel = schedule(MAX_SILENCE_MS, giveUp);
      return;
    }
    port1.close();
    onEnd(typeof data === 'number' ? data : null);
  };
  controller.postMessage(drainMessage(reason), [port2]);
}

const isAtWork = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && Reflect.get(data, 'type') === DRAIN_RUNNING.type;

/**
 * Asks for drains. `navigator.onLine` is often wrong, so it is ignored and the drain tries anyway. A worker that is
 * asked also registers a Background Sync: if the browser stops the worker before the drain ends, the sync wakes it
 * again.
 */
export function createWake(ports: WakePorts): Wake {
  const { container, hasBackgroundSync, schedule, now } = ports;
  let cancel: (() => void) | undefined;
  const scheduleNext = (nextAt: NextAt): void => {
    cancel?.();
    cancel = undefined;
    const pause = nextAt === null ? WAKE_EVERY_MS : Math.max(nextAt - now(), MIN_PAUSE_MS);
    if (pause < WAKE_EVERY_MS) cancel = schedule(pause, () => wake('timer'));
  };
  const wake = (reason: Reason = 'start'): void => {
    const controller = container?.controller ?? null;
    if (controller !== null && hasBackgroundSync)
      requestDrain(controller, reason, schedule, {
        onEnd: scheduleNext,
        onSilence: () => drainInPage(reason),
      });
    else drainInPage(reason);
  };
  const drainInPage = (reason: Reason): void => {
    void ports
      .databaseExists()
      .then((exists) => (exists ? ports.drainInPage(reason) : null))
      // A failed drain has recorded its results on the rows. The next wake tries again.
      .then(scheduleNext, () => undefined);
  };
  const wakeRegularly = (): void => {
    ports.page.addEventListener('visibilitychange', () => {
      if (ports.page.visibilityState === 'visible') wake('visible');
    });
    ports.network.addEventListener('online', () => wake('online'));
    container?.addEventListener('controllerchange', () => wake());
    ports.every(WAKE_EVERY_MS, () => wake('timer'));
    wake();
  };
  return { wake, wakeRegularly };
}
