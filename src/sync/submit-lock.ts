import type { SubmissionId } from '../domain/ids.ts';

/** Held by a Submit from its transaction until its second copy was read back. */
export const submitLock = (id: SubmissionId): string => `veld-submit-${id}`;
