import { referenceOf } from '../../../domain/reference.ts';
import { shownStatus } from '../../../domain/submission-state.ts';
import type { Submission } from '../../../domain/submission-types.ts';
import { count } from '../../../messages/count.ts';
import { dayExportText } from '../../../messages/day-export.ts';
import { formatClock, isTime } from '../../../messages/formats.ts';
import { outboxText } from '../../../messages/outbox.ts';
import { localDay } from '../../../store/drafts/new-submission.ts';
import type { Listed } from '../../../store/lists/outbox-queries.ts';
import type { Store } from '../../../store/open-store.ts';
import { saveFile } from '../../../ui/content/save-file.ts';
import { notify } from '../../../ui/overlays/toasts.ts';
import { simTailOf } from '../submission/submission-text.ts';

/** The byte order mark, by which a spreadsheet recognises UTF-8. */
const MARK = '\uFEFF';

/** A spreadsheet may run a cell that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Escapes a CSV cell. An apostrophe disables a formula, and quotation marks enclose separators. */
export function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** '2026-11-21 14:05' in this device's time zone. Spreadsheets recognise it as a time and sort it. */
const stampOf = (at: number | null): string =>
  isTime(at) ? `${localDay(at)} ${formatClock(at)}` : '';

/** The exported status does not depend on the hold or a running drain. */
const AT_REST = { hold: null, drainLive: false };

function cellsOf(submission: Submission): readonly string[] {
  const { formId, kind, createdAt, submittedAt } = submission;
  const t = outboxText();
  const tail = simTailOf(submission);
  return [
    formId === null ? '' : referenceOf(formId),
    t.kind[kind],
    // The dots keep leading zeros, because a spreadsheet would read plain digits as a number.
    tail === '' ? '' : `…${tail}`,
    stampOf(submittedAt ?? createdAt),
    stampOf(submission.status === 'delivered' ? submission.deliveredAt : null),
    t.status[shownStatus(submission, AT_REST)],
  ];
}

/**
 * A day's submissions as CSV (RFC 4180), without customer names or numbers. An unreadable submission has only its
 * status.
 */
export function dayCsv(rows: readonly Listed[]): string {
  const t = dayExportText();
  const lines = [
    [t.reference, t.kind, t.sim, t.captured, t.sent, t.status],
    ...rows.map(({ submission }) =>
      submission === null ? ['', '', '', '', '', outboxText().unreadable] : cellsOf(submission),
    ),
  ];
  return MARK + lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** More than any agent captures in a day. */
const MAX_ROWS = 5_000;

/**
 * Saves the submissions captured on that day as a file, oldest first.
 * @param day local calendar day, YYYY-MM-DD
 */
export async function exportDay(store: Store, day: string): Promise<void> {
  const t = dayExportText();
  try {
    const rows = await store.queries.newest({ day, without: 'draft', limit: MAX_ROWS }).read();
    if (rows.length === 0) return notify(t.nothing, { kind: 'info' });
    const file = new Blob([dayCsv([...rows].reverse())], { type: 'text/csv;charset=utf-8' });
    saveFile(file, `veld-${day}.csv`);
    notify(count(t.made, rows.length), { kind: 'success' });
  } catch {
    notify(t.failed, { kind: 'error' });
  }
}
