/** Runs acts one after another. An act begins when the one before it has ended, even with an error. */
export function createQueue(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/**
 * Shares runs of the act. All callers during a run share the next run. So each caller gets a run that began after its
 * call.
 */
export function shared<T>(act: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let coming: Promise<T> | null = null;
  return () => {
    if (coming !== null) return coming;
    const run = last.then(() => {
      coming = null;
      return act();
    });
    coming = run;
    last = run.catch(() => undefined);
    return run;
  };
}

/** Waits until `count` places are free, runs the act, then frees the places. */
export type Limiter = <T>(count: number, act: () => Promise<T>) => Promise<T>;

/**
 * Limits how many acts run at once: they share `places`. Each act waits until its number of places is free. Acts run in
 * the order in which they came. An act that asks for more places than there are takes all.
 */
export function createLimiter(places: number): Limiter {
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
