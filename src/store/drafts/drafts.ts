import type { FormKind } from '../../domain/forms/form-kinds.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import type { Database } from '../db/database.ts';
import {
  isConnectionLost,
  isQuotaError,
  isSameRow,
  type Plan,
  readThenWrite,
  reopening,
} from '../db/transactions.ts';
import { FORM_VERSION } from '../format/draft-row.ts';
import type { AttachmentRow, DraftRow, SecretNameRow, StoredDraft } from '../format/rows.ts';
import { isNumber } from '../format/shape.ts';
import type { StoredSubmission } from '../format/submission-row.ts';
import { AgentLocked } from '../keys/agent-keys.ts';
import {
  NoSecretKept,
  oldestSpare,
  type SpareTried,
  takeSecret,
} from '../keys/available-secrets.ts';
import { type KeyDesk, lostSpare, type NewKey } from '../keys/key-store.ts';
import { openDraft, type RowKey, sealDraft } from '../keys/sealed-rows.ts';
import { bumpCounters } from '../outbox/counters.ts';
import { contentOf, type DraftContent, missingIn, summaryOf } from './draft-content.ts';
import { type FormRows, partsOf } from './draft-context.ts';
import { strokesOf, summarised, summaryRow } from './draft-tables.ts';
import { newSubmission } from './new-submission.ts';

/** What a new form's rows depend on. */
export type NewPlace = Readonly<{
  isTaken: boolean;
  /** The newest submission's. */
  sequence: number;
  /** The secret that its key is to come from. */
  spare: SecretNameRow | undefined;
}>;

export const newFormTables = ['submissions', 'drafts', 'counters', 'secretNames'] as const;

const sequenceOf = (row: StoredSubmission | undefined): number =>
  isNumber(row?.sequence) ? row.sequence : 0;

/** Inside a transaction over `newFormTables`. */
export const readNewPlace = async (db: Database, id: SubmissionId): Promise<NewPlace> => ({
  isTaken: (await db.submissions.get(id)) !== undefined,
  sequence: sequenceOf(await db.submissions.orderBy('sequence').last()),
  spare: await oldestSpare(db),
});

export type NewForm = Readonly<{
  id: SubmissionId;
  kind: FormKind;
  content: DraftContent;
  /** Documents that it begins with. */
  attachments: readonly AttachmentRow[];
  /** ms since 1970. */
  at: number;
  sequence: number;
}>;

/** Seals a new form's rows; what it returns writes them. */
export async function newForm(
  db: Database,
  { agent, key, keys }: NewKey,
  { at, attachments, content, id, kind, sequence }: NewForm,
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
  const facts = { ...newSubmission(id, kind, sequence, at), agent, keys };
  const submission = await summaryRow(key, facts, summaryOf(kind, content, missing));
  return async () => {
    await db.drafts.put(draft);
    await db.submissions.put(submission);
    await takeSecret(db, keys.p);
    await bumpCounters(db, null, 'draft');
  };
}

/**
 * What became of a draft that somebody has open. `stale`: another tab saved a newer one. `submitted`: it is on its way.
 * `gone`: deleted, or delivered and wiped.
 */
export type DraftEnd = Readonly<{ status: 'stale' | 'submitted' | 'gone' }>;

/** `saved`: the disk has it. `notSaved`: nothing was changed; `closed`: the browser took the database away. */
export type SaveResult =
  | Readonly<{ status: 'saved'; revision: number }>
  | DraftEnd
  | Readonly<{ status: 'notSaved'; reason: 'quota' | 'closed' }>;

export type DraftsStore = Readonly<{
  /** Written at the first change, with its row in the outbox. Revision 1. */
  create: (id: SubmissionId, kind: FormKind, content: DraftContent) => Promise<SaveResult>;
  /** Refused where the stored revision is not `revision`: two tabs never overwrite each other. */
  save: (id: SubmissionId, revision: number, content: DraftContent) => Promise<SaveResult>;
  /** null while `revision` is what is stored, and may still be changed. */
  endOf: (id: SubmissionId, revision: number) => Promise<DraftEnd | null>;
}>;

/** What a save depends on, but for what it brings. Strokes only where they count: a keystroke can't sign. */
type Saved = Pick<FormRows, 'submission' | 'draft' | 'attachments'> &
  Readonly<{ strokes: FormRows['strokes'] | null }>;

