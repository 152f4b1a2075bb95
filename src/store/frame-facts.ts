import type { Hold } from '../domain/submission-types.ts';
import { type Counts, countsByStatus } from './counters.ts';
import type { Database } from './database.ts';
import { readHold } from './hold.ts';

/** What the frame around every screen says of the outbox. */
export type FrameFacts = Readonly<{
  counts: Counts;
  /** False where the outbox waits because the last calls did not reach the server. */
  isServerReached: boolean;
}>;

/** Reasons of a hold that mean: something else answered, or nothing. */
const UNREACHED: readonly (Hold['reason'] | undefined)[] = ['network', 'portal', 'clock'];

/** Five rows, whatever the outbox holds. */
export async function frameFacts(db: Database): Promise<FrameFacts> {
  const counts = await countsByStatus(db);
  const hold = await readHold(db);
  // What is left of a hold after the last delivery says nothing of now.
  const isServerReached = counts.queued === 0 || !UNREACHED.includes(hold?.reason);
  return { counts, isServerReached };
}
