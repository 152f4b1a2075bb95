import type { SubmissionId } from '../../domain/ids.ts';
import type { QueuedSubmission, Submission } from '../../domain/submission-types.ts';
import type { DataKey } from '../../seal/key-hierarchy.ts';
import type { Database } from '../db/database.ts';
import { withReopen } from '../db/transactions.ts';
import { attachmentsOf, strokesOf } from '../drafts/draft-tables.ts';
import {
  decodeContentsSubmission,
  encodeStored,
  type OpenContents,
  type StoredContents,
} from '../format/contents.ts';
import { isDraftRow } from '../format/draft-row.ts';
import { decodeSubmission, type StoredSubmission } from '../format/submission-row.ts';
import { isVisibleTo } from '../keys/agent-access.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { openDraft, openPayload, openStroke, opensPersonal } from '../keys/sealed-rows.ts';
import { undeliveredRows } from './counters.ts';
import type { SubmissionReads } from './outbox-port.ts';

/** Decrypts all data of a submission. Returns null if this version can't read the row or form, or if the key is lost or locked. */
export async function openContents(
  keyStore: KeyStore,
  { attachments, draft: stored, payload, strokes, submission: row }: StoredContents,
): Promise<OpenContents | null> {
  const submission = await keyStore.decrypted(row);
  if (submission === null || submission.status === 'delivered') return null;
  const key = await keyStore.keyOf(row);
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

/** True if all rows decrypt. If the key is not available, checks only the unencrypted columns. */
export async function isReadable(
  keyStore: Pick<KeyStore, 'keyOf'>,
  contents: StoredContents,
): Promise<boolean> {
  if (decodeContentsSubmission(contents) === null) return false;
  const key = await keyStore.keyOf(contents.submission).catch(() => null);
  return !key || isIntact(key, contents);
}

export async function isIntact(
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

/** Decodes the rows after the transaction. */
export function createOutboxReads(db: Database, keyStore: KeyStore): SubmissionReads {
  const storedRow = (id: SubmissionId) => withReopen(db, () => db.submissions.get(id));

  const storedContents = (id: SubmissionId) =>
    withReopen(db, () => db.transaction('r', [...contentTables], () => readContents(db, id)));

  return {
    submission: async (id) => {
      const row = await storedRow(id);
      return row && ((await keyStore.decrypted(row)) ?? 'unreadable');
    },

    isKeyLost: async (id) => {
      const row = await storedRow(id);
      return row !== undefined && keyStore.isLost(row);
    },

    row: storedRow,

    contents: async (id) => {
      const stored = await storedContents(id);
      return stored && ((await openContents(keyStore, stored)) ?? 'unreadable');
    },

    // If a secret storage fails, nobody knows whether the agent's unlock would help.
    isLocked: (submission) => keyStore.isLocked(submission).catch(() => false),

    openedCopy: async (contents) =>
      (await openContents(keyStore, encodeStored(contents))) ?? 'unreadable',

    storedContents,

    isReadable: (contents) => isReadable(keyStore, contents),

    payload: async (id) => {
      const [payload, row] = await withReopen(db, () =>
        db.transaction('r', [db.payloads, db.submissions], () =>
          Promise.all([db.payloads.get(id), db.submissions.get(id)]),
        ),
      );
      const key = row === undefined ? null : await keyStore.keyOf(row);
      return payload && key !== null ? openPayload(key, payload) : undefined;
    },

    queued: async () => decodeQueued(await withReopen(db, () => queuedRows(db))),

    ownUndelivered: async () => {
      const agentAccess = await keyStore.agentAccess();
      const rows = await withReopen(db, () => undeliveredRows(db));
      return rows
        .filter((row) => agentAccess.isLocked || isVisibleTo(agentAccess, row))
        .map(({ id }) => id);
    },

    belongsToOther: (submission) => keyStore.belongsToOther(submission),

    undelivered: () =>
      withReopen(db, async () => [...(await db.drafts.toCollection().primaryKeys())]),
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

/** The rows of queued submissions, oldest first. Works inside and outside a transaction. */
export const queuedRows = (db: Database): Promise<StoredSubmission[]> =>
  db.submissions
    .where('[status+sequence]')
    .between(['queued', -Infinity], ['queued', Infinity])
    .toArray();

export const isQueued = (row: Submission | null): row is QueuedSubmission =>
  row?.status === 'queued';

/** Rows that this version can't read stay unchanged. */
export const decodeQueued = (rows: readonly StoredSubmission[]): readonly QueuedSubmission[] =>
  rows.map(decodeSubmission).filter(isQueued);
