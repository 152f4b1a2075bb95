import type { SubmissionId } from '../domain/ids.ts';
import type { SyncPorts } from './ports/ports.ts';

const TRY_EVERY_MS = 50;
const TRY_FOR_MS = 10_000;

/**
 * Runs `work` under the lock `name`. Waits if another tab or the worker has the lock.
 * @returns null if the lock was not free within ten seconds
 */
export async function withLock<T>(
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

/** The name of the Web Lock for a submission. Code holds it while it changes the second copy, until copy and row agree. */
export const submitLock = (id: SubmissionId): string => `veld-submit-${id}`;

/**
 * Runs a person's action under the submission's lock. Waits if a draft's copy or a Submit in another tab has the lock.
 * @returns null if the lock was not free within ten seconds
 */
export const withSubmitLock = <T>(
  ports: Pick<SyncPorts, 'clock' | 'lock'>,
  id: SubmissionId,
  work: () => Promise<T>,
): Promise<T | null> => withLock(ports, submitLock(id), work);
