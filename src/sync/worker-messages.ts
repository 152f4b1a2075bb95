/**
 * The reason of a drain. 'timer' keeps every wait. The other reasons first end waits, because the network may be back or a person looks
 * at the app. 'Send now' calls `sendNow` (`submit/after-submit.ts`), then drains.
 */
export type DrainReason = 'timer' | 'start' | 'visible' | 'sync' | 'online';

/** The name of the Background Sync queue. Workbox uses the tag `workbox-background-sync:outbox`. */
export const QUEUE_NAME = 'outbox';

/** A page's request for a drain in the worker. */
export type DrainMessage = Readonly<{ type: 'DRAIN'; reason: DrainReason }>;

const REASONS: readonly DrainReason[] = ['timer', 'start', 'visible', 'sync', 'online'];

export const drainMessage = (reason: DrainReason): DrainMessage => ({ type: 'DRAIN', reason });

/** Returns null if the data is another message. */
function asDrainMessage(data: unknown): DrainMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  if (!('type' in data) || data.type !== 'DRAIN' || !('reason' in data)) return null;
  const reason = REASONS.find((each) => each === data.reason);
  return reason === undefined ? null : { type: 'DRAIN', reason };
}

/** Asks a waiting worker to take over. */
export const SKIP_WAITING = { type: 'SKIP_WAITING' } as const;
/** Asks how many files of the app are not on this phone. The answer is a number. */
export const COUNT_MISSING = { type: 'COUNT_MISSING' } as const;
/** The earlier Angular service worker expects this form. */
export const INITIALIZE = { action: 'INITIALIZE' } as const;

export type WorkerMessage =
  | DrainMessage
  | typeof SKIP_WAITING
  | typeof COUNT_MISSING
  | typeof INITIALIZE;

function field(data: unknown, name: 'type' | 'action'): unknown {
  return typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
}

/** Returns the message, or null for anything else. An old page may still send messages for the Angular service worker. */
export function workerMessage(data: unknown): WorkerMessage | null {
  if (field(data, 'type') === SKIP_WAITING.type) return SKIP_WAITING;
  if (field(data, 'type') === COUNT_MISSING.type) return COUNT_MISSING;
  if (field(data, 'action') === INITIALIZE.action) return INITIALIZE;
  return asDrainMessage(data);
}

/**
 * The worker's answer while it drains. After the drain it answers with the time of the next attempt (ms since 1970), or null. The type
 * stays 'AT_WORK', because page and worker may have different versions.
 */
export const DRAIN_RUNNING = { type: 'AT_WORK' } as const;
export const AT_WORK_EVERY_MS = 5_000;
