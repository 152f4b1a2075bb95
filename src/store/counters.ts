import type { SubmissionStatus } from '../domain/submission-types.ts';
import type { Database } from './database.ts';

/**
 * Keeps the counts by status, inside the transaction that changes a row's status (tables: counters).
 * @param from the status the row had; null: the row is new
 * @param to the status it has now; null: the row is gone
 */
export async function bumpCounters(
  db: Database,
  from: SubmissionStatus | null,
  to: SubmissionStatus | null,
): Promise<void> {
  if (from === to) return;
  if (from !== null) await add(db, from, -1);
  if (to !== null) await add(db, to, 1);
}

async function add(db: Database, status: SubmissionStatus, by: number): Promise<void> {
  const row = await db.counters.get(status);
  await db.counters.put({ status, count: Math.max(0, (row?.count ?? 0) + by) });
}

export type Counts = Readonly<Record<SubmissionStatus, number>>;

/** Four rows, whatever the outbox holds. */
export async function countsByStatus(db: Database): Promise<Counts> {
  const counts = { draft: 0, queued: 0, rejected: 0, delivered: 0 };
  for (const row of await db.counters.toArray()) counts[row.status] = row.count;
  return counts;
}
