import { typeOfFile } from '../../domain/forms/sent-files.ts';
import type { AttachmentId, SubmissionId } from '../../domain/ids.ts';
import type { Submission, SubmissionKeys } from '../../domain/submission-types.ts';
import type { Database } from '../db/database.ts';
import { withReopen } from '../db/transactions.ts';
import { deleteKey, writeKey } from '../device/device-keys.ts';
import { type StoredFiles, toBlob, withStorableBlobs } from '../files/blobs.ts';
import type { StoredAttachment } from '../format/rows.ts';
import type { StoredSubmission } from '../format/submission-row.ts';
import { markForDeletion } from '../keys/available-secrets.ts';
import type { KeyedRow, KeyStore } from '../keys/key-store.ts';
import { updateCounters } from './counters.ts';
import { rememberFormGuid } from './form-guids.ts';
import type { FileBytes } from './outbox-port.ts';

/* Parts that several writes of the outbox share. Call them inside a transaction. */

export const allSubmissionTables = [
  'submissions',
  'drafts',
  'strokes',
  'attachments',
  'blobs',
  'payloads',
  'counters',
  'device',
  'secretNames',
  'formGuids',
] as const;

/**
 * Writes a changed submission. The transaction must include `allSubmissionTables`. For a delivery, also deletes the contents.
 * @param row `after`, encoded
 */
export async function putChanged(
  db: Database,
  before: Submission,
  after: Submission,
  row: StoredSubmission,
): Promise<void> {
  if (after.status === 'delivered' && before.status !== 'delivered') {
    await deleteContents(db, after.id);
    await writeKey(db, 'lastDeliveredAt', after.deliveredAt);
    await deleteKey(db, 'failedAttempts');
    if (after.formId !== null) await rememberFormGuid(db, after.formId, after);
  }
  await db.submissions.put(row);
  const needed = secretsOf(after.keys);
  await markForDeletion(
    db,
    secretsOf(before.keys).filter((name) => !needed.includes(name)),
  );
  await updateCounters(db, before.status, after.status);
}

/** The secrets that a submission's encrypted values need. */
export const secretsOf = (keys: SubmissionKeys | undefined): readonly string[] =>
  keys === undefined ? [] : [keys.p, ...(keys.q === undefined ? [] : [keys.q.name])];

export async function putFiles(
  db: Database,
  files: StoredFiles,
  typeOf: (id: AttachmentId) => string,
): Promise<void> {
  await db.blobs.bulkPut(files.map(({ id, bytes }) => ({ id, bytes, type: typeOf(id) })));
}

/** Deletes form, strokes, files and payload. The caller writes or deletes the submission's row. */
export async function deleteContents(db: Database, id: SubmissionId): Promise<void> {
  const files: AttachmentId[] = await db.attachments.where('submissionId').equals(id).primaryKeys();
  await db.blobs.bulkDelete(files);
  await db.attachments.bulkDelete(files);
  await db.strokes.where('submissionId').equals(id).delete();
  await db.drafts.delete(id);
  await db.payloads.delete(id);
}

/** The SHA-256 of a file's stored bytes, which are encrypted if the file is. */
export const storedHashOf = (row: StoredAttachment): string =>
  row.sealedName === undefined ? row.sha256 : row.sealedSha256;

export function createFileBytes(db: Database, keyStore: KeyStore): FileBytes {
  const rowOf = async (of: KeyedRow): Promise<KeyedRow> =>
    (await db.submissions.get(of.id).catch(() => undefined)) ?? of;

  return {
    bytes: (id) =>
      withReopen(db, async () => {
        const row = await db.blobs.get(id);
        return row === undefined ? undefined : toBlob(row);
      }),

    openedBytes: async (of, { fileName, id }, bytes) => {
      // The row may have been encrypted since the caller read it.
      const holder = of.keys === undefined ? await rowOf(of) : of;
      const key = await keyStore.keyOf(holder);
      if (key === undefined) return bytes;
      // A browser returns a Blob even if the Blob's file is gone. Then reading fails, with a different error in each browser.
      const opened = key?.openFile(id, bytes, typeOfFile(fileName)).catch(() => null);
      return (await opened) ?? undefined;
    },

    putBytes: async (id, bytes) => {
      const sha256 = await keyStore.digest(bytes);
      await withStorableBlobs(new Map([[id, bytes]]), (stored) =>
        withReopen(db, () =>
          db.transaction('rw', [db.attachments, db.blobs], async () => {
            const row = await db.attachments.get(id);
            if (row !== undefined && storedHashOf(row) === sha256)
              await putFiles(db, stored, () => bytes.type);
          }),
        ),
      );
    },
  };
}
