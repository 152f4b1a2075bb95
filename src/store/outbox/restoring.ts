import type { AttachmentId } from '../../domain/ids.ts';
import type { SubmissionKeys } from '../../domain/submission-types.ts';
import type { Secret, Secrets } from '../../seal/secrets.ts';
import type { Database } from '../db/database.ts';
import { isSameRow, readThenWrite, withReopen } from '../db/transactions.ts';
import { draftOf, strokesOf } from '../drafts/draft-tables.ts';
import { withStorableBlobs } from '../files/blobs.ts';
import {
  type Contents,
  decodeContentsSubmission,
  type StoredContents,
} from '../format/contents.ts';
import type { StoredAttachment } from '../format/rows.ts';
import { encodeSubmission } from '../format/submission-row.ts';
import { markInUse } from '../keys/available-secrets.ts';
import type { KeyStore } from '../keys/key-store.ts';
import {
  openAttachment,
  openPayload,
  sealAttachment,
  sealBytes,
  sealDraft,
  sealPayload,
  sealStroke,
  sealSubmission,
} from '../keys/sealed-rows.ts';
import { undeliveredRows, updateCounters } from './counters.ts';
import { deliveredIds, rememberFormGuid } from './form-guids.ts';
import type { EncryptOldRowsPort, RestorePort, UndoPort } from './outbox-port.ts';
import { contentTables, readContents } from './outbox-reads.ts';
import { allSubmissionTables, putFiles, secretsOf } from './outbox-rows.ts';
import { linkCorrection } from './verdict-rows.ts';

/** Reads and restores the secrets of a submission that a person deletes, for an undo. */
export const secretsInUse = (
  secrets: Secrets,
): Pick<UndoPort, 'secretsInUse' | 'restoreSecrets'> => ({
  secretsInUse: async (keys) => {
    const held: Secret[] = [];
    for (const name of secretsOf(keys)) {
      const bytes = await secrets.read(name);
      if (bytes !== null) held.push({ name, bytes });
    }
    return held;
  },
  restoreSecrets: async (held) => {
    for (const secret of held) if (!(await secrets.put(secret))) return false;
    return true;
  },
});

/** All encrypted rows of a submission, and its files by id. */
export type WholeContents = Readonly<{
  contents: Contents;
  files: ReadonlyMap<AttachmentId, Blob>;
}>;

/**
 * Encrypts an unencrypted submission with the key of this phone's agent. Marks the secrets as used at once. If the caller does not write
 * the rows, the secrets stay without use. A queued submission gets a sending slot, unless its agent sends only while unlocked.
 * @param contents returned unchanged if they are encrypted
 * @returns null if a later version wrote the form
 */
export async function sealContents(
  keyStore: KeyStore,
  contents: Contents,
  files: ReadonlyMap<AttachmentId, Blob>,
): Promise<WholeContents | null> {
  const { id, keys: before, status } = contents.submission;
  if (before !== undefined) return { contents, files };
  const draft = await draftOf(undefined, contents.draft);
  if (draft === null) return null;
  const { agent, key, keys: own } = await keyStore.claimKey(id);
  const clear = withoutOldNames(contents.submission);
  const row = encodeSubmission({ ...clear, agent });
  const keys: SubmissionKeys =
    status === 'queued' && (await keyStore.isSentWhileLocked(agent))
      ? { ...own, q: await keyStore.claimSendingSlot({ ...row, keys: own }) }
      : own;
  const submission = await sealSubmission(key, { ...clear, agent, keys });
  const attachments: StoredAttachment[] = [];
  const sealedFiles = new Map<AttachmentId, Blob>();
  for (const stored of contents.attachments) {
    const plain = files.get(stored.id);
    const bytes = await sealBytes(key, stored.id, plain ?? new Blob(), keyStore.digest);
    const named = await openAttachment(undefined, stored);
    attachments.push(await sealAttachment(key, named, bytes));
    if (plain !== undefined) sealedFiles.set(stored.id, bytes.bytes);
  }
  const strokes = await strokesOf(undefined, contents.strokes);
  const payload = contents.payload && (await openPayload(undefined, contents.payload));
  return {
    contents: {
      submission,
      draft: await sealDraft(key, draft),
      attachments,
      strokes: await Promise.all(strokes.map((stroke) => sealStroke(key, stroke))),
      payload: payload ? await sealPayload(key, payload) : null,
    },
    files: sealedFiles,
  };
}

