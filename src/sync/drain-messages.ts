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

/** Parses a drain message. Returns null if the data is another message. */
export function asDrainMessage(data: unknown): DrainMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  if (!('type' in data) || data.type !== 'DRAIN' || !('reason' in data)) return null;
  const reason = REASONS.find((each) => each === data.reason);
  return reason === undefined ? null : { type: 'DRAIN', reason };
}

/**
 * The worker's answer while it drains. After the drain it answers with the time of the next attempt (ms since 1970), or null. The type
 * stays 'AT_WORK', because page and worker may have different versions.
 */
export const DRAIN_RUNNING = { type: 'AT_WORK' } as const;
export const AT_WORK_EVERY_MS = 5_000;
