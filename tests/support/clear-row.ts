import type { Submission } from '../../src/domain/submission-types.ts';
import { encodeSubmission, type SubmissionRow } from '../../src/store/format/submission-row.ts';

/** As an older build wrote it, or as a receipt lies there: in the clear. */
export const clearRow = (submission: Submission): SubmissionRow =>
  encodeSubmission(submission) as SubmissionRow;
