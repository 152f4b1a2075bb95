import { type SubmissionId, submissionId } from '../../domain/ids.ts';
import type { Database } from '../db/database.ts';
import { type DeviceValueOf, readKey, writeKey } from '../device/device-keys.ts';
import type { StoredSubmission } from '../format/submission-row.ts';
import { type AgentAccess, isVisibleTo } from '../keys/agent-access.ts';

/** How long (ms) the HMAC of a submitted SIM number is stored (`suggestions.ts`). */
const SIM_KEPT_MS = 90 * 86_400_000;

export type SimHashes = DeviceValueOf<'simMarks'>;

/** The HMACs of the last 90 days. Drops those with a time far ahead, after a wrong clock: they would stay for years. */
export const recentSims = (marks: SimHashes, now: number): SimHashes =>
  marks.filter(({ at }) => Math.abs(now - at) < SIM_KEPT_MS);

/**
 * Returns another submission with this SIM number that was delivered in the last 90 days and still has a receipt. Passes over the returned
 * form that this one corrects: it usually has the same SIM.
 */
export async function deliveredWith(
  db: Database,
  { corrects, id }: Pick<StoredSubmission, 'corrects'> & Readonly<{ id: SubmissionId }>,
  mark: string | null,
  now: number,
  agentAccess: AgentAccess,
): Promise<SubmissionId | undefined> {
  const marks = mark === null ? [] : ((await readKey(db, 'simMarks')) ?? []);
  for (const each of recentSims(marks, now)) {
    const other = submissionId(each.id);
    if (each.mark !== mark || other === id) continue;
    const row = await db.submissions.get(other);
    const isCorrected = corrects !== undefined && row?.formId === corrects;
    if (row?.status === 'delivered' && !isCorrected && isVisibleTo(agentAccess, row)) return other;
  }
  return undefined;
}

/** Deletes the HMAC of a deleted submission. Call it inside a transaction over `device`. */
export async function forgetSimOf(db: Database, id: SubmissionId): Promise<void> {
  const known = (await readKey(db, 'simMarks')) ?? [];
  const kept = known.filter((each) => each.id !== id);
  if (kept.length < known.length) await writeKey(db, 'simMarks', kept);
}
