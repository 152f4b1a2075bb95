import type { SubmissionId } from '../domain/ids.ts';
import type { Database } from './database.ts';

/** Whether a form may still be changed: a draft, or one that the server sent back. Within the caller's transaction. */
export async function isOpenForm(db: Database, id: SubmissionId): Promise<boolean> {
  const submission = await db.submissions.get(id);
  return submission?.status === 'draft' || submission?.status === 'rejected';
}
