import type { SubmissionId } from '../../domain/ids.ts';
import type { SyncPorts } from '../ports/ports.ts';

/** Held by whoever makes or unmakes a submission's second copy, until copy and row agree. */
export const submitLock = (id: SubmissionId): string => `veld-submit-${id}`;

const TRY_EVERY_MS = 50;
const TRY_FOR_MS = 10_000;

/**
 * Runs a person's move alone. It waits its turn: a draft that is just being copied, or a Submit in
 * another tab, ends soon.
 * @returns null where it did not within ten seconds
 */
export async function alone<T>(
  { clock, lock }: SyncPorts,
  id: SubmissionId,
  work: () => Promise<T>,
): Promise<T | null> {
  const idle = new AbortController().signal;
  for (let waited = 0; ; waited += TRY_EVERY_MS) {
    const done = await lock.ifFree(submitLock(id), work);
    if (done.ran) return done.value;
    if (waited >= TRY_FOR_MS) return null;
    await clock.sleep(TRY_EVERY_MS, idle);
  }
}
