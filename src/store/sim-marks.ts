import type { SubmissionId } from '../domain/ids.ts';
import type { Database } from './database.ts';
import { readKey } from './device-keys.ts';

/** For so long a SIM card number that was submitted here is remembered, by its mark (`sim-memory.ts`). */
export const SIM_KEPT_MS = 90 * 86_400_000;

/** The other submission that was delivered with this number in the last 90 days. A deleted one is forgotten. */
export async function deliveredWith(
  db: Database,
  id: SubmissionId,
  mark: string | null,
  now: number,
): Promise<SubmissionId | undefined> {
  const marks = mark === null ? [] : ((await readKey(db, 'simMarks')) ?? []);
  for (const each of marks) {
    const other = each.id as SubmissionId;
    if (each.mark !== mark || other === id || now - each.at >= SIM_KEPT_MS) continue;
    if ((await db.submissions.get(other))?.status === 'delivered') return other;
  }
  return undefined;
}
