import type { FormKind } from '../domain/forms/form-kinds.ts';
import { type PictureType, wireFileName } from '../domain/forms/sent-files.ts';
import type { Values } from '../domain/forms/values.ts';
import { type AttachmentId, attachmentId, type SubmissionId } from '../domain/ids.ts';
import { sha256 } from '../web-sha256.ts';
import { blobOf } from './blob-bytes.ts';
import type { Database } from './database.ts';
import { draftOf } from './form-rows.ts';
import type { KeyDesk } from './key-desk.ts';
import { reopening } from './reopen.ts';
import type { RowKey } from './row-key.ts';
import type { AttachmentRow, StoredAttachment } from './rows.ts';
import { openAttachment, openBytes } from './sealing.ts';

/** A document of another form. Its bytes are in memory: a delivery, which wipes the disk, cannot take them away. */
export type CarriedFile = Readonly<{ row: AttachmentRow; bytes: Blob }>;

/** What the form for the same customer's next SIM begins with. */
export type Carried = Readonly<{
  kind: FormKind;
  values: Values;
  /** Documents, oldest first; never the signature, which is given anew. */
  files: readonly CarriedFile[];
  /** How many documents could not be read. */
  unread: number;
}>;

/** All of it at one moment: a form is wiped in one transaction, so there is no half of one. null: it is gone. */
export async function carriedFrom(
  db: Database,
  desk: KeyDesk,
  id: SubmissionId,
): Promise<Carried | null> {
  const { blobs, rows, stored, submission } = await reopening(db, () =>
    db.transaction('r', [db.submissions, db.drafts, db.attachments, db.blobs], async () => {
      const all = await db.attachments.where('submissionId').equals(id).toArray();
      const documents = all
        .filter((row) => row.kind !== 'signature')
        .sort((one, other) => one.sequence - other.sequence);
      return {
        submission: await db.submissions.get(id),
        stored: await db.drafts.get(id),
        rows: documents,
        blobs: await db.blobs.bulkGet(documents.map((row) => row.id)),
      };
    }),
  );
  const key = submission === undefined ? null : await desk.keyToShow(submission);
  const draft = stored && key !== null ? await draftOf(key, stored) : null;
  if (draft === null || key === null) return null;
  const files: CarriedFile[] = [];
  for (const [index, row] of rows.entries()) {
    const blob = blobs[index];
    const bytes = blob && (await inMemory(key, row, blobOf(blob)));
    if (bytes) files.push({ row: await openAttachment(key, row), bytes });
  }
  const { kind, values } = draft;
  return { kind, values, files, unread: rows.length - files.length };
}

/** null: the browser lost the bytes, or they are not what was captured. */
async function inMemory(key: RowKey, row: StoredAttachment, blob: Blob): Promise<Blob | null> {
  try {
    const opened = await openBytes(key, row, blob);
    if (opened === undefined) return null;
    const bytes = new Blob([await opened.arrayBuffer()], { type: row.type });
    return (await sha256(bytes)) === row.sha256 ? bytes : null;
  } catch {
    return null;
  }
}

/** What an older row says may be any text: all of them are JPEGs. */
const documentTypeOf = (type: string): PictureType | 'application/pdf' =>
  type === 'application/pdf' || type === 'image/webp' ? type : 'image/jpeg';

/** The same files as those of another form, under ids and wire names of their own. */
export function filesFor(
  submissionId: SubmissionId,
  files: readonly CarriedFile[],
  newId: () => string,
  addedAt: number,
): ReadonlyMap<AttachmentId, CarriedFile> {
  return new Map(
    files.map(({ row, bytes }) => {
      const id = attachmentId(newId());
      const fileName = wireFileName(row.kind, id, documentTypeOf(row.type));
      return [id, { row: { ...row, id, submissionId, fileName, addedAt }, bytes }];
    }),
  );
}
