/** Which schedule a wait follows; 'held' is the same for every try. */
export type BackoffKind = 'network' | 'server' | 'held';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

const schedules: Readonly<Record<'network' | 'server', Readonly<{ base: number; cap: number }>>> = {
  network: { base: 2 * SECOND_MS, cap: 5 * MINUTE_MS },
  server: { base: 10 * SECOND_MS, cap: 15 * MINUTE_MS },
};

/** Between two probes of an outbox that waits for somebody, ms. */
export const PROBE_EVERY_MS = 30 * MINUTE_MS;
/** The longest `Retry-After` that is believed, ms. */
export const MAX_RETRY_AFTER_MS = 60 * MINUTE_MS;

/** The longest wait that each kind can ask for, ms. */
export const capOf = (kind: BackoffKind): number =>
  kind === 'held' ? PROBE_EVERY_MS : schedules[kind].cap;

/**
 * When to try again, ms since 1970. Full jitter: uniform in 0 … min(cap, base · 2^attempts), so that
 * a thousand phones that lost the same mast do not come back together.
 * @param attempts tries that failed before this one, from 0
 * @param random uniform in [0, 1)
 * @param notBefore what the server asked for (ms since 1970), believed for at most an hour
 */
export function nextAttemptAt(
  kind: BackoffKind,
  attempts: number,
  now: number,
  random: () => number,
  notBefore: number | null = null,
): number {
  const asked = notBefore === null ? now : Math.min(notBefore, now + MAX_RETRY_AFTER_MS);
  if (kind === 'held') return Math.max(now + PROBE_EVERY_MS, asked);
  const { base, cap } = schedules[kind];
  const ceiling = Math.min(cap, base * 2 ** Math.min(Math.max(attempts, 0), 30));
  return Math.max(Math.round(now + random() * ceiling), asked);
}

/**
 * A stored moment, or now where it is further away than any wait can be: it was written under a clock
 * that has jumped back since, and must not stop the outbox.
 */
export const believedAt = (stored: number, now: number): number =>
  stored > now + MAX_RETRY_AFTER_MS ? now : stored;

/**
 * `Retry-After` as a moment (ms since 1970): whole seconds or an HTTP date; null where it is absent
 * or unreadable. Header names in any case (RFC 9110, 10.2.3).
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
