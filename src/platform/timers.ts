/** Runs `task` after `ms`; the returned function cancels it. */
export type ScheduleFn = (ms: number, task: () => void) => () => void;

export const schedule: ScheduleFn = (ms, task) => {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
};

/** Runs `task` every `ms`; the returned function stops it. */
export const every = (ms: number, task: () => void): (() => void) => {
  const timer = setInterval(task, ms);
  return () => clearInterval(timer);
};

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => void schedule(ms, resolve));

/** Returns the result of `work`. If `work` takes longer than `ms`, returns or throws what `late` returns or throws. */
export async function within<T>(ms: number, work: Promise<T>, late: () => T): Promise<T> {
  let cancel = (): void => {};
  const timeout = new Promise<'late'>((resolve) => {
    cancel = schedule(ms, () => resolve('late'));
  });
  try {
    const first = await Promise.race([work.then((value) => ({ value })), timeout]);
    return first === 'late' ? late() : first.value;
  } finally {
    cancel();
  }
}
