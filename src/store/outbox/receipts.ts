import type { SubmissionId } from '../../domain/ids.ts';
import { receiptOf } from '../../domain/submission-changes.ts';
import type { Receipt, Submission } from '../../domain/submission-types.ts';
import type { Database } from '../db/database.ts';
import { forgetKey } from '../device/device-keys.ts';
import { forgetSimOf } from '../drafts/sim-marks.ts';
import { isClosed } from '../format/shape.ts';
import type { StoredSubmission } from '../format/submission-row.ts';
import { isAlone, isTheirs, type Whose } from '../keys/agent-access.ts';
import type { KeyDesk } from '../keys/key-store.ts';
import { openSubmission } from '../keys/sealed-rows.ts';
import { bumpCounters } from './counters.ts';

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

export type KeptReceipts = Readonly<{
  /** Before a call leaves. It opens what it is given only if that is the last one. */
  lookAt: (closed: Submission) => Promise<void>;
  /** What is delivered, with its receipt. @param before closed, where its key went meanwhile */
  given: (before: Submission, after: Submission) => Submission;
}>;

/**
 * Receipts of what is being sent, for as long as this page or worker lives: while the last call is under way its agent may lock, or take
 * off the secret by which it is sent, and nobody could say any more whose it was. Initials and four digits, as the receipt says them.
 */
export function keptReceipts(desk: Pick<KeyDesk, 'keyOf'>): KeptReceipts {
  const receipts = new Map<SubmissionId, Receipt>();
  return {
    async lookAt(closed) {
      const left = closed.steps.filter(({ state }) => state.status !== 'confirmed');
      if (left.length > 1 || closed.personal === null) return;
      const key = await desk.keyOf(closed).catch(() => null);
      if (!key) return;
      const { isBusiness, personal } = await openSubmission(key, closed);
      if (personal !== null) receipts.set(closed.id, receiptOf(personal, isBusiness));
    },
    given(before, after) {
      if (after.status !== 'delivered') return after;
      const kept = receipts.get(after.id);
      const wasClosed = before.personal !== null && isClosed(before.personal);
      return wasClosed && kept !== undefined ? { ...after, receipt: kept } : after;
    },
  };
}
