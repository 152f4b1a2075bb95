import type { FormKind } from '../../domain/forms/form-kinds.ts';
import { formOf } from '../../domain/forms/form-of.ts';
import { passedKey } from '../../domain/forms/issue.ts';
import { nextSimScans, nextSimStart, nextSimValues } from '../../domain/forms/next-customer.ts';
import { type PictureType, wireFileName } from '../../domain/forms/sent-files.ts';
import type { Values } from '../../domain/forms/values.ts';
import {
  type AttachmentId,
  attachmentId,
  type FormId,
  formId,
  type SubmissionId,
  submissionId,
} from '../../domain/ids.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { Database } from '../db/database.ts';
import { isQuotaError, readThenWrite, type WritePlan, withReopen } from '../db/transactions.ts';
import { toBlob, withStorableBlobs } from '../files/blobs.ts';
import { browserSpace, type Estimate, type Grants, hasDiskSpaceFor } from '../files/disk-space.ts';
import { decodeDraft } from '../format/draft-row.ts';
import type { AttachmentRow, DraftRow, StoredAttachment } from '../format/rows.ts';
import { isText } from '../format/shape.ts';
import { isOfLaterFormat } from '../format/submission-row.ts';
import { isVisibleTo } from '../keys/agent-access.ts';
import { dropAvailable, oldestAvailable, type SecretAttempt } from '../keys/available-secrets.ts';
import type { KeyStore, NewKey } from '../keys/key-store.ts';
import {
  openAttachment,
  openBytes,
  openDraft,
  type RowKey,
  sealAttachment,
  sealBytes,
  sealDraft,
} from '../keys/sealed-rows.ts';
import { putFiles } from '../outbox/outbox-rows.ts';
import { newContent } from './draft-content.ts';
import { draftOf } from './draft-tables.ts';
import { endOfRows, type NewPlace, newForm, newFormTables, readNewPlace } from './drafts.ts';

/** A document of another form, with its bytes in memory. So it survives that form's delivery, which deletes the stored bytes. */
export type CopiedFile = Readonly<{ row: AttachmentRow; bytes: Blob }>;

/** The documents that a new form for the same customer starts with. */
export type CopiedFiles = Readonly<{
  kind: FormKind;
  values: Values;
  scanned?: DraftRow['scanned'];
  /** The documents, oldest first. The signature is not copied. */
  files: readonly CopiedFile[];
  unread: number;
}>;

