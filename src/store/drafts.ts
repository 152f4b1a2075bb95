import type { FormKind } from '../domain/forms/form-kinds.ts';
import type { SubmissionId } from '../domain/ids.ts';
import type { Database } from './database.ts';
import { contentOf, type DraftContent } from './draft-content.ts';
import { partsOf } from './draft-parts.ts';
import { missingIn, summarised, summaryOf } from './draft-summary.ts';
import type { FormRows } from './form-rows.ts';
import { FORM_VERSION } from './form-version.ts';
import { isNumber } from './format/shape.ts';
import type { StoredSubmission } from './format/submission-row.ts';
import { type NewPlace, newForm, newFormTables, readNewPlace } from './new-form.ts';
import { readThenWrite } from './read-then-write.ts';
import { reopening } from './reopen.ts';
import type { DraftRow, StoredDraft } from './rows.ts';
import { isConnectionLost, isQuotaError } from './storage-errors.ts';

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

/** Drafts. Each function writes in one strict transaction. */
export function draftsStore(db: Database, now: () => number = () => Date.now()): DraftsStore {
  /** The form that was saved last, as it lies in the database unless somebody else wrote it meanwhile. */
  let last: Saved | undefined;

  const isMove = (draft: StoredDraft, content: DraftContent): boolean =>
    draft.field !== content.field || draft.section !== content.section;

  return {
    create: (id, kind, content) =>
      tried(() =>
        readThenWrite<NewPlace, SaveResult>(db, {
          tables: newFormTables,
          read: () => readNewPlace(db, id),
          plan: (place) =>
            place.isTaken
              ? { result: { status: 'stale' } }
              : {
                  result: { status: 'saved', revision: 1 },
                  write: newForm(db, place, id, kind, content, now()),
                },
        }),
      ),

    async save(id, revision, content) {
      let next: Saved | undefined;
      const result = await tried(() =>
        readThenWrite<Saved, SaveResult>(db, {
          tables: ['submissions', 'drafts', 'attachments', 'strokes'],
          remembered: last?.draft?.id === id && !isMove(last.draft, content) ? last : undefined,
          read: async () => {
            const draft = await db.drafts.get(id);
            const withStrokes = draft !== undefined && isMove(draft, content);
            return {
              submission: await db.submissions.get(id),
              draft,
              attachments: await db.attachments.where('submissionId').equals(id).toArray(),
              strokes: withStrokes
                ? await db.strokes.where('submissionId').equals(id).toArray()
                : null,
            };
          },
          plan: (seen) => {
            const end = endOfRows(seen.draft, seen.submission, revision);
            if (end !== null) return { result: end };
            // Another version of the app has it in its hands.
            if (!isOfToday(seen.draft) || seen.submission === undefined)
              return { result: { status: 'stale' } };
            const updatedAt = now();
            const draft = {
              ...seen.draft,
              ...contentOf(content),
              revision: revision + 1,
              updatedAt,
            };
            const submission = summaryAfter(
              { ...seen, draft: seen.draft, submission: seen.submission },
              draft,
              updatedAt,
            );
            next = { ...seen, draft, submission: submission ?? seen.submission, strokes: null };
            return {
              result: { status: 'saved', revision: draft.revision },
              write: async () => {
                await db.drafts.put(draft);
                if (submission !== null) await db.submissions.put(submission);
              },
            };
          },
        }),
      );
      last = result.status === 'saved' ? next : undefined;
      return result;
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

type Before = Saved & Readonly<{ draft: DraftRow; submission: StoredSubmission }>;

/**
 * The row in the outbox once the draft is `after`; null where it can wait. A keystroke never reads the strokes: whatever
 * the signature counted, it still counts. Nor does it write a row that carries steps, which is big: that waits until the
 * person leaves the field.
 */
function summaryAfter(
  { draft, submission, attachments, strokes }: Before,
  after: DraftRow,
  at: number,
): StoredSubmission | null {
  const { kind } = after;
  const summarisedWith = (missing: number): StoredSubmission | null =>
    summarised(submission, summaryOf(kind, after, missing), at);
  if (strokes !== null)
    return summarisedWith(missingIn(kind, after, partsOf(attachments, strokes)));
  const { missing, steps } = submission;
  if ((Array.isArray(steps) && steps.length > 0) || !isNumber(missing)) return null;
  const parts = { ...partsOf(attachments, []), hasSignature: true };
  const change = missingIn(kind, after, parts) - missingIn(kind, draft, parts);
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
    if (isQuotaError(error)) return { status: 'notSaved', reason: 'quota' };
    if (isConnectionLost(error)) return { status: 'notSaved', reason: 'closed' };
    throw error;
  }
}
