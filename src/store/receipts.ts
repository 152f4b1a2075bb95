import type { Database } from './database.ts';
import { forgetKey } from './device-keys.ts';

/** Deletes the receipt of everything delivered, in one transaction; returns how many. When the last delivery was stays known. */
export function deleteReceipts(db: Database): Promise<number> {
  return db.transaction('rw', [db.submissions, db.counters, db.device], async () => {
    const deleted = await db.submissions
      .where('[status+sequence]')
      .between(['delivered', -Infinity], ['delivered', Infinity])
      .delete();
    await db.counters.put({ status: 'delivered', count: 0 });
    await forgetKey(db, 'simMarks');
    return deleted;
  });
}
