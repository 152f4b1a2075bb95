import type { Hold } from './submission-types.ts';

/** Why the outbox waits for a person. The texts are in `messages/worker`. */
export type Pause = 'unknownPhone' | 'forbidden';

/** Whether the hold ends only when a person acts; every other hold ends by itself. */
export const needsPerson = (hold: Hold): boolean => hold.reason === 'auth';

/** Returns null if no hold needs a person. */
export function pauseOf(hold: Hold | null): Pause | null {
  if (hold === null || !needsPerson(hold)) return null;
  return hold.httpStatus === 403 ? 'forbidden' : 'unknownPhone';
}
