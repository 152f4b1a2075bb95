import type { Capture } from '../domain/forms/capture.ts';
import type { SubmissionId } from '../domain/ids.ts';
import { hasRealSignature } from '../domain/signature.ts';
import type { AttachmentRow, Database } from './database.ts';

/** What belongs to a draft and is not in its row: files (without their bytes) and whether somebody signed. */
export type DraftParts = Readonly<{
  /** Documents only, oldest first. */
  files: readonly AttachmentRow[];
  fileCounts: Capture['fileCounts'];
  hasSignature: boolean;
}>;

export const noParts: DraftParts = { files: [], fileCounts: {}, hasSignature: false };

export function countByKind(files: readonly AttachmentRow[]): Capture['fileCounts'] {
  const counts: Record<string, number> = {};
  for (const { kind } of files) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

export async function draftFiles(
  db: Database,
  id: SubmissionId,
): Promise<readonly AttachmentRow[]> {
  const rows = await db.attachments.where('submissionId').equals(id).toArray();
  return rows
    .filter(({ kind }) => kind !== 'signature')
    .sort((one, other) => one.sequence - other.sequence);
}

/** For `liveQuery`, and inside a transaction over attachments and strokes. */
export async function draftParts(db: Database, id: SubmissionId): Promise<DraftParts> {
  const files = await draftFiles(db, id);
  const strokes = await db.strokes.where('submissionId').equals(id).toArray();
  return {
    files,
    fileCounts: countByKind(files),
    hasSignature: hasRealSignature(strokes.map(({ points }) => points)),
  };
}
