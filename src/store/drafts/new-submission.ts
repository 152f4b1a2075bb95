import type { FormKind } from '../../domain/forms/form-kinds.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import type { Submission } from '../../domain/submission-types.ts';
import type { Database } from '../db/database.ts';
import { isNumber } from '../format/shape.ts';
import { FORMAT, type SubmissionRow } from '../format/submission-row.ts';
import type { Summary } from './draft-content.ts';

/** The row of a new draft without its summary. `at`: ms since 1970. */
export const newSubmission = (
  id: SubmissionId,
  kind: FormKind,
  sequence: number,
  at: number,
): Omit<SubmissionRow, keyof Summary> => ({
  id,
  kind,
  status: 'draft',
  formId: null,
  sequence,
  createdAt: at,
  changedAt: at,
  day: localDay(at),
  submittedAt: null,
  deliveredAt: null,
  steps: [],
  documents: {},
  nextAttemptAt: null,
  maybeTwice: [],
  bytesLeft: 0,
  history: [],
  format: FORMAT,
});

/** The highest sequence of all submissions, 0 without any. Call it inside the transaction that writes the next one. */
export async function lastSequence(db: Database): Promise<number> {
  const row = await db.submissions.orderBy('sequence').last();
  return isNumber(row?.sequence) ? row.sequence : 0;
}

/**
 * A submission under the day of its first Submit. A draft of another day also gets the next sequence, because lists and days have the
 * order of the sequence.
 */
export function underDayOfSubmit<S extends Submission>(submission: S, last: number): S {
  const day = localDay(submission.submittedAt ?? submission.createdAt);
  return day === submission.day ? submission : { ...submission, day, sequence: last + 1 };
}

/** The local calendar day of a time (ms since 1970): YYYY-MM-DD. */
export function localDay(at: number): string {
  const date = new Date(at);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
