/** Runs the act once `count` places are free, and gives them back when it has ended. */
export type InTurn = <T>(count: number, act: () => Promise<T>) => Promise<T>;

/**
 * Acts share `places`. Each takes some of them and waits until so many are free, in the order in which the acts came.
 * An act that asks for more than there are takes all.
 */
export function atMost(places: number): InTurn {
  let free = places;
  const waiting: { readonly needed: number; readonly begin: () => void }[] = [];
  const beginNext = () => {
    for (let next = waiting[0]; next !== undefined && next.needed <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.needed;
      next.begin();
    }
  };
  return async (count, act) => {
    const needed = Math.min(count, places);
    await new Promise<void>((begin) => {
      waiting.push({ needed, begin });
      beginNext();
    });
    try {
      return await act();
    } finally {
      free += needed;
      beginNext();
    }
  };
}
