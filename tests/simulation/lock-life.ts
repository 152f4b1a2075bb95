/** The lock's events in a seed: the person sets one, and then locks at any moment. Rates are for each action of the person. */
export type LockLife = Readonly<{
  /** Rate: a lock is set, its PIN or its code replaced, or it is taken off. */
  changes: number;
  /** On average, so many ms pass until the phone is locked again, whatever is going on. */
  locksEvery: number;
  /** Rate, for each unlocking: the PIN is forgotten. */
  forgets: number;
  /** The share of people with a recovery code among those who forgot the PIN. The others reset. */
  hasCode: number;
}>;

/** null: nobody sets a lock in this seed. */
export function drawLockLife(random: () => number): LockLife | null {
  if (random() >= 0.35) return null;
  return {
    changes: 0.1 + 0.5 * random(),
    locksEvery: 1000 * 10 ** (0.5 + 2 * random()),
    forgets: random() < 0.5 ? 0.4 * random() : 0,
    hasCode: random(),
  };
}
