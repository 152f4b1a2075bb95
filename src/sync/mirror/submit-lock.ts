import type { SubmissionId } from '../../domain/ids.ts';
import type { SyncPorts } from '../ports/ports.ts';
import { whenFree } from '../ports/when-free.ts';

/** The Web Lock under which a submission's second copy is written or removed, until copy and row agree. */
export const submitLock = (id: SubmissionId): string => `veld-submit-${id}`;

/**
 * Runs a person's action under the submission's lock. Waits for the lock, as its holder (the copying of a draft, a Submit in
 * another tab) ends soon.
 * @returns null where the lock was not free in time
 */
export const withSubmitLock = <T>(
  ports: Pick<SyncPorts, 'clock' | 'lock'>,
  id: SubmissionId,
  work: () => Promise<T>,
): Promise<T | null> => whenFree(ports, submitLock(id), work);
