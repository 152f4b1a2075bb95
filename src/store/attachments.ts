import { type DocumentKind, MAX_FILES_OF_A_KIND } from '../domain/forms/document-kinds.ts';
import { firstFreeSlot } from '../domain/forms/page-slots.ts';
import { wireFileName } from '../domain/forms/sent-files.ts';
import { type AttachmentId, attachmentId, type SubmissionId } from '../domain/ids.ts';
import { sha256 } from '../web-sha256.ts';
import { blobOf, type StoredFiles, withFiles } from './blob-bytes.ts';
import { browserSpace, type Estimate, type Grants, hasRoomFor } from './blob-space.ts';
import type { Database } from './database.ts';
import { type FormRows, formTables, isOpenForm, readForm, touched } from './form-rows.ts';
import { type Plan, readThenWrite } from './read-then-write.ts';
import { reopening } from './reopen.ts';
import type { AttachmentRow } from './rows.ts';
import { isQuotaError } from './storage-errors.ts';

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

/** `undo` is null where the bytes were lost before. `notThere`: no such file, or its form is submitted. */
export type RemoveResult =
  | Readonly<{ status: 'removed'; undo: RemovedAttachment | null }>
  | Readonly<{ status: 'notThere' }>;

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
  remove: (id: AttachmentId) => Promise<RemoveResult>;
  /** Puts it back under its old id and name. */
  restore: (removed: RemovedAttachment) => Promise<AddResult>;
}>;

const browserPorts: AttachmentPorts = {
  now: () => Date.now(),
  newId: () => crypto.randomUUID(),
  ...browserSpace,
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
  const tables = [...formTables, 'blobs'] as const;

  const read = async (id: AttachmentId): Promise<Blob | undefined> => {
    const row = await reopening(db, () => db.blobs.get(id));
    return row && blobOf(row);
  };

  /** One after the other: files that came at once would each see the others' change, and begin anew. */
  let turn: Promise<unknown> = Promise.resolve();
  function inTurn<T>(write: () => Promise<T>): Promise<T> {
    const written = turn.then(write);
    turn = written.catch(() => undefined);
    return written;
  }

  /** `rowAmong` makes the row once the others of its kind are known. */
  async function put(
    id: AttachmentId,
    submissionId: SubmissionId,
    kind: AttachmentRow['kind'],
    bytes: Blob,
    rowAmong: (others: readonly AttachmentRow[]) => AttachmentRow,
  ): Promise<AddResult> {
    const write = (stored: StoredFiles): Promise<AddResult> =>
      readThenWrite<FormRows, AddResult>(db, {
        tables,
        read: () => readForm(db, submissionId),
        plan: (form) => {
          const refused = (reason: 'notOpen' | 'tooMany') =>
            ({ result: { status: 'notSaved', reason } }) as const;
          if (!isOpenForm(form)) return refused('notOpen');
          const others = form.attachments.filter((row) => row.kind === kind);
          if (others.length >= MAX_FILES_OF_A_KIND) return refused('tooMany');
          const row = rowAmong(others);
          const submission = touched({ ...form, attachments: [...form.attachments, row] }, now());
          return {
            result: { status: 'saved', attachment: row },
            write: async () => {
              await db.attachments.put(row);
              await db.blobs.bulkPut(stored.map((file) => ({ ...file, type: row.type })));
              if (submission !== null) await db.submissions.put(submission);
            },
          };
        },
      });
    try {
      return await inTurn(() => withFiles(new Map([[id, bytes]]), write));
    } catch (error) {
      return { status: 'notSaved', reason: isQuotaError(error) ? 'quota' : 'device' };
    }
  }

  return {
    async add({ submissionId, kind, originalName, type, bytes }) {
      if (!(await hasRoomFor(bytes.size, estimate, grants)))
        return { status: 'notSaved', reason: 'quota' };
      const hash = await sha256(bytes).catch(() => null);
      if (hash === null) return { status: 'notSaved', reason: 'device' };
      const id = attachmentId(newId());
      return put(id, submissionId, kind, bytes, (others) => ({
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
        slot: firstFreeSlot(others),
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
      const submissionId = (await reopening(db, () => db.attachments.get(id)))?.submissionId;
      if (submissionId === undefined) return { status: 'notThere' };
      return readThenWrite(db, {
        tables,
        read: () => readForm(db, submissionId),
        plan: (form): Plan<RemoveResult> => {
          const row = form.attachments.find((each) => each.id === id);
          if (row === undefined || !isOpenForm(form)) return { result: { status: 'notThere' } };
          const attachments = form.attachments.filter((each) => each !== row);
          const submission = touched({ ...form, attachments }, now());
          const undo = bytes === undefined ? null : { row, bytes };
          return {
            result: { status: 'removed', undo },
            write: async () => {
              await db.attachments.delete(id);
              await db.blobs.delete(id);
              if (submission !== null) await db.submissions.put(submission);
            },
          };
        },
      });
    },

    restore: ({ row, bytes }) => put(row.id, row.submissionId, row.kind, bytes, () => row),
  };
}
