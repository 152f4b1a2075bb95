import type { FormKind } from '../domain/forms/form-kinds.ts';
import { formOf } from '../domain/forms/form-of.ts';
import { nextSimValues } from '../domain/forms/next-sim.ts';
import type { Values } from '../domain/forms/values.ts';
import { type SubmissionId, submissionId } from '../domain/ids.ts';
import type { Submission } from '../domain/submission-types.ts';
import { isConnectionLost, isQuotaError } from './blob-bytes.ts';
import { bumpCounters } from './counters.ts';
import type { Database } from './database.ts';
import { contentOf, type DraftContent, newContent } from './draft-content.ts';
import { countByKind, draftFiles, draftParts } from './draft-parts.ts';
import { newSubmission } from './draft-rows.ts';
import { missingIn, summarised, summaryOf } from './draft-summary.ts';
import { FORM_VERSION, upgradeDraft } from './draft-upgrade.ts';
import { reopening } from './reopen.ts';
import type { DraftRow } from './rows.ts';

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

export type OpenResult =
  | Readonly<{ status: 'open'; draft: DraftRow }>
  | Readonly<{ status: 'submitted' | 'gone' }>
  /** A newer version of the app wrote it. */
  | Readonly<{ status: 'newer' }>;

export type DraftPorts = Readonly<{
  now: () => number;
  /** A new UUID. */
  newId: () => string;
}>;

export type DraftsStore = Readonly<{
  /** Written at the first change, with its row in the outbox. Revision 1. */
  create: (id: SubmissionId, kind: FormKind, content: DraftContent) => Promise<SaveResult>;
  /** Refused where the stored revision is not `revision`: two tabs never overwrite each other. */
  save: (id: SubmissionId, revision: number, content: DraftContent) => Promise<SaveResult>;
  /** The draft, brought up to today's tables. */
  open: (id: SubmissionId) => Promise<OpenResult>;
  /** null while `revision` is what is stored, and may still be changed. */
  endOf: (id: SubmissionId, revision: number) => Promise<DraftEnd | null>;
  /**
   * A new draft for another SIM of the same customer: no SIM card number, location, files, consent or signature. From the
   * stored form, else from `remembered`; null where neither is there.
   */
  nextSim: (from: SubmissionId, remembered: Values | undefined) => Promise<SubmissionId | null>;
}>;

const browserPorts: DraftPorts = { now: () => Date.now(), newId: () => crypto.randomUUID() };

