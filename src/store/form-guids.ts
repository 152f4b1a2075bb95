import { type FormId, formId } from '../domain/ids.ts';
import type { Database } from './database.ts';

/** How many unused formGuids are kept for captures made without a network. */
export const reserveGoal = 5;

/**
 * Takes the oldest formGuid out of the reserve, inside a readwrite transaction over `formGuids`: two
 * tabs can't get the same one.
 */
export async function takeFormGuid(db: Database): Promise<FormId | null> {
  const row = await db.formGuids.orderBy('sequence').first();
  if (row === undefined) return null;
  await db.formGuids.delete(row.guid);
  return formId(row.guid);
}

/** Adds formGuids that GetInfo just handed out. */
export async function addFormGuids(db: Database, guids: readonly FormId[]): Promise<void> {
  await db.transaction('rw', db.formGuids, async () => {
    const last = await db.formGuids.orderBy('sequence').last();
    const first = (last?.sequence ?? 0) + 1;
    await db.formGuids.bulkPut(guids.map((guid, index) => ({ guid, sequence: first + index })));
  });
}
