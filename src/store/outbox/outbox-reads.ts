import type { SubmissionId } from '../../domain/ids.ts';
import type { QueuedSubmission, Submission } from '../../domain/submission-types.ts';
import type { DataKey } from '../../seal/key-hierarchy.ts';
import type { Database } from '../db/database.ts';
import { reopening } from '../db/transactions.ts';
import { attachmentsOf, strokesOf } from '../drafts/draft-tables.ts';
import {
  asStored,
  type OpenContents,
  type StoredContents,
  withSubmissionRead,
} from '../format/contents.ts';
import { isDraftRow } from '../format/draft-row.ts';
import { decodeSubmission, type StoredSubmission } from '../format/submission-row.ts';
import { isTheirs } from '../keys/agent-access.ts';
import type { KeyDesk } from '../keys/key-store.ts';
import { openDraft, openPayload, openStroke, opensPersonal } from '../keys/sealed-rows.ts';
import { undeliveredRows } from './counters.ts';
import type { SubmissionReads } from './outbox-port.ts';

/** Returns null if this version cannot read the row or its form, or if their key is lost. */
export async function openContents(
  desk: KeyDesk,
  { attachments, draft: stored, payload, strokes, submission: row }: StoredContents,
): Promise<OpenContents | null> {
  const submission = await desk.opened(row);
  if (submission === null || submission.status === 'delivered') return null;
  const key = await desk.keyOf(row);
  const draft = key === null ? undefined : await openDraft(key, stored);
  if (key === null || !isDraftRow(draft)) return null;
  return {
    submission,
    draft,
    attachments: await attachmentsOf(key, attachments),
    strokes: await strokesOf(key, strokes),
    payload: (payload && (await openPayload(key, payload))) ?? null,
  };
}

/** If the agent is locked, only the unencrypted columns are checked. */
export async function isSound(
  desk: Pick<KeyDesk, 'keyOf'>,
  contents: StoredContents,
): Promise<boolean> {
  if (withSubmissionRead(contents) === null) return false;
  const key = await desk.keyOf(contents.submission).catch(() => null);
  return !key || isWhole(key, contents);
}

export async function isWhole(
  key: DataKey,
  { draft, payload, strokes, submission }: StoredContents,
): Promise<boolean> {
  const opened = [
    openDraft(key, draft),
    ...strokes.map((row) => openStroke(key, row)),
    ...(payload === null ? [] : [openPayload(key, payload)]),
  ];
  return (await opensPersonal(key, submission)) && (await Promise.all(opened)).every((row) => row);
}

/** Reads submissions. The rows are decoded after the transaction. */
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

    // A failing secret storage does not show who is locked.
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

/** Call it inside a transaction over `contentTables`. */
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

/** The waiting submissions that this version can read. The others stay unchanged, for a person or an update. */
export const decodeQueued = (rows: readonly StoredSubmission[]): readonly QueuedSubmission[] =>
  rows.map(decodeSubmission).filter(isQueued);
