import { isSignedByName } from '../../domain/forms/customer.ts';
import type { FormKind } from '../../domain/forms/form-kinds.ts';
import type { FormId, SubmissionId } from '../../domain/ids.ts';
import type { Database } from '../db/database.ts';
import {
  isConnectionLost,
  isQuotaError,
  isSameRow,
  readThenWrite,
  type WritePlan,
  withReopen,
} from '../db/transactions.ts';
import { FORM_VERSION } from '../format/draft-row.ts';
import type { AttachmentRow, DraftRow, SecretNameRow, StoredDraft } from '../format/rows.ts';
import { isNumber } from '../format/shape.ts';
import type { StoredSubmission } from '../format/submission-row.ts';
import { AgentLocked } from '../keys/agent-keys.ts';
import {
  markInUse,
  oldestAvailable,
  type SecretAttempt,
  SecretNotStored,
} from '../keys/available-secrets.ts';
import { type KeyStore, type NewKey, secretLost } from '../keys/key-store.ts';
import { openDraft, type RowKey, sealDraft } from '../keys/sealed-rows.ts';
import { updateCounters } from '../outbox/counters.ts';
import { contentOf, type DraftContent, missingIn, summaryOf } from './draft-content.ts';
import type { FormRows } from './draft-context.ts';
import { partsOf, strokesOf, summarised, summaryRow } from './draft-tables.ts';
import { lastSequence, newSubmission } from './new-submission.ts';

/** The stored rows that a new form depends on. */
export type NewPlace = Readonly<{
  isTaken: boolean;
  sequence: number;
  /** The secret that the new form's key needs. */
  available: SecretNameRow | undefined;
}>;

export const newFormTables = ['submissions', 'drafts', 'counters', 'secretNames'] as const;

/** Call it inside a transaction over `newFormTables`. */
export const readNewPlace = async (db: Database, id: SubmissionId): Promise<NewPlace> => ({
  isTaken: (await db.submissions.get(id)) !== undefined,
  sequence: await lastSequence(db),
  available: await oldestAvailable(db),
});

export type NewForm = Readonly<{
  id: SubmissionId;
  kind: FormKind;
  content: DraftContent;
  attachments: readonly AttachmentRow[];
  at: number;
  sequence: number;
  /** The returned form that the new form corrects. */
  corrects?: FormId;
}>;

/** Encrypts a new form's rows. The returned function writes the rows. */
export async function newForm(
  db: Database,
  { agent, key, keys }: NewKey,
  { at, attachments, content, corrects, id, kind, sequence }: NewForm,
): Promise<() => Promise<void>> {
  const row: DraftRow = {
    id,
    kind,
    formVersion: FORM_VERSION,
    revision: 1,
    ...contentOf(content),
    signatureSize: null,
    createdAt: at,
    updatedAt: at,
  };
  const missing = missingIn(kind, content, partsOf(attachments, []));
  const draft = await sealDraft(key, row);
  const link = corrects === undefined ? {} : { corrects };
  const facts = { ...newSubmission(id, kind, sequence, at), ...link, agent, keys };
  const submission = await summaryRow(key, facts, summaryOf(kind, content, missing));
  return async () => {
    await db.drafts.put(draft);
    await db.submissions.put(submission);
    await markInUse(db, keys.p);
    await updateCounters(db, null, 'draft');
  };
}

/**
 * Why an open draft can't be saved any more. `stale`: another tab saved a newer version. `submitted`: it waits in the outbox. `gone`: it
 * was deleted or delivered.
 */
export type DraftEnd = Readonly<{ status: 'stale' | 'submitted' | 'gone' }>;

/** `saved`: the draft is on the disk. `notSaved`: nothing changed. `closed`: the browser closed the database, or the agent is locked. */
export type SaveResult =
  | Readonly<{ status: 'saved'; revision: number }>
  | DraftEnd
  | Readonly<{ status: 'notSaved'; reason: 'quota' | 'closed' }>;

export type DraftsStore = Readonly<{
  /** Creates the draft and its outbox row at the first change. The revision is 1. */
  create: (id: SubmissionId, kind: FormKind, content: DraftContent) => Promise<SaveResult>;
  /** Returns `stale` if the stored revision is not `revision`, so that two tabs never overwrite each other. */
  save: (id: SubmissionId, revision: number, content: DraftContent) => Promise<SaveResult>;
  /** Returns null if `revision` is the stored one and the draft may still change. */
  endOf: (id: SubmissionId, revision: number) => Promise<DraftEnd | null>;
}>;

