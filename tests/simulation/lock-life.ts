/**
 * The events of the lock in a seed. The person sets a lock, and then locks the phone at any moment. Rates are for each action of the
 * person.
 */
export type LockLife = Readonly<{
  /** Rate: the person sets a lock, replaces its PIN or code, or removes the lock. */
  changes: number;
  /** The average time between two locks of the phone, in ms. A lock may interrupt any work. */
  locksEvery: number;
  /** Rate, for each unlock: the person has forgotten the PIN. */
  forgets: number;
  /** The share of people with a recovery code, of all people who forgot the PIN. People without a code reset the agent. */
  hasCode: number;
}>;

/** Returns null if nobody sets a lock in this seed. */
export function drawLockLife(random: () => number): LockLife | null {
  if (random() >= 0.35) return null;
  return {
    changes: 0.1 + 0.5 * random(),
    locksEvery: 1000 * 10 ** (0.5 + 2 * random()),
    forgets: random() < 0.5 ? 0.4 * random() : 0,
    hasCode: random(),
  };
}
