import type { SyncPorts } from './ports.ts';

const TRY_EVERY_MS = 50;
const TRY_FOR_MS = 10_000;

/**
 * Runs `work` under the lock `name`, whose holder is expected to end soon.
 * @returns null where the lock was not free within ten seconds
 */
export async function whenFree<T>(
  { clock, lock }: Pick<SyncPorts, 'clock' | 'lock'>,
  name: string,
  work: () => Promise<T>,
): Promise<T | null> {
  const idle = new AbortController().signal;
  for (let waited = 0; ; waited += TRY_EVERY_MS) {
    const done = await lock.ifFree(name, work);
    if (done.ran) return done.value;
    if (waited >= TRY_FOR_MS) return null;
    await clock.sleep(TRY_EVERY_MS, idle);
  }
}
