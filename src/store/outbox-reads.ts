import type { SubmissionId } from '../domain/ids.ts';
import type { QueuedSubmission, Submission } from '../domain/submission-types.ts';
import type { Database } from './database.ts';
import { asStored, type StoredContents } from './format/contents.ts';
import { decodeSubmission, type StoredSubmission } from './format/submission-row.ts';
import type { KeyDesk } from './key-desk.ts';
import { openContents } from './open-contents.ts';
import type { SubmissionReads } from './outbox-ports.ts';
import { reopening } from './reopen.ts';
import { openPayload } from './sealing.ts';
import { isSound } from './sound-rows.ts';
import { undeliveredRows } from './undelivered-rows.ts';
import { isTheirs } from './whose.ts';

/** What is read of submissions. What is read is decoded once its transaction is over. */
export function createOutboxReads(db: Database, desk: KeyDesk): SubmissionReads {
  const storedRow = (id: SubmissionId) => reopening(db, () => db.submissions.get(id));

  const storedContents = (id: SubmissionId) =>
    reopening(db, () => db.transaction('r', [...contentTables], () => readContents(db, id)));

  return {
    submission: async (id) => {
      const row = await storedRow(id);
      return row && ((await desk.opened(row)) ?? 'odd');
    },

    isKeyLost: async (id) => {
      const row = await storedRow(id);
      return row !== undefined && desk.isLost(row);
    },

    row: storedRow,

    contents: async (id) => {
      const stored = await storedContents(id);
      return stored && ((await openContents(desk, stored)) ?? 'odd');
    },

    // A home that fails says nothing of who is locked.
    isLocked: (submission) => desk.isLocked(submission).catch(() => false),

    openedCopy: async (contents) => (await openContents(desk, asStored(contents))) ?? 'odd',

    storedContents,

    isSound: (contents) => isSound(desk, contents),

    payload: async (id) => {
      const [payload, row] = await reopening(db, () =>
        db.transaction('r', [db.payloads, db.submissions], () =>
          Promise.all([db.payloads.get(id), db.submissions.get(id)]),
        ),
      );
      const key = row === undefined ? null : await desk.keyOf(row);
      return payload && key !== null ? openPayload(key, payload) : undefined;
    },

    queued: async () => decodeQueued(await reopening(db, () => queuedRows(db))),

    ownUndelivered: async () => {
      const whose = await desk.whose();
      const rows = await reopening(db, () => undeliveredRows(db));
      return rows.filter((row) => isTheirs(whose, row)).map(({ id }) => id);
    },

    isOthers: (submission) => desk.isOthers(submission),

    undelivered: () =>
      reopening(db, async () => [...(await db.drafts.toCollection().primaryKeys())]),
  };
}

export const contentTables = [
  'submissions',
  'drafts',
  'strokes',
  'attachments',
  'payloads',
] as const;

/** Inside a transaction over `contentTables`. */
export async function readContents(
  db: Database,
  id: SubmissionId,
): Promise<StoredContents | undefined> {
  const [submission, draft, attachments, strokes, payload] = await Promise.all([
    db.submissions.get(id),
    db.drafts.get(id),
    db.attachments.where('submissionId').equals(id).sortBy('sequence'),
    db.strokes.where('submissionId').equals(id).toArray(),
    db.payloads.get(id),
  ]);
  if (submission === undefined || draft === undefined) return undefined;
  return { submission, draft, attachments, strokes, payload: payload ?? null };
}

/** Inside a transaction, or alone. */
export const queuedRows = (db: Database): Promise<StoredSubmission[]> =>
  db.submissions
    .where('[status+sequence]')
    .between(['queued', -Infinity], ['queued', Infinity])
    .toArray();

export const isQueued = (row: Submission | null): row is QueuedSubmission =>
  row?.status === 'queued';

/** What waits, but for rows that this version can't read: those stay as they are, for a person or an update. */
export const decodeQueued = (rows: readonly StoredSubmission[]): readonly QueuedSubmission[] =>
  rows.map(decodeSubmission).filter(isQueued);
