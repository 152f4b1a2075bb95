/**
 * The reason of a drain. 'timer' keeps every wait. The others end waits first: the network may be back, or a person is looking. 'Send
 * now' is `sendNow` in `submit/after-submit.ts`, then a drain.
 */
export type DrainReason = 'timer' | 'start' | 'visible' | 'sync' | 'online';

/** Name of the Background Sync queue; Workbox makes the tag `workbox-background-sync:outbox` of it. */
export const QUEUE_NAME = 'outbox';

/** A page's request for a drain in the worker. */
export type DrainMessage = Readonly<{ type: 'DRAIN'; reason: DrainReason }>;

const REASONS: readonly DrainReason[] = ['timer', 'start', 'visible', 'sync', 'online'];

export const drainMessage = (reason: DrainReason): DrainMessage => ({ type: 'DRAIN', reason });

/** The message, or null for anything else that a page may post. */
export function asDrainMessage(data: unknown): DrainMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  if (!('type' in data) || data.type !== 'DRAIN' || !('reason' in data)) return null;
  const reason = REASONS.find((each) => each === data.reason);
  return reason === undefined ? null : { type: 'DRAIN', reason };
}

/**
 * The worker's answer while it drains. After the drain it answers with the time of the next attempt (ms since 1970), or null.
 * Sent as 'AT_WORK', because pages and workers of other versions meet.
 */
export const DRAIN_RUNNING = { type: 'AT_WORK' } as const;
export const AT_WORK_EVERY_MS = 5_000;
