import { DAY_MS } from '../durations.ts';

/** Milliseconds since 1970. `seen` is trusted once a second reading, a day or more later, comes after it. */
export type TrustedClock = Readonly<{
  trusted: number;
  seen: number;
}>;

/** After a reading of the machine's clock. After the first, nothing is trusted yet, so nothing counts as old. */
export function advanceClock(before: TrustedClock | null, now: number): TrustedClock {
  if (before === null) return { trusted: 0, seen: now };
  if (now < before.seen) return { trusted: Math.min(before.trusted, now), seen: now };
  return now - before.seen >= DAY_MS ? { trusted: before.seen, seen: now } : before;
}
