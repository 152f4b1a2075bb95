import type { Database } from './database.ts';
import type { StoredSubmission } from './format/submission-row.ts';

const UNDELIVERED = ['draft', 'queued', 'rejected'] as const;

/** Everything whose customer is still on this phone: few beside the receipts. */
export async function undeliveredRows(db: Database): Promise<readonly StoredSubmission[]> {
  const lists = await Promise.all(
    UNDELIVERED.map((status) =>
      db.submissions
        .where('[status+sequence]')
        .between([status, -Infinity], [status, Infinity])
        .toArray(),
    ),
  );
  return lists.flat();
}