/** Removes a column of the first builds with a part of the name. Otherwise it would stay, as unknown columns do. */
function withoutOldNames<Row extends object>({
  maskedName: _,
  ...row
}: Row & { maskedName?: unknown }) {
  return row;
}

/**
 * Writes a missing submission.
 * @param allowsSecond true if the submission may be a second correction of the same form
 */
const restoreRows = (
  db: Database,
  { submission, draft, attachments, strokes, payload }: Contents,
  files: ReadonlyMap<AttachmentId, Blob>,
  allowsSecond: boolean,
): Promise<'restored' | 'present' | 'corrected'> =>
  withStorableBlobs(files, (stored) => {
    const row = encodeSubmission(submission);
    return withReopen(db, () =>
      db.transaction('rw', [...allSubmissionTables, 'verdicts'], async () => {
        if ((await db.submissions.get(submission.id)) !== undefined) return 'present';
        if (!(await linkCorrection(db, submission)) && !allowsSecond) return 'corrected';
        await db.submissions.put(row);
        for (const name of secretsOf(submission.keys)) await markInUse(db, name);
        if (submission.formId !== null) await rememberFormGuid(db, submission.formId, submission);
        await db.drafts.put(draft);
        await db.attachments.bulkPut([...attachments]);
        await db.strokes.bulkPut([...strokes]);
        if (payload !== null) await db.payloads.put(payload);
        await putFiles(db, stored, (id) => files.get(id)?.type ?? '');
        await updateCounters(db, null, submission.status);
        return 'restored';
      }),
    );
  });

export function createUndo(db: Database, keyStore: KeyStore): UndoPort {
  return {
    ...secretsInUse(keyStore.secrets),
    sealed: (contents, files) => sealContents(keyStore, contents, files),
    undoRemoval: (contents, files) => restoreRows(db, contents, files, false),
    deliveredIds: () => withReopen(db, () => deliveredIds(db)),
  };
}

export function createRestoring(db: Database): RestorePort {
  return {
    restore: async (contents, files) =>
      (await restoreRows(db, contents, files, true)) === 'present' ? 'present' : 'restored',

    deleteOrphanedBlobs: () =>
      withReopen(db, () =>
        db.transaction('rw', [db.attachments, db.blobs], async () => {
          const named = new Set(await db.attachments.toCollection().primaryKeys());
          const stray = (await db.blobs.toCollection().primaryKeys()).filter(
            (id) => !named.has(id),
          );
          await db.blobs.bulkDelete(stray);
          return stray.length;
        }),
      ),
  };
}

export function createSealingOld(db: Database, keyStore: KeyStore): EncryptOldRowsPort {
  return {
    unencryptedIds: async () => {
      const rows = await withReopen(db, () => undeliveredRows(db));
      return rows.filter(({ keys }) => keys === undefined).map(({ id }) => id);
    },

    encryptOldRow: async (stored, files) => {
      const read = decodeContentsSubmission(stored);
      if (read === null) return 'changed';
      const sealed = await sealContents(keyStore, read, files);
      if (sealed === null) return 'changed';
      const { attachments, draft, payload, strokes, submission } = sealed.contents;
      const row = encodeSubmission(submission);
      return withStorableBlobs(sealed.files, (blobs) =>
        readThenWrite<StoredContents | undefined, 'sealed' | 'changed'>(db, {
          tables: [...contentTables, 'blobs'],
          read: () => readContents(db, submission.id),
          plan: (seen) => {
            if (!isSameRow(seen, stored)) return { result: 'changed' };
            return {
              result: 'sealed',
              write: async () => {
                await db.submissions.put(row);
                await db.drafts.put(draft);
                await db.attachments.bulkPut([...attachments]);
                await db.strokes.bulkPut([...strokes]);
                if (payload !== null) await db.payloads.put(payload);
                await putFiles(db, blobs, (id) => files.get(id)?.type ?? '');
              },
            };
          },
        }),
      );
    },
  };
}
