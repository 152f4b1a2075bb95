import type { Database } from './database.ts';
import type { StoredSubmission } from './format/submission-row.ts';

const UNDELIVERED = ['draft', 'queued', 'rejected'] as const;

const withStatusHere = (db: Database, status: (typeof UNDELIVERED)[number]) =>
  db.submissions.where('[status+sequence]').between([status, -Infinity], [status, Infinity]);

/** Inside a transaction, or alone: how many are an agent's. */
export async function countUndelivered(db: Database, agent: string): Promise<number> {
  let count = 0;
  for (const status of UNDELIVERED)
    count += await withStatusHere(db, status)
      .filter((row) => row.agent === agent)
      .count();
  return count;
}

/** Everything whose customer is still on this phone: few beside the receipts. */
export async function undeliveredRows(db: Database): Promise<readonly StoredSubmission[]> {
  const lists = await Promise.all(
    UNDELIVERED.map((status) => withStatusHere(db, status).toArray()),
  );
  return lists.flat();
}
