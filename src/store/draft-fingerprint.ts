import type { SubmissionId } from '../domain/ids.ts';
import type { Database } from './database.ts';

/** What of a draft a second copy would show differently. */
export type DraftFingerprint = Readonly<{
  /** Changes with its section and its files. */
  captured: string;
  /** Changes with every letter and stroke, too. */
  all: string;
}>;

export async function draftFingerprint(
  db: Database,
  id: SubmissionId,
): Promise<DraftFingerprint | undefined> {
  const [submission, draft, files, strokes] = await Promise.all([
    db.submissions.get(id),
    db.drafts.get(id),
    db.attachments.where({ submissionId: id }).primaryKeys(),
    db.strokes.where({ submissionId: id }).count(),
  ]);
  if (draft === undefined || submission === undefined) return undefined;
  const captured = `${submission.section} ${files.join()}`;
  return { captured, all: `${captured} ${draft.revision} ${strokes}` };
}