/** Drafts. Each function is one strict transaction. */
export function draftsStore(db: Database, { now, newId }: DraftPorts = browserPorts): DraftsStore {
  async function insert(id: SubmissionId, kind: FormKind, content: DraftContent): Promise<void> {
    const at = now();
    const newest = await db.submissions.orderBy('sequence').last();
    const files = countByKind(await draftFiles(db, id));
    const missing = missingIn(kind, content, { fileCounts: files, hasSignature: false });
    await db.drafts.put({
      id,
      kind,
      formVersion: FORM_VERSION,
      revision: 1,
      ...contentOf(content),
      signatureSize: null,
      createdAt: at,
      updatedAt: at,
    });
    await db.submissions.put({
      ...newSubmission(id, kind, (newest?.sequence ?? 0) + 1, at),
      ...summaryOf(kind, content, missing),
    });
    await bumpCounters(db, null, 'draft');
  }

  return {
    create: (id, kind, content) =>
      tried(db, () =>
        db.transaction('rw', [db.drafts, db.submissions, db.attachments, db.counters], async () => {
          if ((await db.submissions.get(id)) !== undefined) return { status: 'stale' };
          await insert(id, kind, content);
          return { status: 'saved', revision: 1 };
        }),
      ),

    save: (id, revision, content) =>
      tried(db, () =>
        db.transaction('rw', [db.drafts, db.submissions, db.attachments, db.strokes], async () => {
          const row = await db.drafts.get(id);
          const submission = await db.submissions.get(id);
          const end = endOfRows(row, submission, revision);
          if (end !== null || row === undefined || submission === undefined)
            return end ?? { status: 'gone' };
          const next = { ...row, ...contentOf(content), revision: revision + 1, updatedAt: now() };
          await db.drafts.put(next);
          const summary = await summaryAfter(db, row, next, submission);
          const written = summary && summarised(submission, summary, now());
          if (written) await db.submissions.put(written);
          return { status: 'saved', revision: next.revision };
        }),
      ),

    open: (id) =>
      reopening(db, () =>
        db.transaction('rw', [db.drafts, db.submissions], async (): Promise<OpenResult> => {
          const row = await db.drafts.get(id);
          const submission = await db.submissions.get(id);
          const end = endOfRows(row, submission, row?.revision);
          if (end?.status === 'submitted') return { status: 'submitted' };
          if (end !== null || row === undefined) return { status: 'gone' };
          const draft = upgradeDraft(row);
          if (draft === null) return { status: 'newer' };
          if (draft !== row) await db.drafts.put(draft);
          return { status: 'open', draft };
        }),
      ),

    endOf: (id, revision) =>
      reopening(db, () =>
        db.transaction('r', [db.drafts, db.submissions], async () =>
          endOfRows(await db.drafts.get(id), await db.submissions.get(id), revision),
        ),
      ),

    nextSim: (from, remembered) =>
      reopening(db, () =>
        db.transaction('rw', [db.drafts, db.submissions, db.attachments, db.counters], async () => {
          const row = await db.drafts.get(from);
          const values = row?.values ?? remembered;
          if (values === undefined) return null;
          const kind = row?.kind ?? 'registration';
          const id = submissionId(newId());
          await insert(id, kind, newContent(kind, nextSimValues(formOf(kind), values)));
          return id;
        }),
      ),
  };
}

/**
 * Brings the draft's row in the outbox up to date after its files or strokes changed. To be called inside the
 * transaction that changes them (readwrite; drafts, submissions, attachments, strokes).
 */
export async function touchSummary(
  db: Database,
  id: SubmissionId,
  now: number = Date.now(),
): Promise<void> {
  const row = await db.drafts.get(id);
  const submission = await db.submissions.get(id);
  if (row === undefined || submission === undefined) return;
  const missing = missingIn(row.kind, row, await draftParts(db, id));
  await db.submissions.put({ ...submission, ...summaryOf(row.kind, row, missing), changedAt: now });
}

/**
 * The summary after `before` became `after`; null where it can wait. A keystroke never reads the strokes, since it can't
 * sign: whatever the signature counted, it still counts. Nor does it write a row that carries steps, which is big: that
 * waits until the person leaves the field.
 */
async function summaryAfter(
  db: Database,
  before: DraftRow,
  after: DraftRow,
  submission: Submission,
) {
  const { id, kind } = after;
  if (before.field !== after.field || before.section !== after.section)
    return summaryOf(kind, after, missingIn(kind, after, await draftParts(db, id)));
  if (submission.steps.length > 0) return null;
  const parts = { fileCounts: countByKind(await draftFiles(db, id)), hasSignature: true };
  const change = missingIn(kind, after, parts) - missingIn(kind, before, parts);
  return summaryOf(kind, after, submission.missing + change);
}

function endOfRows(
  row: DraftRow | undefined,
  submission: Submission | undefined,
  revision: number | undefined,
): DraftEnd | null {
  if (submission?.status === 'queued') return { status: 'submitted' };
  if (row === undefined || submission === undefined || submission.status === 'delivered')
    return { status: 'gone' };
  return row.revision === revision ? null : { status: 'stale' };
}

async function tried(db: Database, work: () => PromiseLike<SaveResult>): Promise<SaveResult> {
  try {
    return await reopening(db, work);
  } catch (error) {
    if (isQuotaError(error)) return { status: 'notSaved', reason: 'quota' };
    if (isConnectionLost(error)) return { status: 'notSaved', reason: 'closed' };
    throw error;
  }
}
