/** The schedule of a wait. 'network' and 'server' waits grow with each attempt. A 'held' wait is always 30 minutes. */
export type BackoffKind = 'network' | 'server' | 'held';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

const SCHEDULES: Readonly<Record<'network' | 'server', Readonly<{ base: number; cap: number }>>> = {
  network: { base: 2 * SECOND_MS, cap: 5 * MINUTE_MS },
  server: { base: 10 * SECOND_MS, cap: 15 * MINUTE_MS },
};

/** The time between two probes while the outbox waits for a person or for the server's repair. */
export const PROBE_EVERY_MS = 30 * MINUTE_MS;
/** The longest `Retry-After` that the app follows. A longer one is cut. */
export const MAX_RETRY_AFTER_MS = 60 * MINUTE_MS;

/** The longest wait of each kind, ms. */
export const capOf = (kind: BackoffKind): number =>
  kind === 'held' ? PROBE_EVERY_MS : SCHEDULES[kind].cap;

/**
 * The time of the next attempt, ms since 1970. The wait has full jitter: uniform in 0 … min(cap, base · 2^attempts). So phones that
 * lost the same mobile mast do not all call at the same time.
 *
 * @param attempts failed attempts so far
 * @param random uniform in [0, 1)
 * @param notBefore the time that the server asked for (ms since 1970), limited to an hour from now
 */
export function nextAttemptAt(
  kind: BackoffKind,
  attempts: number,
  now: number,
  random: () => number,
  notBefore: number | null = null,
): number {
  const earliest = notBefore === null ? now : Math.min(notBefore, now + MAX_RETRY_AFTER_MS);
  if (kind === 'held') return Math.max(now + PROBE_EVERY_MS, earliest);
  const { base, cap } = SCHEDULES[kind];
  const ceiling = Math.min(cap, base * 2 ** Math.min(Math.max(attempts, 0), 30));
  return Math.max(Math.round(now + random() * ceiling), earliest);
}

/**
 * The time of the next probe while the device reports to be offline, ms since 1970. The wait has full jitter, and its limit grows with
 * the time since `since`. Such probes count no attempt. So the first call that is lost after a night offline waits for seconds only.
 */
export function nextOfflineProbeAt(since: number, now: number, random: () => number): number {
  const { base, cap } = SCHEDULES.network;
  return Math.round(now + random() * Math.min(cap, Math.max(base, now - since)));
}

/**
 * The stored time, or now if the stored time is more than an hour ahead. Then the clock was set back after the write. Such a wait
 * must not stop the outbox.
 */
export const trustedTime = (stored: number, now: number): number =>
  stored > now + MAX_RETRY_AFTER_MS ? now : stored;

/**
 * `Retry-After` as a time (ms since 1970), from whole seconds or an HTTP date (RFC 9110, 10.2.3). Returns null if the header is
 * absent or unreadable. Header names may be in any case.
 */
export function retryAfterAt(
  headers: Readonly<Record<string, string>>,
  now: number,
): number | null {
  const name = Object.keys(headers).find((key) => key.toLowerCase() === 'retry-after');
  const text = name === undefined ? '' : (headers[name] ?? '').trim();
  if (text === '') return null;
  const at = /^\d+$/.test(text) ? now + Number(text) * SECOND_MS : Date.parse(text);
  if (Number.isNaN(at)) return null;
  return Math.min(Math.max(at, now), now + MAX_RETRY_AFTER_MS);
}
