import { type DocumentKind, MAX_FILES_OF_A_KIND } from '../domain/forms/document-kinds.ts';
import { wireFileName } from '../domain/forms/sent-files.ts';
import { type AttachmentId, attachmentId, type SubmissionId } from '../domain/ids.ts';

import { sha256 } from '../web-sha256.ts';
import { blobOf } from './blob-bytes.ts';
import { diskGrants, type Estimate, type Grants, hasRoomFor } from './blob-space.ts';
import { writeBlob } from './blob-write.ts';
import type { Database } from './database.ts';
import { touchSummary } from './drafts.ts';
import { isOpenForm } from './open-form.ts';
import { reopening } from './reopen.ts';
import type { AttachmentRow } from './rows.ts';

export type NewAttachment = Readonly<{
  submissionId: SubmissionId;
  kind: DocumentKind;
  /** The name the person knows the file by; a second one of that name becomes `name (2).jpg`. */
  originalName: string;
  type: 'image/jpeg' | 'application/pdf';
  bytes: Blob;
}>;

/**
 * `notSaved`: nothing at all was changed. `quota`: the device is full, or soon would be. `tooMany`: ten of a kind are
 * there. `notOpen`: the form is submitted, or gone. `device`: the browser could not write or read the bytes.
 */
export type AddResult =
  | Readonly<{ status: 'saved'; attachment: AttachmentRow }>
  | Readonly<{ status: 'notSaved'; reason: 'quota' | 'tooMany' | 'notOpen' | 'device' }>;

/** A file taken away, whole: enough to `restore` it. */
export type RemovedAttachment = Readonly<{ row: AttachmentRow; bytes: Blob }>;

export type AttachmentPorts = Readonly<{
  now: () => number;
  /** A new UUID. */
  newId: () => string;
  estimate: Estimate;
  grants: Grants;
}>;

export type AttachmentsStore = Readonly<{
  add: (file: NewAttachment) => Promise<AddResult>;
  /** Oldest first; without their bytes. */
  list: (submissionId: SubmissionId, kind: DocumentKind) => Promise<readonly AttachmentRow[]>;
  /** undefined: no such file. Rejects with the browser's NotReadableError where it lost the bytes. */
  read: (id: AttachmentId) => Promise<Blob | undefined>;
  /** `undo` is null where the bytes were lost before. `notThere`: no such file, or its form is submitted. */
  remove: (
    id: AttachmentId,
  ) => Promise<
    | Readonly<{ status: 'removed'; undo: RemovedAttachment | null }>
    | Readonly<{ status: 'notThere' }>
  >;
  /** Puts it back under its old id and name. */
  restore: (removed: RemovedAttachment) => Promise<AddResult>;
}>;

/** iOS before 17 has no `estimate`, an insecure page no storage manager at all, whatever the types say. */
const storageManager = (): Partial<StorageManager> | undefined => navigator.storage;

const browserPorts: AttachmentPorts = {
  now: () => Date.now(),
  newId: () => crypto.randomUUID(),
  estimate: async () => (await storageManager()?.estimate?.()) ?? {},
  grants: async (bytes) => diskGrants(storageManager())(bytes),
};

/** `photo.jpg` among `photo.jpg` becomes `photo (2).jpg`: each file can be called by its name. */
export function distinctName(name: string, taken: readonly string[]): string {
  const [, stem = name, extension = ''] = /^(.+?)(\.[^.]*)?$/s.exec(name) ?? [];
  let distinct = name;
  for (let number = 2; taken.includes(distinct); number += 1) {
    distinct = `${stem} (${number})${extension}`;
  }
  return distinct;
}

/** Files of forms: what is known of them, and their bytes, each change one transaction with the form's summary. */
export function attachmentsStore(
  db: Database,
  { now, newId, estimate, grants }: AttachmentPorts = browserPorts,
): AttachmentsStore {
  const tables = [
    db.attachments,
    db.blobs,
    db.drafts,
    db.submissions,
    db.strokes,
    db.counters,
  ] as const;

  const read = async (id: AttachmentId): Promise<Blob | undefined> => {
    const row = await reopening(db, () => db.blobs.get(id));
    return row && blobOf(row);
  };

  /** One transaction. `rowAmong` makes the row once the others of its kind are known. */
  async function put(
    submissionId: SubmissionId,
    kind: AttachmentRow['kind'],
    bytes: Blob,
    rowAmong: (others: readonly AttachmentRow[]) => AttachmentRow,
  ): Promise<AddResult> {
    let refusal: 'notOpen' | 'tooMany' | undefined;
    let attachment: AttachmentRow | undefined;
    const written = await writeBlob(bytes, async (stored) => {
      await reopening(db, () =>
        db.transaction('rw', tables, async () => {
          refusal = undefined;
          if (!(await isOpenForm(db, submissionId))) {
            refusal = 'notOpen';
            return;
          }
          const all = await db.attachments.where({ submissionId }).toArray();
          const others = all.filter((row) => row.kind === kind);
          if (others.length >= MAX_FILES_OF_A_KIND) {
            refusal = 'tooMany';
            return;
          }
          attachment = rowAmong(others);
          await db.attachments.put(attachment);
          await db.blobs.put({ id: attachment.id, type: attachment.type, bytes: stored });
          await touchSummary(db, submissionId);
        }),
      );
    });
    if (written.status === 'notSaved') return written;
    if (refusal !== undefined) return { status: 'notSaved', reason: refusal };
    if (attachment === undefined) return { status: 'notSaved', reason: 'device' };
    return { status: 'saved', attachment };
  }

  return {
    async add({ submissionId, kind, originalName, type, bytes }) {
      if (!(await hasRoomFor(bytes.size, estimate, grants)))
        return { status: 'notSaved', reason: 'quota' };
      const hash = await sha256(bytes).catch(() => null);
      if (hash === null) return { status: 'notSaved', reason: 'device' };
      const id = attachmentId(newId());
      return put(submissionId, kind, bytes, (others) => ({
        id,
        submissionId,
        kind,
        fileName: wireFileName(kind, id, type),
        originalName: distinctName(
          originalName,
          others.map((row) => row.originalName),
        ),
        type,
        size: bytes.size,
        sha256: hash,
        sequence: Math.max(0, ...others.map((row) => row.sequence)) + 1,
        addedAt: now(),
      }));
    },

    async list(submissionId, kind) {
      const rows = await db.attachments.where({ submissionId }).toArray();
      return rows
        .filter((row) => row.kind === kind)
        .sort((one, other) => one.sequence - other.sequence);
    },

    read,

    async remove(id) {
      // Into memory first: a Blob of the database's is a promise of bytes that are about to go.
      const bytes = await read(id)
        .then(
          async (stored) => stored && new Blob([await stored.arrayBuffer()], { type: stored.type }),
        )
        .catch(() => undefined);
      return reopening(db, () =>
        db.transaction('rw', tables, async () => {
          const row = await db.attachments.get(id);
          if (row === undefined || !(await isOpenForm(db, row.submissionId)))
            return { status: 'notThere' };
          await db.attachments.delete(id);
          await db.blobs.delete(id);
          await touchSummary(db, row.submissionId);
          return { status: 'removed', undo: bytes === undefined ? null : { row, bytes } };
        }),
      );
    },

    restore: ({ row, bytes }) => put(row.submissionId, row.kind, bytes, () => row),
  };
}
