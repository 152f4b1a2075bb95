import type { AttachmentId, FormId } from '../domain/ids.ts';
import { advance, isStale } from '../domain/submission.ts';
import { lacksFormId } from '../domain/submission-state.ts';
import type { Submission } from '../domain/submission-types.ts';
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
import type { Changed, Contents, FreezeResult, OutboxStore, Recorded } from './outbox-port.ts';
import { createOutboxState } from './outbox-state.ts';
import { holdsLease } from './outbox-state-rows.ts';
import { readThenWrite } from './read-then-write.ts';
import { reopening } from './reopen.ts';
import type { AttachmentRow, DraftRow } from './rows.ts';
import { isSubmission } from './submission-row.ts';

type ToFreeze = Readonly<{
  before: Submission | undefined;
  draft: DraftRow | undefined;
  files: readonly AttachmentRow[];
  /** The oldest of the pool. */
  guid: FormId | null;
}>;
type ToRecord = Readonly<{ before: Submission | undefined; isOurs: boolean }>;

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
      await forgetContents(db, after);
      await writeKey(db, 'lastDeliveredAt', after.deliveredAt);
    }
    await db.submissions.put(after);
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

    submission: (id) => reopening(db, () => db.submissions.get(id)),

    contents: (id) =>
      reopening(db, () =>
        db.transaction(
          'r',
          [db.submissions, db.drafts, db.strokes, db.attachments, db.payloads],
          async (): Promise<Contents | undefined> => {
            const [submission, draft, attachments, strokes, payload] = await Promise.all([
              db.submissions.get(id),
              db.drafts.get(id),
              db.attachments.where('submissionId').equals(id).sortBy('sequence'),
              db.strokes.where('submissionId').equals(id).toArray(),
              db.payloads.get(id),
            ]);
            if (submission === undefined || draft === undefined) return undefined;
            return { submission, draft, attachments, strokes, payload: payload ?? null };
          },
        ),
      ),

    payload: (id) => reopening(db, () => db.payloads.get(id)),

    queued: () => reopening(db, () => queuedRows(db)),

    undelivered: () =>
      reopening(db, async () => [...(await db.drafts.toCollection().primaryKeys())]),

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
            before: await db.submissions.get(id),
            draft: await db.drafts.get(id),
            files: await db.attachments.where('submissionId').equals(id).toArray(),
            guid: await nextFormGuid(db),
          }),
          plan: ({ before, draft, files, guid }) => {
            if (before === undefined || draft === undefined) return { result: { status: 'gone' } };
            if (before.status !== 'draft' && before.status !== 'rejected')
              return { result: { status: 'alreadySubmitted' } };
            const ids = files.map((row) => row.id);
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
                const old = files.filter(({ kind }) => kind === 'signature').map((row) => row.id);
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
      readThenWrite<Submission | undefined, Changed>(db, {
        tables: everything,
        read: () => db.submissions.get(id),
        plan: (before) => {
          if (before === undefined) return { result: { status: 'gone' } };
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
      readThenWrite<DraftRow | undefined, void>(db, {
        tables: ['drafts'],
        read: () => db.drafts.get(id),
        plan: (draft) =>
          draft === undefined
            ? { result: undefined }
            : { result: undefined, write: () => db.drafts.put({ ...draft, serverMessage }) },
      }),

    remove: (id, allowed) =>
      reopening(db, () =>
        db.transaction('rw', [...everything], async () => {
          const row = await db.submissions.get(id);
          if (row === undefined) return 'gone';
          if (!allowed(row)) return 'refused';
          await forgetContents(db, row);
          await db.submissions.delete(id);
          await bumpCounters(db, row.status, null);
          return 'removed';
        }),
      ),

    restore: ({ submission, draft, attachments, strokes, payload }, files) =>
      withFiles(files, (stored) =>
        reopening(db, () =>
          db.transaction('rw', [...everything, 'formGuids'], async () => {
            if ((await db.submissions.get(submission.id)) !== undefined) return 'present';
            await db.submissions.put(submission);
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
          before: await db.submissions.get(id),
          isOurs: await holdsLease(db, owner),
        }),
        plan: ({ before, isOurs }) => {
          if (before === undefined) return { result: { status: 'gone' } };
          if (!isOurs) return { result: { status: 'fenced' } };
          if (isStale(before, event)) return { result: { status: 'stale' } };
          const submission = advance(before, event);
          return {
            result: { status: 'recorded', submission },
            write: () => put(before, submission),
          };
        },
      }),

    recover: (owner, at) =>
      reopening(db, () =>
        db.transaction('rw', [db.submissions, db.device], async () => {
          const rows = await queuedRows(db);
          if (!(await holdsLease(db, owner))) return [];
          const recovered = rows.map((row) => advance(row, { event: 'recovered', at }));
          await db.submissions.bulkPut(recovered.filter((row, index) => row !== rows[index]));
          return recovered;
        }),
      ),

    giveFormId: (id, at) =>
      reopening(db, () =>
        db.transaction('rw', [db.submissions, db.formGuids], async () => {
          const row = await db.submissions.get(id);
          if (row === undefined || !lacksFormId(row)) return false;
          const formId = await nextFormGuid(db);
          if (formId === null) return false;
          await rememberFormGuid(db, formId, id);
          await db.submissions.put(advance(row, { event: 'formIdGiven', at, formId }));
          return true;
        }),
      ),
    claimFormId: (guid, id) => reopening(db, () => claimFormGuid(db, guid, id)),
    poolSize: () => reopening(db, () => unusedFormGuids(db)),
    addToPool: (guid) => reopening(db, () => addFormGuid(db, guid)),
  };
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && new Set([...one, ...other]).size === one.length;

/** What waits, but for rows that are not as this version writes them: those stay as they are, for a person or an update. */
const queuedRows = async (db: Database): Promise<Submission[]> => {
  const rows: readonly unknown[] = await db.submissions
    .where('[status+sequence]')
    .between(['queued', -Infinity], ['queued', Infinity])
    .toArray();
  return rows.filter(isSubmission);
};

/** Everything personal of it: form, strokes, files, frozen body. The row itself is the caller's. */
async function forgetContents(db: Database, row: Submission): Promise<void> {
  const { id } = row;
  const files: AttachmentId[] = await db.attachments.where('submissionId').equals(id).primaryKeys();
  await db.blobs.bulkDelete(files);
  await db.attachments.bulkDelete(files);
  await db.strokes.where('submissionId').equals(id).delete();
  await db.drafts.delete(id);
  await db.payloads.delete(id);
}
