import type { Transaction } from 'dexie';
import type { Submission } from '../domain/submission-types.ts';

/** From version 3 on every formGuid that was ever received is on record: those in use are, too. */
export async function rememberFormGuidsInUse(transaction: Transaction): Promise<void> {
  const rows: readonly Submission[] = await transaction.table('submissions').toArray();
  const inUse = rows.flatMap(({ formId, id }) =>
    formId === null ? [] : [{ guid: formId, submissionId: id }],
  );
  await transaction.table('formGuids').bulkPut(inUse);
}