/** The rows that a save depends on. `strokes`: null if only a value changed, because that can't change the signature. */
type Saved = Pick<FormRows, 'submission' | 'draft' | 'attachments'> &
  Readonly<{ strokes: FormRows['strokes'] | null }>;

/** The drafts. Each function writes in one strict transaction. `clearCache` clears the last saved draft. */
export function draftsStore(
  db: Database,
  keyStore: KeyStore,
  now: () => number = () => Date.now(),
): DraftsStore & Readonly<{ clearCache: () => void }> {
  /** The last saved form: the rows as they were saved, and the decrypted draft. */
  let last: Readonly<{ saved: Saved; draft: DraftRow }> | undefined;
  /** The last written draft. If the connection closed before the result came, the write may have succeeded. */
  let given: StoredDraft | undefined;
  /** A form whose first write has no result yet. */
  let begun: SubmissionId | undefined;
  /** Counts locks. A draft that was being saved when the user locked the app must not be cached. */
  let locks = 0;

  const isMove = (draft: DraftContent, content: DraftContent): boolean =>
    draft.field !== content.field || draft.section !== content.section;

  /** True if the count of missing answers needs the strokes. A witness's typed name can take the place of the strokes. */
  const countsStrokes = (draft: DraftContent, content: DraftContent): boolean =>
    isMove(draft, content) || isSignedByName(draft.values) !== isSignedByName(content.values);

  /** Reads the strokes. Returns null for a save after a keystroke, which does not need them. */
  const strokesUnless = async (
    isRemembered: boolean,
    id: SubmissionId,
  ): Promise<Saved['strokes']> =>
    isRemembered ? null : await db.strokes.where('submissionId').equals(id).toArray();

  /** Returns the decrypted draft, from the cache if the row is unchanged. Returns undefined if it does not decrypt. */
  const opened = async (key: RowKey, row: StoredDraft): Promise<DraftRow | undefined> => {
    if (last !== undefined && isSameRow(last.saved.draft, row)) return last.draft;
    const draft = await openDraft(key, row);
    return isOfToday(draft) ? draft : undefined;
  };

  return {
    async create(id, kind, content) {
      const result = await tried(() =>
        keyStore.withAvailableSecret(() =>
          readThenWrite<NewPlace, SecretAttempt<SaveResult>>(db, {
            tables: newFormTables,
            read: () => readNewPlace(db, id),
            plan: async ({
              isTaken,
              sequence,
              available,
            }): Promise<WritePlan<SecretAttempt<SaveResult>>> => {
              if (isTaken) return { result: { status: 'stale' } };
              if (available === undefined) return { result: 'noneAvailable' };
              const key = await keyStore.newKey(id, available);
              if (key === null) return secretLost(db, available);
              begun = id;
              const form = { id, kind, content, attachments: [], at: now() };
              return {
                result: { status: 'saved', revision: 1 },
                write: await newForm(db, key, { ...form, sequence: sequence + 1 }),
              };
            },
          }),
        ),
      );
      const isBegun = result.status === 'stale' && begun === id;
      const saved = isBegun ? await this.save(id, 1, content) : result;
      if (saved.status === 'saved') begun = undefined;
      return saved;
    },

    async save(id, revision, content) {
      let next: typeof last;
      const since = locks;
      const isLast = last?.draft.id === id && !countsStrokes(last.draft, content);
      const result = await tried(() =>
        readThenWrite<Saved, SaveResult>(db, {
          tables: ['submissions', 'drafts', 'attachments', 'strokes'],
          remembered: isLast ? last?.saved : undefined,
          // All reads start at once, because each waits for the database's process.
          read: async () => {
            const [submission, draft, attachments, strokes] = await Promise.all([
              db.submissions.get(id),
              db.drafts.get(id),
              db.attachments.where('submissionId').equals(id).toArray(),
              strokesUnless(isLast, id),
            ]);
            return { submission, draft, attachments, strokes };
          },
          plan: async (seen) => {
            const isGiven = given !== undefined && isSameRow(seen.draft, given);
            const known = isGiven && isNumber(given?.revision) ? given.revision : revision;
            const end = endOfRows(seen.draft, seen.submission, known);
            if (end !== null) return { result: end };
            const { submission } = seen;
            const key = submission && (await keyStore.keyOf(submission));
            if (key === null) return { result: { status: 'notSaved', reason: 'closed' } };
            const before = seen.draft && (await opened(key, seen.draft));
            // Another version of the app is editing the draft.
            if (before === undefined || submission === undefined)
              return { result: { status: 'stale' } };
            const updatedAt = now();
            const draft = { ...before, ...contentOf(content), revision: known + 1, updatedAt };
            const strokes = countsStrokes(before, content) ? seen.strokes : null;
            // Both run in parallel, because WebCrypto encrypts in another thread.
            const [sealed, row] = await Promise.all([
              sealDraft(key, draft),
              summaryAfter({ ...seen, key, before, submission, strokes }, draft, updatedAt),
            ]);
            const saved = { ...seen, draft: sealed, submission: row ?? submission, strokes: null };
            next = { saved, draft };
            given = sealed;
            return {
              result: { status: 'saved', revision: draft.revision },
              write: async () => {
                await db.drafts.put(sealed);
                if (row !== null) await db.submissions.put(row);
              },
            };
          },
        }),
      );
      last = result.status === 'saved' && since === locks ? next : undefined;
      return result;
    },

    clearCache: () => {
      last = undefined;
      given = undefined;
      locks += 1;
    },

    endOf: (id, revision) =>
      withReopen(db, () =>
        db.transaction('r', [db.drafts, db.submissions], async () =>
          endOfRows(await db.drafts.get(id), await db.submissions.get(id), revision),
        ),
      ),
  };
}

