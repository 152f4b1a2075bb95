import { DAY_MS } from '../durations.ts';

/** Milliseconds since 1970. `seen` waits for a second look, a day later, to be trusted. */
export type Clock = Readonly<{
  trusted: number;
  seen: number;
}>;

/** The clock after a look at it. The first look trusts nothing yet: then nothing is old. */
export function lookedAt(before: Clock | null, now: number): Clock {
  if (before === null) return { trusted: 0, seen: now };
  if (now < before.seen) return { trusted: Math.min(before.trusted, now), seen: now };
  return now - before.seen >= DAY_MS ? { trusted: before.seen, seen: now } : before;
}
