import type { Hold } from '../domain/submission-types.ts';
import { type Counts, countsByStatus, ownCounts } from './counters.ts';
import type { Database } from './database.ts';
import { readHold } from './hold.ts';
import type { Whose } from './whose.ts';

/** What the frame around every screen says of the outbox. */
export type FrameFacts = Readonly<{
  counts: Counts;
  /** What waits, and what was refused, of the whole phone: whoever holds it sees the app's icon. */
  onIcon: number;
  /** False where the outbox waits because the last calls did not reach the server. */
  isServerReached: boolean;
}>;

/** Reasons of a hold that mean: something else answered, or nothing. */
const UNREACHED: readonly (Hold['reason'] | undefined)[] = ['network', 'portal', 'clock'];

/** Few rows, whatever the outbox holds. */
export async function frameFacts(db: Database, whose: () => Promise<Whose>): Promise<FrameFacts> {
  const { queued, rejected } = await countsByStatus(db);
  const hold = await readHold(db);
  // What is left of a hold after the last delivery says nothing of now.
  const isServerReached = queued === 0 || !UNREACHED.includes(hold?.reason);
  return { counts: await ownCounts(db, await whose()), onIcon: queued + rejected, isServerReached };
}
