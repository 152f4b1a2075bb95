import { type SubmissionId, submissionId } from '../../domain/ids.ts';
import type { Database } from '../db/database.ts';
import { type DeviceValueOf, readKey, writeKey } from '../device/device-keys.ts';
import { isTheirs, type Whose } from '../keys/agent-access.ts';

/** For so long a SIM card number that was submitted here is remembered, by its mark (`sim-memory.ts`). */
const SIM_KEPT_MS = 90 * 86_400_000;

export type SimMarks = DeviceValueOf<'simMarks'>;

/** Also without those that a clock which was far ahead wrote: they would stay for years. */
export const recentSims = (marks: SimMarks, now: number): SimMarks =>
  marks.filter(({ at }) => Math.abs(now - at) < SIM_KEPT_MS);

/** The other submission that was delivered with this number in the last 90 days. A deleted one is forgotten. */
export async function deliveredWith(
  db: Database,
  id: SubmissionId,
  mark: string | null,
  now: number,
  whose: Whose,
): Promise<SubmissionId | undefined> {
  const marks = mark === null ? [] : ((await readKey(db, 'simMarks')) ?? []);
  for (const each of recentSims(marks, now)) {
    const other = submissionId(each.id);
    if (each.mark !== mark || other === id) continue;
    const row = await db.submissions.get(other);
    if (row?.status === 'delivered' && isTheirs(whose, row)) return other;
  }
  return undefined;
}

/** That of a submission which is deleted; inside a transaction over `device`. */
export async function forgetSimOf(db: Database, id: SubmissionId): Promise<void> {
  const known = (await readKey(db, 'simMarks')) ?? [];
  const kept = known.filter((each) => each.id !== id);
  if (kept.length < known.length) await writeKey(db, 'simMarks', kept);
}
