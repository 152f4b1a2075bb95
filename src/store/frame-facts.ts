import { type Counts, countsByStatus } from './counters.ts';
import type { Database } from './database.ts';

/** What the frame around every screen says of the outbox. */
export type FrameFacts = Readonly<{
  counts: Counts;
  /** False where the outbox waits because the last calls did not reach the server. */
  isServerReached: boolean;
}>;

/** Reasons of a hold that mean: something else answered, or nothing. By hand, as a form's first screen loads no schemas. */
const UNREACHED: readonly unknown[] = ['network', 'portal', 'clock'];

const reasonOf = (hold: unknown): unknown =>
  typeof hold === 'object' && hold !== null ? Reflect.get(hold, 'reason') : undefined;

/** Five rows, whatever the outbox holds. */
export async function frameFacts(db: Database): Promise<FrameFacts> {
  const counts = await countsByStatus(db);
  const hold = await db.device.get('hold');
  // What is left of a hold after the last delivery says nothing of now.
  const isServerReached = counts.queued === 0 || !UNREACHED.includes(reasonOf(hold?.value));
  return { counts, isServerReached };
}
