import type { SubmissionId } from '../domain/ids.ts';
import type { Database } from './database.ts';
import { partsOf } from './draft-parts.ts';
import { missingIn, summaryOf } from './draft-summary.ts';
import { decodeDraft } from './format/draft-upgrade.ts';
import type { StoredSubmission } from './format/submission-row.ts';
import type { AttachmentRow, StoredDraft, StrokeRow } from './rows.ts';

/** A form as it lies in the database, but for its files' bytes. */
export type FormRows = Readonly<{
  submission: StoredSubmission | undefined;
  draft: StoredDraft | undefined;
  attachments: readonly AttachmentRow[];
  strokes: readonly StrokeRow[];
}>;

export const formTables = ['submissions', 'drafts', 'attachments', 'strokes'] as const;

/** Inside a transaction over `formTables`. */
export const readForm = async (db: Database, id: SubmissionId): Promise<FormRows> => ({
  submission: await db.submissions.get(id),
  draft: await db.drafts.get(id),
  attachments: await db.attachments.where('submissionId').equals(id).toArray(),
  strokes: await db.strokes.where('submissionId').equals(id).toArray(),
});

/** Whether a form may still be changed: a draft, or one that the server sent back. */
export const isOpenForm = ({ submission }: Pick<FormRows, 'submission'>): boolean =>
  submission?.status === 'draft' || submission?.status === 'rejected';

/**
 * The form's row in the outbox once its files or strokes are these; null where it has none, or its draft is a later
 * version's.
 */
export function touched(form: FormRows, now: number): StoredSubmission | null {
  const { attachments, strokes, submission } = form;
  const draft = form.draft && decodeDraft(form.draft);
  if (!draft || submission === undefined) return null;
  const missing = missingIn(draft.kind, draft, partsOf(attachments, strokes));
  return { ...submission, ...summaryOf(draft.kind, draft, missing), changedAt: now };
}
