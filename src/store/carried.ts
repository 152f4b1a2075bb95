import type { FormKind } from '../domain/forms/form-kinds.ts';
import { wireFileName } from '../domain/forms/sent-files.ts';
import type { Values } from '../domain/forms/values.ts';
import { type AttachmentId, attachmentId, type SubmissionId } from '../domain/ids.ts';
import { sha256 } from '../web-sha256.ts';
import { blobOf } from './blob-bytes.ts';
import type { Database } from './database.ts';
import { decodeDraft } from './format/draft-upgrade.ts';
import { reopening } from './reopen.ts';
import type { AttachmentRow } from './rows.ts';

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
export async function carriedFrom(db: Database, id: SubmissionId): Promise<Carried | null> {
  const { stored, rows, blobs } = await reopening(db, () =>
    db.transaction('r', [db.drafts, db.attachments, db.blobs], async () => {
      const all = await db.attachments.where('submissionId').equals(id).toArray();
      const documents = all
        .filter((row) => row.kind !== 'signature')
        .sort((one, other) => one.sequence - other.sequence);
      return {
        stored: await db.drafts.get(id),
        rows: documents,
        blobs: await db.blobs.bulkGet(documents.map((row) => row.id)),
      };
    }),
  );
  const draft = stored && decodeDraft(stored);
  if (!draft) return null;
  const files: CarriedFile[] = [];
  for (const [index, row] of rows.entries()) {
    const blob = blobs[index];
    const bytes = blob && (await inMemory(blobOf(blob), row));
    if (bytes) files.push({ row, bytes });
  }
  const { kind, values } = draft;
  return { kind, values, files, unread: rows.length - files.length };
}

/** null: the browser lost the bytes, or they are not what was captured. */
async function inMemory(blob: Blob, { sha256: hash, type }: AttachmentRow): Promise<Blob | null> {
  try {
    const bytes = new Blob([await blob.arrayBuffer()], { type });
    return (await sha256(bytes)) === hash ? bytes : null;
  } catch {
    return null;
  }
}

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
      const type = row.type === 'application/pdf' ? row.type : 'image/jpeg';
      const fileName = wireFileName(row.kind, id, type);
      return [id, { row: { ...row, id, submissionId, fileName, addedAt }, bytes }];
    }),
  );
}
