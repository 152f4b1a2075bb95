import {
  type DocumentKind,
  documentKinds,
  freeSlot,
  inSlots,
  MAX_FILES_OF_A_KIND,
} from '../../domain/forms/document-kinds.ts';
import {
  type PhotoVerdict,
  type PictureType,
  wireFileName,
} from '../../domain/forms/sent-files.ts';
import { type AttachmentId, attachmentId, type SubmissionId } from '../../domain/ids.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { Database } from '../db/database.ts';
import { isQuotaError, readThenWrite, type WritePlan, withReopen } from '../db/transactions.ts';
import { type FormRows, formTables, isOpenForm, readForm } from '../drafts/draft-context.ts';
import { attachmentsOf, type OpenForm, openForm, touched } from '../drafts/draft-tables.ts';
import type { AttachmentRow, StoredAttachment } from '../format/rows.ts';
import type { KeyStore } from '../keys/key-store.ts';
import {
  openAttachment,
  openBytes,
  type RowKey,
  sealAttachment,
  sealBytes,
} from '../keys/sealed-rows.ts';
import { type StoredFiles, toBlob, withStorableBlobs } from './blobs.ts';
import { browserSpace, type Estimate, type Grants, hasDiskSpaceFor } from './disk-space.ts';

export type NewAttachment = Readonly<{
  submissionId: SubmissionId;
  kind: DocumentKind;
  /** The name on the screens. A second file with this name becomes `name (2).jpg`. */
  originalName: string;
  type: PictureType | 'application/pdf';
  bytes: Blob;
  /** The page that the photo is for, if it is free. Absent: the first free page. `isRetaken`: deletes the file that is there. */
  slot?: number | undefined;
  isRetaken?: boolean | undefined;
  verdict?: PhotoVerdict | undefined;
}>;

/**
 * `notSaved`: nothing changed. `quota`: the device is full or nearly full. `tooMany`: the form already has ten files of this kind.
 * `notOpen`: the form is submitted or deleted. `device`: the browser could not write or read the bytes.
 * `placeTaken`: the named page of a restored file has a newer file.
 */
export type AddResult =
  | Readonly<{ status: 'saved'; attachment: AttachmentRow }>
  | Readonly<{
      status: 'notSaved';
      reason: 'quota' | 'tooMany' | 'notOpen' | 'device' | 'placeTaken';
    }>;

/** A removed file with its stored bytes and its page, for `restore`. */
export type RemovedAttachment = Readonly<{ row: StoredAttachment; bytes: Blob }>;

/** `undo`: null if the file's bytes were already lost. `notThere`: there is no such file, or its form is submitted. */
export type RemoveResult =
  | Readonly<{ status: 'removed'; undo: RemovedAttachment | null }>
  | Readonly<{ status: 'notThere' }>;

export type AttachmentPorts = Readonly<{
  now: () => number;
  newId: () => string;
  estimate: Estimate;
  grants: Grants;
}>;

export type AttachmentsStore = Readonly<{
  add: (file: NewAttachment) => Promise<AddResult>;
  /** The rows without bytes, oldest first. */
  list: (
    submissionId: SubmissionId,
    kind: AttachmentRow['kind'],
  ) => Promise<readonly AttachmentRow[]>;
  /** Returns undefined if there is no such file. Rejects with NotReadableError if the browser lost the bytes. */
  read: (id: AttachmentId) => Promise<Blob | undefined>;
  /** Keeps a photo in spite of its verdict. Does nothing if its form is submitted. */
  keep: (id: AttachmentId) => Promise<void>;
  remove: (id: AttachmentId) => Promise<RemoveResult>;
  /** Stores the file again under its old id. Its name becomes distinct, as in `add`. */
  restore: (removed: RemovedAttachment) => Promise<AddResult>;
}>;

const browserPorts: AttachmentPorts = {
  now: () => Date.now(),
  newId: () => crypto.randomUUID(),
  ...browserSpace,
};

const bySequence = (one: AttachmentRow, other: AttachmentRow): number =>
  one.sequence - other.sequence;

const namesIn = ({ attachments }: OpenForm): readonly string[] =>
  attachments.map(({ originalName }) => originalName);

/** `photo.jpg` beside another `photo.jpg` becomes `photo (2).jpg`, so that each file has its own name. */
export function distinctName(name: string, taken: readonly string[]): string {
  const [, stem = name, extension = ''] = /^(.+?)(\.[^.]*)?$/s.exec(name) ?? [];
  let distinct = name;
  for (let number = 2; taken.includes(distinct); number += 1) {
    distinct = `${stem} (${number})${extension}`;
  }
  return distinct;
}

/**
 * The page of a restored file: its own, or the next free one. Null: its own has a newer file and a name, such as 'Front'. The next page
 * may then be 'Back'.
 */
