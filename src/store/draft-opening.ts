import { formOf } from '../domain/forms/form-of.ts';
import { nextSimValues } from '../domain/forms/next-sim.ts';
import type { Values } from '../domain/forms/values.ts';
import { type SubmissionId, submissionId } from '../domain/ids.ts';
import type { Database } from './database.ts';
import { newContent } from './draft-content.ts';
import { endOfRows } from './drafts.ts';
import { decodeDraft } from './format/draft-upgrade.ts';
import { isOfLaterFormat } from './format/submission-row.ts';
import { newForm, newFormTables, readNewPlace } from './new-form.ts';
import { type Plan, readThenWrite } from './read-then-write.ts';
import type { DraftRow } from './rows.ts';

export type OpenResult =
  | Readonly<{ status: 'open'; draft: DraftRow }>
  | Readonly<{ status: 'submitted' | 'gone' }>
  /** A newer version of the app wrote it. */
  | Readonly<{ status: 'newer' }>;

export type DraftOpening = Readonly<{
  /** The draft, brought up to today's tables. */
  open: (id: SubmissionId) => Promise<OpenResult>;
  /**
   * A new draft for another SIM of the same customer: no SIM card number, location, files, consent or signature. From the
   * stored form, else from `remembered`; null where neither is there.
   */
  nextSim: (from: SubmissionId, remembered: Values | undefined) => Promise<SubmissionId | null>;
}>;

export type DraftPorts = Readonly<{
  now: () => number;
  /** A new UUID. */
  newId: () => string;
}>;

const browserPorts: DraftPorts = { now: () => Date.now(), newId: () => crypto.randomUUID() };

/** What begins with a form that is stored. */
export const draftOpening = (
  db: Database,
  { now, newId }: DraftPorts = browserPorts,
): DraftOpening => ({
  open: (id) =>
    readThenWrite(db, {
      tables: ['drafts', 'submissions'],
      read: async () => ({
        row: await db.drafts.get(id),
        submission: await db.submissions.get(id),
      }),
      plan: ({ row, submission }): Plan<OpenResult> => {
        const end = endOfRows(row, submission, row?.revision);
        if (end?.status === 'submitted') return { result: { status: 'submitted' } };
        if (end !== null || row === undefined || submission === undefined)
          return { result: { status: 'gone' } };
        const draft = decodeDraft(row);
        if (draft === null || isOfLaterFormat(submission)) return { result: { status: 'newer' } };
        const result: OpenResult = { status: 'open', draft };
        return draft === row ? { result } : { result, write: () => db.drafts.put(draft) };
      },
    }),

  nextSim: (from, remembered) => {
    const id = submissionId(newId());
    return readThenWrite(db, {
      tables: newFormTables,
      read: async () => ({ row: await db.drafts.get(from), place: await readNewPlace(db, id) }),
      plan: ({ row, place }) => {
        const draft = row && decodeDraft(row);
        const values = draft?.values ?? remembered;
        if (values === undefined) return { result: null };
        const kind = draft?.kind ?? 'registration';
        const content = newContent(kind, nextSimValues(formOf(kind), values));
        return { result: id, write: newForm(db, place, id, kind, content, now()) };
      },
    });
  },
});