/** Reads the form in one transaction, so that a deletion can't happen in between. Returns null if the form is deleted. */
async function copiedFrom(
  db: Database,
  keyStore: KeyStore,
  id: SubmissionId,
): Promise<CopiedFiles | null> {
  const { blobs, rows, stored, submission } = await withReopen(db, () =>
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
  const key = submission === undefined ? null : await keyStore.keyForDisplay(submission);
  const draft = stored && key !== null ? await draftOf(key, stored) : null;
  if (draft === null || key === null) return null;
  const files: CopiedFile[] = [];
  for (const [index, row] of rows.entries()) {
    const blob = blobs[index];
    const bytes = blob && (await inMemory(key, row, toBlob(blob)));
    if (bytes) files.push({ row: await openAttachment(key, row), bytes });
  }
  const { kind, scanned = {}, values } = draft;
  return { kind, scanned, values, files, unread: rows.length - files.length };
}

/** Reads the decrypted bytes into memory. Returns null if the browser lost the bytes, or if they do not match their hash. */
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

/** A row of an older version may have another text as type. Such files are always JPEGs. */
const documentTypeOf = (type: string): PictureType | 'application/pdf' =>
  type === 'application/pdf' || type === 'image/webp' ? type : 'image/jpeg';

function filesFor(
  submissionId: SubmissionId,
  files: readonly CopiedFile[],
  newId: () => string,
  addedAt: number,
): ReadonlyMap<AttachmentId, CopiedFile> {
  return new Map(
    files.map(({ row, bytes }) => {
      const id = attachmentId(newId());
      const fileName = wireFileName(row.kind, id, documentTypeOf(row.type));
      return [id, { row: { ...row, id, submissionId, fileName, addedAt }, bytes }];
    }),
  );
}

export type OpenResult =
  /** `corrects`: the returned form that the draft corrects. */
  | Readonly<{ status: 'open'; draft: DraftRow; corrects?: FormId }>
  | Readonly<{ status: 'submitted' | 'gone' }>
  /** A newer version of the app wrote the draft. */
  | Readonly<{ status: 'newer' }>;

export type NextSim =
  /** `leftOut`: the number of documents that could not be read, or for which the device has no space. */
  | Readonly<{ status: 'begun'; id: SubmissionId; leftOut: number }>
  /** The customer's data is no longer on this phone. */
  | Readonly<{ status: 'gone' }>;

export type DraftOpening = Readonly<{
  /** Opens a draft, converted to this version's format. */
  open: (id: SubmissionId) => Promise<OpenResult>;
  /** Reads the content for the same customer's next SIM, before a delivery deletes the content. Returns null if it is deleted. */
  copied: (id: SubmissionId) => Promise<CopiedFiles | null>;
  /**
   * Creates a draft for the same customer's next SIM, with texts and documents, but without SIM number, location, consent and signature.
   * Copies the stored form. Uses `remembered` if the stored form or one of its documents is unreadable.
   */
  nextSimForCustomer: (from: SubmissionId, remembered: CopiedFiles | undefined) => Promise<NextSim>;
}>;

export type DraftPorts = Readonly<{
  now: () => number;
  newId: () => string;
  estimate: Estimate;
  grants: Grants;
}>;

const browserPorts: DraftPorts = {
  now: () => Date.now(),
  newId: () => crypto.randomUUID(),
  ...browserSpace,
};

/** The functions that open or copy a stored form. */
export const draftOpening = (
  db: Database,
  keyStore: KeyStore,
  { now, newId, estimate, grants }: DraftPorts = browserPorts,
): DraftOpening => {
  /** Writes the form and its files in one transaction. */
  const writeNextSim = (
    id: SubmissionId,
    { kind, scanned = {}, values }: CopiedFiles,
    files: ReadonlyMap<AttachmentId, CopiedFile>,
    leftOut: number,
  ): Promise<NextSim> => {
    const form = formOf(kind);
    const attachments = [...files.values()].map(({ row }) => row);
    // Dismisses the warnings about a card's missing page, because the first form was submitted without it.
    const passedWarnings = attachments.flatMap(({ kind: file }) => [
      passedKey(file, 'missing-back'),
      passedKey(file, 'missing-front'),
    ]);
    const begun = newContent(kind, nextSimValues(form, values));
    const content = {
      ...begun,
      ...nextSimStart(form),
      passedWarnings,
      scanned: nextSimScans(form, scanned),
    };
    return keyStore.withAvailableSecret(async () => {
      const available = await oldestAvailable(db);
      if (available === undefined) return 'noneAvailable';
      const key = await keyStore.newKey(id, available);
      if (key === null) {
        await dropAvailable(db, available);
        return 'secretLost';
      }
      const sealed = await sealedFiles(keyStore, key, files);
      const bytes = new Map([...sealed].map(([each, file]) => [each, file.bytes]));
      return withStorableBlobs(bytes, (stored) =>
        readThenWrite<NewPlace, SecretAttempt<NextSim>>(db, {
          tables: [...newFormTables, 'attachments', 'blobs'],
          read: () => readNewPlace(db, id),
          plan: async (place): Promise<WritePlan<SecretAttempt<NextSim>>> => {
            // Another form has used the secret meanwhile.
            if (place.available?.name !== available.name) return { result: 'secretLost' };
            const sequence = place.sequence + 1;
            const next = { id, kind, content, attachments, at: now(), sequence };
            const write = await newForm(db, key, next);
            return {
              result: { status: 'begun', id, leftOut },
              write: async () => {
                await write();
                await db.attachments.bulkPut([...sealed.values()].map(({ row }) => row));
                await putFiles(db, stored, (each) => files.get(each)?.row.type ?? '');
              },
            };
          },
        }),
      );
    });
  };
  return {
    open: (id) =>
      readThenWrite(db, {
        tables: ['drafts', 'submissions'],
        read: async () => ({
          row: await db.drafts.get(id),
          submission: await db.submissions.get(id),
        }),
        plan: async ({ row, submission }): Promise<WritePlan<OpenResult>> => {
          const end = endOfRows(row, submission, row?.revision);
          // The URL may name another agent's form. The result is the same as for a form that never existed.
          if (submission !== undefined && !isVisibleTo(await keyStore.agentAccess(), submission))
            return { result: { status: 'gone' } };
          if (end?.status === 'submitted') return { result: { status: 'submitted' } };
          if (end !== null || row === undefined || submission === undefined)
            return { result: { status: 'gone' } };
          const key = await keyStore.keyOf(submission);
          const opened = key === null ? undefined : await openDraft(key, row);
          const draft = opened && decodeDraft(opened);
          if (!draft || key === null || isOfLaterFormat(submission))
            return { result: { status: 'newer' } };
          const link = isText(submission.corrects) && { corrects: formId(submission.corrects) };
          const result: OpenResult = { status: 'open', draft, ...link };
          if (draft === opened) return { result };
          const upgraded = await sealDraft(key, draft);
          return { result, write: () => db.drafts.put(upgraded) };
        },
      }),

    copied: (id) => copiedFrom(db, keyStore, id),

    async nextSimForCustomer(from, remembered) {
      const stored = await copiedFrom(db, keyStore, from);
      const copied = stored?.unread === 0 ? stored : (remembered ?? stored);
      if (copied === null) return { status: 'gone' };
      const { files, unread } = copied;
      const size = files.reduce((sum, { bytes }) => sum + bytes.size, 0);
      const hasRoom = files.length === 0 || (await hasDiskSpaceFor(size, estimate, grants));
      const begin = (id: SubmissionId, taken: readonly CopiedFile[]): Promise<NextSim> =>
        writeNextSim(
          id,
          copied,
          filesFor(id, taken, newId, now()),
          unread + files.length - taken.length,
        );
      try {
        return await begin(submissionId(newId()), hasRoom ? files : []);
      } catch (error) {
        if (!isQuotaError(error)) throw error;
        return await begin(submissionId(newId()), []);
      }
    },
  };
};

type SealedFile = Readonly<{ row: StoredAttachment; bytes: Blob }>;

async function sealedFiles(
  { digest }: KeyStore,
  { key }: NewKey,
  files: ReadonlyMap<AttachmentId, CopiedFile>,
): Promise<ReadonlyMap<AttachmentId, SealedFile>> {
  const sealed = new Map<AttachmentId, SealedFile>();
  for (const [id, { bytes: plain, row }] of files) {
    const bytes = await sealBytes(key, id, plain, digest);
    sealed.set(id, { row: await sealAttachment(key, row, bytes), bytes: bytes.bytes });
  }
  return sealed;
}

/** Two texts that change with a draft. If one changes, the second copy must be written again. */
export type DraftFingerprint = Readonly<{
  /** Changes with the draft's section and files. */
  captured: string;
  /** Changes also with every letter and stroke. */
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
