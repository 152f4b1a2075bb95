import type { AttachmentId, FormId, SubmissionId } from '../domain/ids.ts';
import { advance, isStale } from '../domain/submission.ts';
import { lacksFormId } from '../domain/submission-state.ts';
import type { QueuedSubmission, Submission } from '../domain/submission-types.ts';
import { keptFormId } from '../domain/unknown-form.ts';
import { blobOf, type StoredFiles, withFiles } from './blob-bytes.ts';
import { bumpCounters } from './counters.ts';
import type { Database } from './database.ts';
import { writeKey } from './device-keys.ts';
import {
  addFormGuid,
  claimFormGuid,
  nextFormGuid,
  rememberFormGuid,
  unusedFormGuids,
} from './form-guids.ts';
import { isDraftRow } from './format/draft-row.ts';
import {
  decodeSubmission,
  encodeSubmission,
  type StoredSubmission,
  statusOf,
} from './format/submission-row.ts';
import { holdsLease } from './lease-rows.ts';
import type { Changed, FreezeResult, OutboxStore, Recorded } from './outbox-port.ts';
import { createOutboxReads, decodeQueued, isQueued, queuedRows } from './outbox-reads.ts';
import { createOutboxState } from './outbox-state.ts';
import { readThenWrite } from './read-then-write.ts';
import { reopening } from './reopen.ts';
import type { AttachmentRow, StoredDraft } from './rows.ts';

type ToFreeze = Readonly<{
  row: StoredSubmission | undefined;
  draft: StoredDraft | undefined;
  files: readonly AttachmentRow[];
  /** The oldest of the pool. */
  guid: FormId | null;
}>;
type ToRecover = Readonly<{ rows: readonly StoredSubmission[]; isOurs: boolean }>;
type ToNumber = Readonly<{
  row: StoredSubmission | undefined;
  /** The oldest of the pool. */
  formId: FormId | null;
}>;
type ToRecord = Readonly<{ row: StoredSubmission | undefined; isOurs: boolean }>;

