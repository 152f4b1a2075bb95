import { schedule } from './timers.ts';

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
