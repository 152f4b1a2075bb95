import type { SubmissionId } from '../../domain/ids.ts';
import { receiptOf } from '../../domain/submission-changes.ts';
import type { Receipt, Submission } from '../../domain/submission-types.ts';
import type { Database } from '../db/database.ts';
import { deleteKey } from '../device/device-keys.ts';
import { forgetSimOf } from '../drafts/sim-hashes.ts';
import { isEncrypted } from '../format/shape.ts';
import type { StoredSubmission } from '../format/submission-row.ts';
import { type AgentAccess, isOnlyAgent, isVisibleTo } from '../keys/agent-access.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { openSubmission } from '../keys/sealed-rows.ts';
import { updateCounters } from './counters.ts';
import { deleteVerdicts } from './verdict-rows.ts';

/** The tables of a transaction that deletes receipts. */
export const receiptTables = (db: Database) => [
  db.submissions,
  db.counters,
  db.device,
  db.formGuids,
  db.verdicts,
];

/** Deletes an agent's receipts. Call it inside a transaction over `receiptTables`. */
export const deleteReceiptsOf = (db: Database, agent: string): Promise<number> =>
  deleteWhere(db, (row) => row.agent === agent);

const deleteOwnReceipts = (db: Database, agentAccess: AgentAccess): Promise<number> =>
  db.transaction('rw', receiptTables(db), async () =>
    deleteWhere(db, (row) => isVisibleTo(agentAccess, row)),
  );

/** Deletes matching receipts. Call it inside a transaction over `receiptTables`. */
async function deleteWhere(
  db: Database,
  isMeant: (row: StoredSubmission) => boolean,
): Promise<number> {
  const rows = await allReceipts(db).filter(isMeant).toArray();
  const ids = rows.map(({ id }) => id);
  await db.submissions.bulkDelete(ids);
  await deleteVerdicts(db, rows);
  for (const id of ids) {
    await forgetSimOf(db, id);
    await updateCounters(db, 'delivered', null);
  }
  return ids.length;
}

const allReceipts = (db: Database) =>
  db.submissions
    .where('[status+sequence]')
    .between(['delivered', -Infinity], ['delivered', Infinity]);

/** Deletes all receipts that this page may show, in one transaction. Returns how many. The time of the last delivery stays. */
export async function deleteReceipts(db: Database, agentAccess: AgentAccess): Promise<number> {
  if (!isOnlyAgent(agentAccess)) return deleteOwnReceipts(db, agentAccess);
  return db.transaction('rw', receiptTables(db), async () => {
    const rows = await allReceipts(db).toArray();
    const deleted = await allReceipts(db).delete();
    await deleteVerdicts(db, rows);
    await db.counters.put({ status: 'delivered', count: 0 });
    await deleteKey(db, 'simMarks');
    return deleted;
  });
}

export type KeptReceipts = Readonly<{
  /** Call it before each call of a submission. Decrypts the submission only before its last call. */
  lookAt: (closed: Submission) => Promise<void>;
  /** Adds the receipt to a delivered submission. @param before still encrypted if its key is no longer available */
  given: (before: Submission, after: Submission) => Submission;
}>;

/**
 * Keeps a submission's receipt in memory during its last call. Meanwhile the agent may lock the app or remove the sending slot. Then
 * this page or worker could not decrypt the customer's name any more. A receipt has initials and four digits.
 */
export function keptReceipts(keyStore: Pick<KeyStore, 'keyOf'>): KeptReceipts {
  const receipts = new Map<SubmissionId, Receipt>();
  return {
    async lookAt(closed) {
      const left = closed.steps.filter(({ state }) => state.status !== 'confirmed');
      if (left.length > 1 || closed.personal === null) return;
      const key = await keyStore.keyOf(closed).catch(() => null);
      if (!key) return;
      const { isBusiness, personal } = await openSubmission(key, closed);
      if (personal !== null) receipts.set(closed.id, receiptOf(personal, isBusiness));
    },
    given(before, after) {
      if (after.status !== 'delivered') return after;
      const kept = receipts.get(after.id);
      const wasClosed = before.personal !== null && isEncrypted(before.personal);
      return wasClosed && kept !== undefined ? { ...after, receipt: kept } : after;
    },
  };
}
