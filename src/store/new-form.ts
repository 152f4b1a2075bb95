import type { FormKind } from '../domain/forms/form-kinds.ts';
import type { SubmissionId } from '../domain/ids.ts';
import { bumpCounters } from './counters.ts';
import type { Database } from './database.ts';
import { contentOf, type DraftContent } from './draft-content.ts';
import { partsOf } from './draft-parts.ts';
import { newSubmission } from './draft-rows.ts';
import { missingIn, summaryOf } from './draft-summary.ts';
import { FORM_VERSION } from './form-version.ts';
import { isNumber } from './format/shape.ts';
import type { StoredSubmission, SubmissionRow } from './format/submission-row.ts';
import type { AttachmentRow, DraftRow } from './rows.ts';

/** What a new form's rows depend on. */
export type NewPlace = Readonly<{
  isTaken: boolean;
  /** The newest submission's. */
  sequence: number;
  /** A file may be there before its form. */
  attachments: readonly AttachmentRow[];
}>;

export const newFormTables = ['submissions', 'drafts', 'attachments', 'counters'] as const;

const sequenceOf = (row: StoredSubmission | undefined): number =>
  isNumber(row?.sequence) ? row.sequence : 0;

/** Inside a transaction over `newFormTables`. */
export const readNewPlace = async (db: Database, id: SubmissionId): Promise<NewPlace> => ({
  isTaken: (await db.submissions.get(id)) !== undefined,
  sequence: sequenceOf(await db.submissions.orderBy('sequence').last()),
  attachments: await db.attachments.where('submissionId').equals(id).toArray(),
});

/** Computes a new form's rows; what it returns writes them. `at`: ms since 1970. */
export function newForm(
  db: Database,
  { attachments, sequence }: NewPlace,
  id: SubmissionId,
  kind: FormKind,
  content: DraftContent,
  at: number,
): () => Promise<void> {
  const draft: DraftRow = {
    id,
    kind,
    formVersion: FORM_VERSION,
    revision: 1,
    ...contentOf(content),
    signatureSize: null,
    createdAt: at,
    updatedAt: at,
  };
  const missing = missingIn(kind, content, partsOf(attachments, []));
  const submission: SubmissionRow = {
    ...newSubmission(id, kind, sequence + 1, at),
    ...summaryOf(kind, content, missing),
  };
  return async () => {
    await db.drafts.put(draft);
    await db.submissions.put(submission);
    await bumpCounters(db, null, 'draft');
  };
}
