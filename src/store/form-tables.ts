import type { SubmissionId } from '../domain/ids.ts';
import type { Database } from './database.ts';
import type { StoredSubmission } from './format/submission-row.ts';
import type { StoredAttachment, StoredDraft, StoredStroke } from './rows.ts';

/** A form as it lies in the database, but for its files' bytes. */
export type FormRows = Readonly<{
  submission: StoredSubmission | undefined;
  draft: StoredDraft | undefined;
  attachments: readonly StoredAttachment[];
  strokes: readonly StoredStroke[];
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
