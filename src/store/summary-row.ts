import type { Summary } from './draft-summary.ts';
import { isNumber } from './format/shape.ts';
import type { StoredSubmission } from './format/submission-row.ts';
import type { RowKey } from './row-key.ts';
import { isSameRow } from './same-rows.ts';
import { withPersonal } from './sealing.ts';

/** How old `changedAt` may be while somebody types: lists show minutes. Saves a write with each keystroke. */
const STALE_AFTER_MS = 60_000;

export const summaryRow = (
  key: RowKey,
  row: StoredSubmission,
  { customerName, simCardNumber, terms, ...facts }: Summary,
): Promise<StoredSubmission> =>
  withPersonal(key, { ...row, ...facts }, { customerName, terms, simCardNumber });

/** The row with its new summary; null where nothing changed that a list would show. */
export async function summarised(
  key: RowKey,
  row: StoredSubmission,
  summary: Summary,
  now: number,
): Promise<StoredSubmission | null> {
  const next = await summaryRow(key, row, summary);
  const isRecent = isNumber(row.changedAt) && Math.abs(now - row.changedAt) < STALE_AFTER_MS;
  return isRecent && isSameRow(next, row) ? null : { ...next, changedAt: now };
}
