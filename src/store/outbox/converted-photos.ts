import { advance, isStale } from '../../domain/submission.ts';
import { isUpload, type QueuedSubmission, type Submission } from '../../domain/submission-types.ts';
import type { Database } from '../db/database.ts';
import { readThenWrite, type WritePlan, withReopen } from '../db/transactions.ts';
import { holdsLease } from '../device/device-values.ts';
import { withStorableBlobs } from '../files/blobs.ts';
import type { StoredAttachment } from '../format/rows.ts';
import {
  decodeSubmission,
  encodeSubmission,
  type StoredSubmission,
} from '../format/submission-row.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { type SealedBytes, sealBytes } from '../keys/sealed-rows.ts';
import type { PhotoConverted, Recorded, RecordPort } from './outbox-port.ts';
import { allSubmissionTables, putChanged, putFiles } from './outbox-rows.ts';

type Read = Readonly<{
  row: StoredSubmission | undefined;
  file: StoredAttachment | undefined;
  isOurs: boolean;
}>;

/**
 * Returns the row of the converted JPEG. Returns null if the event's step does not send this file,
 * or if the form was encrypted meanwhile.
 */
export function convertedRow(
  file: StoredAttachment,
  { step: { content } }: PhotoConverted,
  { sealed }: SealedBytes,
): StoredAttachment | null {
  if (!isUpload(content) || content.attachmentId !== file.id) return null;
  const { fileName, sha256, size } = content;
  const facts = { fileName, sha256, size, type: 'image/jpeg', wasWebp: true } as const;
  if (file.sealedName === undefined) return sealed === null ? { ...file, ...facts } : null;
  return sealed === null ? null : { ...file, ...facts, ...sealed };
}

/** Writes bytes, file row and submission in one transaction, so that WebP and JPEG are never mixed. */
export function createConvertedPhotos(
  db: Database,
  keyStore: KeyStore,
): Pick<RecordPort, 'recordConverted'> {
  const changed = (row: StoredSubmission, event: PhotoConverted): Changed | null => {
    const before = decodeSubmission(row);
    return before === null || isStale(before, event)
      ? null
      : { before, after: advance(before, event) };
  };
  return {
    async recordConverted(owner, id, event, jpeg) {
      const { content } = event.step;
      const stored = await withReopen(db, () => db.submissions.get(id));
      if (stored === undefined) return { status: 'gone' };
      const key = await keyStore.keyOf(stored);
      if (key === null || !isUpload(content)) return { status: 'stale' };
      const { attachmentId } = content;
      const sealed = await sealBytes(key, attachmentId, jpeg, keyStore.digest);
      return withStorableBlobs(new Map([[attachmentId, sealed.bytes]]), (files) =>
        readThenWrite<Read, Recorded>(db, {
          tables: allSubmissionTables,
          read: async () => ({
            row: await db.submissions.get(id),
            file: await db.attachments.get(attachmentId),
            isOurs: await holdsLease(db, owner),
          }),
          plan: ({ file, isOurs, row }): WritePlan<Recorded> => {
            if (row === undefined) return { result: { status: 'gone' } };
            if (!isOurs) return { result: { status: 'fenced' } };
            const now = changed(row, event);
            const converted = file && convertedRow(file, event, sealed);
            if (now === null || !converted) return { result: { status: 'stale' } };
            const { after, before } = now;
            const encoded = encodeSubmission(after);
            return {
              result: { status: 'recorded', submission: after },
              write: async () => {
                await putFiles(db, files, () => converted.type);
                await db.attachments.put(converted);
                await putChanged(db, before, after, encoded);
              },
            };
          },
        }),
      );
    },
  };
}

type Changed = Readonly<{ before: Submission; after: Submission | QueuedSubmission }>;
