/** Runs what it is given, no more than `limit` at a time; the rest waits in the order in which it came. */
export function atMost(limit: number): <T>(act: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (act) => {
    if (running < limit) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await act();
    } finally {
      // Its place goes straight to the next one, so that nobody who comes now is faster.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
