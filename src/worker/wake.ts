import { AT_WORK, type DrainMessage, drainMessage } from '../sync/messages.ts';

export const WAKE_EVERY = 300_000;
/** A worker that says nothing for so long was stopped, or can't start (its sync refused, its script not to be had): ms. */
const SILENT_FOR = 15_000;
/** However near the next try is, a page asks no more often than this. */
const SHORTEST_PAUSE = 1_000;

type Target = Pick<EventTarget, 'addEventListener'>;
type Controller = Readonly<{
  postMessage: (message: unknown, transfer: MessagePort[]) => void;
}>;
/** When it is worth asking again (ms since 1970); null: not before the next occasion. */
export type NextAt = number | null;
export type Reason = DrainMessage['reason'];

export type WakePorts = Readonly<{
  /** Undefined where the browser has no service workers. */
  container: (Target & Readonly<{ controller: Controller | null }>) | undefined;
  /** Where the browser wakes the worker by itself, the worker drains; elsewhere an open page lives longer. */
  hasBackgroundSync: boolean;
  page: Target & Readonly<{ visibilityState: DocumentVisibilityState }>;
  /** Tells of 'online'. */
  network: Target;
  now: () => number;
  every: (ms: number, task: () => void) => void;
  /** The returned function calls it off. */
  later: (ms: number, task: () => void) => () => void;
  /** Cheap: opens nothing, loads nothing. */
  databaseExists: () => Promise<boolean>;
  /** One drain in this page; loads its code on demand. The lease keeps it alone. */
  drainHere: (reason: Reason) => Promise<NextAt>;
}>;

export type Wake = Readonly<{
  /** Asks for a drain now: after Submit, 'Send now', signing in. */
  wake: (reason?: Reason) => void;
  /** Asks at the start, when the page is seen, when the network is back, when a try is due, every five minutes. */
  keepAwake: () => void;
}>;

/** The ports of a real page. */
export const pagePorts = (
  databaseExists: () => Promise<boolean>,
  drainHere: (reason: Reason) => Promise<NextAt>,
): WakePorts => ({
  container: globalThis.navigator.serviceWorker,
  hasBackgroundSync: 'SyncManager' in globalThis,
  page: document,
  network: window,
  now: () => Date.now(),
  every: (ms, task) => void setInterval(task, ms),
  later: (ms, task) => {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
  databaseExists,
  drainHere,
});

type Heard = Readonly<{
  /** Its drain is over. */
  onEnd: (nextAt: NextAt) => void;
  /** It did not start, or was stopped before its end. */
  onSilence: () => void;
}>;

/** Tells the worker. Exactly one of the two is called, once. */
function tell(
  controller: Controller,
  reason: Reason,
  later: WakePorts['later'],
  { onEnd, onSilence }: Heard,
): void {
  const { port1, port2 } = new MessageChannel();
  const giveUp = (): void => {
    port1.close();
    onSilence();
  };
  let callOff = later(SILENT_FOR, giveUp);
  port1.onmessage = ({ data }) => {
    callOff();
    if (isAtWork(data)) {
      callOff = later(SILENT_FOR, giveUp);
      return;
    }
    port1.close();
    onEnd(typeof data === 'number' ? data : null);
  };
  controller.postMessage(drainMessage(reason), [port2]);
}

const isAtWork = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && Reflect.get(data, 'type') === AT_WORK.type;

/**
 * Asks for drains, and never asks whether the device believes it is online: that is often wrong, so we try.
 * The worker, when told to drain, also has the browser wake it later in case it is stopped before the end.
 */
export function createWake(ports: WakePorts): Wake {
  const { container, hasBackgroundSync, later, now } = ports;
  let callOff: (() => void) | undefined;
  const comeBack = (nextAt: NextAt): void => {
    callOff?.();
    callOff = undefined;
    const pause = nextAt === null ? WAKE_EVERY : Math.max(nextAt - now(), SHORTEST_PAUSE);
    if (pause < WAKE_EVERY) callOff = later(pause, () => wake('timer'));
  };
  const wake = (reason: Reason = 'start'): void => {
    const controller = container?.controller ?? null;
    if (controller !== null && hasBackgroundSync)
      tell(controller, reason, later, { onEnd: comeBack, onSilence: () => drainHere(reason) });
    else drainHere(reason);
  };
  const drainHere = (reason: Reason): void => {
    void ports
      .databaseExists()
      .then((exists) => (exists ? ports.drainHere(reason) : null))
      // What went wrong is written beside what waits; the next wake tries again.
      .then(comeBack, () => undefined);
  };
  const keepAwake = (): void => {
    ports.page.addEventListener('visibilitychange', () => {
      if (ports.page.visibilityState === 'visible') wake('visible');
    });
    ports.network.addEventListener('online', () => wake('online'));
    container?.addEventListener('controllerchange', () => wake());
    ports.every(WAKE_EVERY, () => wake('timer'));
    wake();
  };
  return { wake, keepAwake };
}