/** The outbox in IndexedDB. Each function writes in one strict transaction. */
export function createOutboxStore(db: Database): OutboxStore {
  const everything = [
    'submissions',
    'drafts',
    'strokes',
    'attachments',
    'blobs',
    'payloads',
    'counters',
    'device',
  ] as const;

  const put = async (before: Submission, after: Submission): Promise<void> => {
    if (after.status === 'delivered' && before.status !== 'delivered') {
      await forgetContents(db, after.id);
      await writeKey(db, 'lastDeliveredAt', after.deliveredAt);
    }
    await db.submissions.put(encodeSubmission(after));
    await bumpCounters(db, before.status, after.status);
  };

  const putFiles = async (
    files: StoredFiles,
    typeOf: (id: AttachmentId) => string,
  ): Promise<void> => {
    await db.blobs.bulkPut(files.map(({ id, bytes }) => ({ id, bytes, type: typeOf(id) })));
  };

  return {
    ...createOutboxState(db),
    ...createOutboxReads(db),

    bytes: (id) =>
      reopening(db, async () => {
        const row = await db.blobs.get(id);
        return row === undefined ? undefined : blobOf(row);
      }),

    putBytes: (id, bytes) =>
      withFiles(new Map([[id, bytes]]), (stored) =>
        reopening(db, () => putFiles(stored, () => bytes.type)),
      ),

    sweepBytes: () =>
      reopening(db, () =>
        db.transaction('rw', [db.attachments, db.blobs], async () => {
          const named = new Set(await db.attachments.toCollection().primaryKeys());
          const stray = (await db.blobs.toCollection().primaryKeys()).filter(
            (id) => !named.has(id),
          );
          await db.blobs.bulkDelete(stray);
          return stray.length;
        }),
      ),

    freeze: ({ id, revision, attachments, payload, signature, freeze }) =>
      withFiles(new Map(signature ? [[signature.row.id, signature.bytes]] : []), (stored) =>
        readThenWrite<ToFreeze, FreezeResult>(db, {
          tables: [...everything, 'formGuids'],
          read: async () => ({
            row: await db.submissions.get(id),
            draft: await db.drafts.get(id),
            files: await db.attachments.where('submissionId').equals(id).toArray(),
            guid: await nextFormGuid(db),
          }),
          plan: ({ row, draft, files, guid }) => {
            if (row === undefined || draft === undefined) return { result: { status: 'gone' } };
            const before = decodeSubmission(row);
            if (before === null || !isDraftRow(draft)) return { result: { status: 'changed' } };
            if (before.status !== 'draft' && before.status !== 'rejected')
              return { result: { status: 'alreadySubmitted' } };
            const ids = files.map((file) => file.id);
            if (draft.revision !== revision || !isSameSet(ids, attachments))
              return { result: { status: 'changed' } };
            const kept = keptFormId(before);
            const submission = freeze(before, kept ?? guid);
            return {
              result: { status: 'frozen', submission, before },
              write: async () => {
                if (kept === null && guid !== null) await rememberFormGuid(db, guid, id);
                await put(before, submission);
                await db.payloads.put(payload);
                await db.drafts.put({ ...draft, serverMessage: null });
                if (signature === null) return;
                const old = files.filter(({ kind }) => kind === 'signature').map((file) => file.id);
                await db.attachments.bulkDelete(old);
                await db.blobs.bulkDelete(old);
                await db.attachments.put(signature.row);
                await putFiles(stored, () => signature.row.type);
              },
            };
          },
        }),
      ),

    change: (id, decide) =>
      readThenWrite<StoredSubmission | undefined, Changed>(db, {
        tables: everything,
        read: () => db.submissions.get(id),
        plan: (row) => {
          if (row === undefined) return { result: { status: 'gone' } };
          const before = decodeSubmission(row);
          if (before === null) return { result: { status: 'odd' } };
          const event = decide(before);
          if (event === null) return { result: { status: 'refused', submission: before } };
          const submission = advance(before, event);
          return {
            result: { status: 'changed', submission },
            write: () => put(before, submission),
          };
        },
      }),

    showServerMessage: (id, serverMessage) =>
      readThenWrite<StoredDraft | undefined, void>(db, {
        tables: ['drafts'],
        read: () => db.drafts.get(id),
        plan: (draft) =>
          isDraftRow(draft)
            ? { result: undefined, write: () => db.drafts.put({ ...draft, serverMessage }) }
            : { result: undefined },
      }),

    remove: (id, allowed) =>
      reopening(db, () =>
        db.transaction('rw', [...everything], async () => {
          const row = await db.submissions.get(id);
          if (row === undefined) return 'gone';
          if (!allowed(row)) return 'refused';
          await forgetContents(db, id);
          await db.submissions.delete(id);
          await bumpCounters(db, statusOf(row), null);
          return 'removed';
        }),
      ),

    restore: ({ submission, draft, attachments, strokes, payload }, files) =>
      withFiles(files, (stored) =>
        reopening(db, () =>
          db.transaction('rw', [...everything, 'formGuids'], async () => {
            if ((await db.submissions.get(submission.id)) !== undefined) return 'present';
            await db.submissions.put(encodeSubmission(submission));
            if (submission.formId !== null)
              await rememberFormGuid(db, submission.formId, submission.id);
            await db.drafts.put(draft);
            await db.attachments.bulkPut([...attachments]);
            await db.strokes.bulkPut([...strokes]);
            if (payload !== null) await db.payloads.put(payload);
            await putFiles(stored, (id) => files.get(id)?.type ?? '');
            await bumpCounters(db, null, submission.status);
            return 'restored';
          }),
        ),
      ),

    record: (owner, id, event) =>
      readThenWrite<ToRecord, Recorded>(db, {
        tables: everything,
        read: async () => ({
          row: await db.submissions.get(id),
          isOurs: await holdsLease(db, owner),
        }),
        plan: ({ row, isOurs }) => {
          if (row === undefined) return { result: { status: 'gone' } };
          if (!isOurs) return { result: { status: 'fenced' } };
          const before = decodeSubmission(row);
          if (before === null || isStale(before, event)) return { result: { status: 'stale' } };
          const submission = advance(before, event);
          return {
            result: { status: 'recorded', submission },
            write: () => put(before, submission),
          };
        },
      }),

    recover: (owner, at) =>
      readThenWrite<ToRecover, readonly QueuedSubmission[]>(db, {
        tables: ['submissions', 'device'],
        read: async () => ({
          rows: await queuedRows(db),
          isOurs: await holdsLease(db, owner),
        }),
        plan: ({ rows, isOurs }) => {
          if (!isOurs) return { result: [] };
          const queued = decodeQueued(rows);
          const recovered = queued.map((row) => advance(row, { event: 'recovered', at }));
          const changed = recovered.filter((row, index) => row !== queued[index]);
          const result = recovered.filter(isQueued);
          return changed.length === 0
            ? { result }
            : { result, write: () => db.submissions.bulkPut(changed.map(encodeSubmission)) };
        },
      }),

    giveFormId: (id, at) =>
      readThenWrite<ToNumber, boolean>(db, {
        tables: ['submissions', 'formGuids'],
        read: async () => ({ row: await db.submissions.get(id), formId: await nextFormGuid(db) }),
        plan: ({ row, formId }) => {
          const before = decodeSubmission(row);
          if (before === null || formId === null || !lacksFormId(before)) return { result: false };
          const submission = advance(before, { event: 'formIdGiven', at, formId });
          return {
            result: true,
            write: async () => {
              await rememberFormGuid(db, formId, id);
              await db.submissions.put(encodeSubmission(submission));
            },
          };
        },
      }),
    claimFormId: (guid, id) => reopening(db, () => claimFormGuid(db, guid, id)),
    poolSize: () => reopening(db, () => unusedFormGuids(db)),
    addToPool: (guid) => reopening(db, () => addFormGuid(db, guid)),
  };
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && new Set([...one, ...other]).size === one.length;

/** Everything personal of it: form, strokes, files, frozen body. The row itself is the caller's. */
async function forgetContents(db: Database, id: SubmissionId): Promise<void> {
  const files: AttachmentId[] = await db.attachments.where('submissionId').equals(id).primaryKeys();
  await db.blobs.bulkDelete(files);
  await db.attachments.bulkDelete(files);
  await db.strokes.where('submissionId').equals(id).delete();
  await db.drafts.delete(id);
  await db.payloads.delete(id);
}
