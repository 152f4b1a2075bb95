import type { FormKind } from '../../domain/forms/form-kinds.ts';
import type { SubmissionId } from '../../domain/ids.ts';
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

/** The local calendar day of a time (ms since 1970): YYYY-MM-DD. */
export function localDay(at: number): string {
  const date = new Date(at);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