/**
 * Checks only the version. `decodeDraft` checked the draft fully when it was opened, or this page created it. The first screen would
 * load more code for a full check.
 */
const isOfToday = (draft: StoredDraft | undefined): draft is DraftRow =>
  draft?.formVersion === FORM_VERSION;

type Before = Pick<Saved, 'attachments' | 'strokes'> &
  Readonly<{ key: RowKey; before: DraftRow; submission: StoredSubmission }>;

/**
 * Returns the row with the summary of the new draft. Returns null if the row need not be written now. A keystroke never reads the
 * strokes, because it can't change the signature. A row with steps is large, so it is written when the person leaves the field.
 */
async function summaryAfter(
  { key, before, submission, attachments, strokes }: Before,
  after: DraftRow,
  at: number,
): Promise<StoredSubmission | null> {
  const { kind } = after;
  const summarisedWith = (missing: number): Promise<StoredSubmission | null> =>
    summarised(key, submission, summaryOf(kind, after, missing), at);
  // Only the number of files of each kind counts, not their names.
  const files = attachments.map((row) => ({ ...row, originalName: '' }));
  if (strokes !== null)
    return summarisedWith(missingIn(kind, after, partsOf(files, await strokesOf(key, strokes))));
  const { missing, steps } = submission;
  if ((Array.isArray(steps) && steps.length > 0) || !isNumber(missing)) return null;
  const parts = { ...partsOf(files, []), hasSignature: true };
  const change = missingIn(kind, after, parts) - missingIn(kind, before, parts);
  return summarisedWith(missing + change);
}

/** Why a draft with this `revision` can't be saved any more. Returns null if it can. */
export function endOfRows(
  row: StoredDraft | undefined,
  submission: StoredSubmission | undefined,
  revision: unknown,
): DraftEnd | null {
  if (submission?.status === 'queued') return { status: 'submitted' };
  if (row === undefined || submission === undefined || submission.status === 'delivered')
    return { status: 'gone' };
  return row.revision === revision ? null : { status: 'stale' };
}

async function tried(work: () => Promise<SaveResult>): Promise<SaveResult> {
  try {
    return await work();
  } catch (error) {
    if (isQuotaError(error) || error instanceof SecretNotStored)
      return { status: 'notSaved', reason: 'quota' };
    if (isConnectionLost(error) || error instanceof AgentLocked)
      return { status: 'notSaved', reason: 'closed' };
    throw error;
  }
}