function slotAgain(
  row: StoredAttachment,
  others: readonly AttachmentRow[],
  form: OpenForm,
): number | null {
  const fileKind = documentKinds.find(({ kind }) => kind === row.kind);
  const named = fileKind?.pages?.(form.draft?.values ?? {}) ?? [];
  // A row of an older build has no page of its own: it makes room.
  const slots = inSlots(others.filter((other) => other.slot !== undefined));
  let { slot = slots.length } = row;
  if (slots[slot] && slot < named.length) return null;
  while (slots[slot]) slot += 1;
  return slot;
}

/** The files of forms. Each change also updates the form's summary, in the same transaction. */
export function attachmentsStore(
  db: Database,
  keyStore: KeyStore,
  { now, newId, estimate, grants }: AttachmentPorts = browserPorts,
): AttachmentsStore {
  const tables = [...formTables, 'blobs'] as const;

  const stored = (id: AttachmentId): Promise<RemovedAttachment | undefined> =>
    withReopen(db, () =>
      db.transaction('r', [db.attachments, db.blobs], async () => {
        const [row, blob] = await Promise.all([db.attachments.get(id), db.blobs.get(id)]);
        return row && blob && { row, bytes: toBlob(blob) };
      }),
    );

  /** Returns null if there is no such form, or if its key is lost. */
  const keyOf = async (id: SubmissionId): Promise<RowKey | null> => {
    const row = await withReopen(db, () => db.submissions.get(id));
    return row === undefined ? null : keyStore.keyForDisplay(row);
  };

  /** Runs one write after the other. Simultaneous writes would see each other's changes and start again. */
  let turn: Promise<unknown> = Promise.resolve();
  function inTurn<T>(write: () => Promise<T>): Promise<T> {
    const written = turn.then(write);
    turn = written.catch(() => undefined);
    return written;
  }

  /**
   * `rowAmong` makes the row, from the form without the file's former row, and the other files of its kind. It returns 'sealedSince' if
   * the form was encrypted after these bytes were.
   */
  async function put(
    {
      id,
      submissionId,
      kind,
      retakenSlot,
    }: Pick<AttachmentRow, 'id' | 'submissionId' | 'kind'> &
      Readonly<{ retakenSlot?: number | undefined }>,
    bytes: Blob,
    rowAmong: (
      form: OpenForm,
      others: readonly AttachmentRow[],
    ) => Promise<StoredAttachment | 'sealedSince' | 'placeTaken'>,
  ): Promise<AddResult | 'sealedSince'> {
    const write = (files: StoredFiles): Promise<AddResult | 'sealedSince'> =>
      readThenWrite<FormRows, AddResult | 'sealedSince'>(db, {
        tables,
        read: () => readForm(db, submissionId),
        plan: async (rows) => {
          const refused = (reason: 'notOpen' | 'tooMany' | 'placeTaken') =>
            ({ result: { status: 'notSaved', reason } }) as const;
          const form = isOpenForm(rows) ? await openForm(keyStore, rows) : null;
          if (form === null) return refused('notOpen');
          const ofKind = form.attachments.filter((row) => row.kind === kind).sort(bySequence);
          const replaced = (retakenSlot !== undefined && inSlots(ofKind)[retakenSlot]) || null;
          const others = ofKind.filter((row) => row !== replaced);
          if (others.length >= MAX_FILES_OF_A_KIND) return refused('tooMany');
          const kept = form.attachments.filter((row) => row !== replaced);
          const row = await rowAmong({ ...form, attachments: kept }, others);
          if (row === 'sealedSince') return { result: row };
          if (row === 'placeTaken') return refused(row);
          const attachment = await openAttachment(form.key, row);
          const attachments = [...kept, attachment];
          const submission = await touched({ ...form, attachments }, now());
          return {
            result: { status: 'saved', attachment },
            write: async () => {
              if (replaced !== null) {
                await db.attachments.delete(replaced.id);
                await db.blobs.delete(replaced.id);
              }
              await db.attachments.put(row);
              await db.blobs.bulkPut(files.map((file) => ({ ...file, type: row.type })));
              if (submission !== null) await db.submissions.put(submission);
            },
          };
        },
      });
    try {
      return await inTurn(() => withStorableBlobs(new Map([[id, bytes]]), write));
    } catch (error) {
      return { status: 'notSaved', reason: isQuotaError(error) ? 'quota' : 'device' };
    }
  }

  /** Encrypts the bytes first, so that no transaction waits for the encryption. */
  async function addSealed(
    { verdict, isRetaken = false, kind, originalName, submissionId, type, slot }: NewAttachment,
    bytes: Blob,
    hash: string,
  ): Promise<AddResult | 'sealedSince'> {
    const id = attachmentId(newId());
    const key = await keyOf(submissionId);
    if (key === null) return { status: 'notSaved', reason: 'notOpen' };
    const sealed = await sealBytes(key, id, bytes, keyStore.digest);
    const place = { id, submissionId, kind, retakenSlot: isRetaken ? slot : undefined };
    return put(place, sealed.bytes, async (form, others) => {
      if (form.key !== key) return 'sealedSince';
      const row: AttachmentRow = {
        id,
        submissionId,
        kind,
        fileName: wireFileName(kind, id, type),
        originalName: distinctName(originalName, namesIn(form)),
        type,
        size: bytes.size,
        sha256: hash,
        sequence: Math.max(0, ...others.map(({ sequence }) => sequence)) + 1,
        slot: freeSlot(others, slot),
        addedAt: now(),
        ...(verdict === undefined ? {} : { verdict }),
        ...(isRetaken ? { isRetaken } : {}),
      };
      return sealAttachment(key, row, sealed);
    });
  }

  return {
    async add(file) {
      const { bytes } = file;
      if (!(await hasDiskSpaceFor(bytes.size, estimate, grants)))
        return { status: 'notSaved', reason: 'quota' };
      const hash = await sha256(bytes).catch(() => null);
      if (hash === null) return { status: 'notSaved', reason: 'device' };
      const added = await addSealed(file, bytes, hash);
      // Meanwhile a form of an older build may have been encrypted, so this tries once more.
      const again = added === 'sealedSince' ? await addSealed(file, bytes, hash) : added;
      return again === 'sealedSince' ? { status: 'notSaved', reason: 'device' } : again;
    },

    async list(submissionId, kind) {
      const [submission, rows] = await db.transaction('r', [db.submissions, db.attachments], () =>
        Promise.all([
          db.submissions.get(submissionId),
          db.attachments.where({ submissionId }).toArray(),
        ]),
      );
      const key = submission === undefined ? null : await keyStore.keyForDisplay(submission);
      const opened = key === null ? [] : await attachmentsOf(key, rows);
      return opened.filter((row) => row.kind === kind).sort(bySequence);
    },

    async read(id) {
      const file = await stored(id);
      const key = file && (await keyOf(file.row.submissionId));
      return file && key !== null ? openBytes(key, file.row, file.bytes) : undefined;
    },

    async keep(id) {
      const submissionId = (await withReopen(db, () => db.attachments.get(id)))?.submissionId;
      if (submissionId === undefined) return;
      await readThenWrite(db, {
        tables,
        read: () => readForm(db, submissionId),
        plan: async (rows): Promise<WritePlan<void>> => {
          const row = rows.attachments.find((each) => each.id === id);
          if (row === undefined || !isOpenForm(rows)) return { result: undefined };
          return {
            result: undefined,
            write: async () => {
              await db.attachments.put({ ...row, isKept: true });
            },
          };
        },
      });
    },

    async remove(id) {
      // Copies the bytes into memory first: the database's Blob becomes unreadable when its row is deleted.
      const undo = await stored(id)
        .then(
          async (file) =>
            file && { ...file, bytes: new Blob([await file.bytes.arrayBuffer()], file.bytes) },
        )
        .catch(() => undefined);
      const submissionId = (await withReopen(db, () => db.attachments.get(id)))?.submissionId;
      if (submissionId === undefined) return { status: 'notThere' };
      return readThenWrite(db, {
        tables,
        read: () => readForm(db, submissionId),
        plan: async (rows): Promise<WritePlan<RemoveResult>> => {
          const row = rows.attachments.find((each) => each.id === id);
          const form = isOpenForm(rows) ? await openForm(keyStore, rows) : null;
          if (row === undefined || form === null) return { result: { status: 'notThere' } };
          const ofKind = form.attachments.filter(({ kind }) => kind === row.kind).sort(bySequence);
          const slot = inSlots(ofKind).findIndex((each) => each?.id === id);
          const attachments = form.attachments.filter((each) => each.id !== id);
          const submission = await touched({ ...form, attachments }, now());
          return {
            result: {
              status: 'removed',
              undo: undo ? { row: { ...row, slot }, bytes: undo.bytes } : null,
            },
            write: async () => {
              await db.attachments.delete(id);
              await db.blobs.delete(id);
              if (submission !== null) await db.submissions.put(submission);
            },
          };
        },
      });
    },

    async restore({ row, bytes }) {
      const restored = await put(row, bytes, async (form, others) => {
        const { key } = form;
        const { sealedName, sealedSize, sealedSha256 } = row;
        if ((key === undefined) !== (sealedName === undefined)) return 'sealedSince';
        const slot = slotAgain(row, others, form);
        if (slot === null) return 'placeTaken';
        const opened = await openAttachment(key, row);
        const originalName = distinctName(opened.originalName, namesIn(form));
        const sealed = sealedName === undefined ? null : { sealedSize, sealedSha256 };
        return sealAttachment(key, { ...opened, originalName, slot }, { bytes, sealed });
      });
      return restored === 'sealedSince' ? { status: 'notSaved', reason: 'device' } : restored;
    },
  };
}
