import { bumpCounters } from './counters.ts';
import type { Database } from './database.ts';
import { forgetKey } from './device-keys.ts';
import type { StoredSubmission } from './format/submission-row.ts';
import { forgetSimOf } from './sim-marks.ts';
import { isAlone, isTheirs, type Whose } from './whose.ts';

/** Of one agent; inside a transaction over `submissions`, `counters` and `device`. */
export const deleteReceiptsOf = (db: Database, agent: string): Promise<number> =>
  deleteWhere(db, (row) => row.agent === agent);

const deleteOwnReceipts = (db: Database, whose: Whose): Promise<number> =>
  db.transaction('rw', [db.submissions, db.counters, db.device], async () =>
    deleteWhere(db, (row) => isTheirs(whose, row)),
  );

/** Inside such a transaction. */
async function deleteWhere(
  db: Database,
  isMeant: (row: StoredSubmission) => boolean,
): Promise<number> {
  const ids = await allReceipts(db).filter(isMeant).primaryKeys();
  await db.submissions.bulkDelete(ids);
  for (const id of ids) {
    await forgetSimOf(db, id);
    await bumpCounters(db, 'delivered', null);
  }
  return ids.length;
}

const allReceipts = (db: Database) =>
  db.submissions
    .where('[status+sequence]')
    .between(['delivered', -Infinity], ['delivered', Infinity]);

/**
 * Deletes the receipt of everything delivered of whoever is at this page, in one transaction; returns how many. When the last delivery
 * was stays known.
 */
export async function deleteReceipts(db: Database, whose: Whose): Promise<number> {
  if (!isAlone(whose)) return deleteOwnReceipts(db, whose);
  return db.transaction('rw', [db.submissions, db.counters, db.device], async () => {
    const deleted = await allReceipts(db).delete();
    await db.counters.put({ status: 'delivered', count: 0 });
    await forgetKey(db, 'simMarks');
    return deleted;
  });
}
