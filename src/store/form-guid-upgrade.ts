import type { Transaction } from 'dexie';
import { isText } from './format/shape.ts';
import type { StoredSubmission } from './format/submission-row.ts';

/** From version 3 on every formGuid that was ever received is on record: those in use are, too. */
export async function rememberFormGuidsInUse(transaction: Transaction): Promise<void> {
  const rows: readonly StoredSubmission[] = await transaction.table('submissions').toArray();
  const inUse = rows.flatMap(({ formId, id }) =>
    isText(formId) ? [{ guid: formId, submissionId: id }] : [],
  );
  await transaction.table('formGuids').bulkPut(inUse);
}