/** Drafts. Each function writes in one strict transaction. `forget`: what is remembered of the one that was saved last. */
export function draftsStore(
  db: Database,
  desk: KeyDesk,
  now: () => number = () => Date.now(),
): DraftsStore & Readonly<{ forget: () => void }> {
  /** The form that was saved last: as it lies in the database unless somebody else wrote it meanwhile, and as it was sealed. */
  let last: Readonly<{ saved: Saved; draft: DraftRow }> | undefined;
  /** What the disk was given last. The answer can be lost with the connection though it was written: then it lies there. */
  let given: StoredDraft | undefined;
  /** The form that was given to the disk for the first time, until it is known to lie there. */
  let begun: SubmissionId | undefined;
  /** What was being saved when somebody locked must not be remembered after. */
  let locks = 0;

  const isMove = (draft: DraftContent, content: DraftContent): boolean =>
    draft.field !== content.field || draft.section !== content.section;

  /** Whether they count is known once the draft is opened; a keystroke, which is remembered, reads none. */
  const strokesUnless = async (
    isRemembered: boolean,
    id: SubmissionId,
  ): Promise<Saved['strokes']> =>
    isRemembered ? null : await db.strokes.where('submissionId').equals(id).toArray();

  /** Its form as it was saved here last, if that is what lies there; undefined: it does not open. */
  const opened = async (key: RowKey, row: StoredDraft): Promise<DraftRow | undefined> => {
    if (last !== undefined && isSameRow(last.saved.draft, row)) return last.draft;
    const draft = await openDraft(key, row);
    return isOfToday(draft) ? draft : undefined;
  };

  return {
    async create(id, kind, content) {
      const result = await tried(() =>
        desk.withSpare(() =>
          readThenWrite<NewPlace, SpareTried<SaveResult>>(db, {
            tables: newFormTables,
            read: () => readNewPlace(db, id),
            plan: async ({ isTaken, sequence, spare }): Promise<Plan<SpareTried<SaveResult>>> => {
              if (isTaken) return { result: { status: 'stale' } };
              if (spare === undefined) return { result: 'noSpare' };
              const key = await desk.newKey(id, spare);
              if (key === null) return lostSpare(db, spare);
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
      const isLast = last?.draft.id === id && !isMove(last.draft, content);
      const result = await tried(() =>
        readThenWrite<Saved, SaveResult>(db, {
          tables: ['submissions', 'drafts', 'attachments', 'strokes'],
          remembered: isLast ? last?.saved : undefined,
          // Asked for at once: each waits for the database's process.
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
            const key = submission && (await desk.keyOf(submission));
            if (key === null) return { result: { status: 'notSaved', reason: 'closed' } };
            const before = seen.draft && (await opened(key, seen.draft));
            // Another version of the app has it in its hands.
            if (before === undefined || submission === undefined)
              return { result: { status: 'stale' } };
            const updatedAt = now();
            const draft = { ...before, ...contentOf(content), revision: known + 1, updatedAt };
            const strokes = isMove(before, content) ? seen.strokes : null;
            // Side by side: what seals works outside this thread.
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

    forget: () => {
      last = undefined;
      given = undefined;
      locks += 1;
    },

    endOf: (id, revision) =>
      reopening(db, () =>
        db.transaction('r', [db.drafts, db.submissions], async () =>
          endOfRows(await db.drafts.get(id), await db.submissions.get(id), revision),
        ),
      ),
  };
}

/**
 * By its version alone: what somebody has open was looked at when it was opened (`decodeDraft`) or begun here, and the whole
 * look is more code than a first screen needs.
 */
const isOfToday = (draft: StoredDraft | undefined): draft is DraftRow =>
  draft?.formVersion === FORM_VERSION;

type Before = Pick<Saved, 'attachments' | 'strokes'> &
  Readonly<{ key: RowKey; before: DraftRow; submission: StoredSubmission }>;

/**
 * The row in the outbox once the draft is `after`; null where it can wait. A keystroke never looks at the strokes: whatever
 * the signature counted, it still counts. Nor does it write a row that carries steps, which is big: that waits until the
 * person leaves the field.
 */
async function summaryAfter(
  { key, before, submission, attachments, strokes }: Before,
  after: DraftRow,
  at: number,
): Promise<StoredSubmission | null> {
  const { kind } = after;
  const summarisedWith = (missing: number): Promise<StoredSubmission | null> =>
    summarised(key, submission, summaryOf(kind, after, missing), at);
  // Names do not count: only how many there are of each kind.
  const files = attachments.map((row) => ({ ...row, originalName: '' }));
  if (strokes !== null)
    return summarisedWith(missingIn(kind, after, partsOf(files, await strokesOf(key, strokes))));
  const { missing, steps } = submission;
  if ((Array.isArray(steps) && steps.length > 0) || !isNumber(missing)) return null;
  const parts = { ...partsOf(files, []), hasSignature: true };
  const change = missingIn(kind, after, parts) - missingIn(kind, before, parts);
  return summarisedWith(missing + change);
}

/** How it stands with a draft of which `revision` is known; null: as before. */
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
    if (isQuotaError(error) || error instanceof NoSecretKept)
      return { status: 'notSaved', reason: 'quota' };
    if (isConnectionLost(error) || error instanceof AgentLocked)
      return { status: 'notSaved', reason: 'closed' };
    throw error;
  }
}
