import type { Capture } from '../../domain/forms/values.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import { hasRealSignature } from '../../domain/signature.ts';
import type { Submission } from '../../domain/submission-types.ts';
import type { Database } from '../db/database.ts';
import type {
  AttachmentRow,
  StoredAttachment,
  StoredDraft,
  StoredStroke,
  StrokeRow,
} from '../format/rows.ts';
import type { StoredSubmission } from '../format/submission-row.ts';
import type { Whose } from '../keys/agent-access.ts';
import { undeliveredRows } from '../outbox/counters.ts';
import { deliveredWith } from './sim-marks.ts';

/** A form as it lies in the database, but for its files' bytes. */
export type FormRows = Readonly<{
  submission: StoredSubmission | undefined;
  draft: StoredDraft | undefined;
  attachments: readonly StoredAttachment[];
  strokes: readonly StoredStroke[];
}>;

export const formTables = ['submissions', 'drafts', 'attachments', 'strokes'] as const;

/** Inside a transaction over `formTables`. */
export const readForm = async (db: Database, id: SubmissionId): Promise<FormRows> => ({
  submission: await db.submissions.get(id),
  draft: await db.drafts.get(id),
  attachments: await db.attachments.where('submissionId').equals(id).toArray(),
  strokes: await db.strokes.where('submissionId').equals(id).toArray(),
});

/** Whether a form may still be changed: a draft, or one that the server sent back. */
export const isOpenForm = ({ submission }: Pick<FormRows, 'submission'>): boolean =>
  submission?.status === 'draft' || submission?.status === 'rejected';

/** What belongs to a draft and is not in its row: files (without their bytes) and whether somebody signed. */
export type DraftParts = Readonly<{
  /** Documents only, oldest first. */
  files: readonly AttachmentRow[];
  fileCounts: Capture['fileCounts'];
  hasSignature: boolean;
}>;

export const noParts: DraftParts = { files: [], fileCounts: {}, hasSignature: false };

export function countByKind(files: readonly AttachmentRow[]): Capture['fileCounts'] {
  const counts: Record<string, number> = {};
  for (const { kind } of files) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Of all files and strokes of a form. */
export function partsOf(
  attachments: readonly AttachmentRow[],
  strokes: readonly StrokeRow[],
): DraftParts {
  const files = attachments
    .filter(({ kind }) => kind !== 'signature')
    .sort((one, other) => one.sequence - other.sequence);
  return {
    files,
    fileCounts: countByKind(files),
    hasSignature: hasRealSignature(strokes.map(({ points }) => points)),
  };
}

/** What a check of a form needs beside its content. */
export type DraftContext = DraftParts &
  Readonly<{ simCardNumbersElsewhere: NonNullable<Capture['simCardNumbersElsewhere']> }>;

type ContextRows = Readonly<{
  form: FormRows;
  /** What is not delivered, where its SIM card numbers matter. */
  others: readonly StoredSubmission[];
  /** Delivered with the same number. */
  delivered: SubmissionId | undefined;
}>;

/**
 * @param whose what another agent registered is not noticed: the server does
 * @param open loaded where there is anything to open: a form's first look has nothing stored yet
 * @param simCardNumber normalised; '' where there is none
 */
export async function draftContext(
  db: Database,
  whose: () => Promise<Whose>,
  open: () => Promise<OpenedContext>,
  id: SubmissionId,
  simCardNumber: string,
  mark: string | null,
): Promise<DraftContext> {
  const isWanted = simCardNumber !== '';
  // All of it is read before anything is opened: a live query follows what it reads until then.
  const rows: ContextRows = {
    // At one moment: sealing an old form changes all of its rows.
    form: await db.transaction('r', [...formTables], () => readForm(db, id)),
    others: isWanted ? await undeliveredRows(db) : [],
    delivered: isWanted ? await deliveredWith(db, id, mark, Date.now(), await whose()) : undefined,
  };
  const { form, others, delivered } = rows;
  const isEmpty = form.attachments.length + form.strokes.length + others.length === 0;
  const opened = isEmpty ? null : await (await open())(form, others);
  const holder = opened?.others.find(
    (other) => other.id !== id && other.personal?.simCardNumber === simCardNumber,
  );
  const other = holder?.id ?? delivered;
  return {
    ...(opened === null ? noParts : partsOf(opened.attachments, opened.strokes)),
    simCardNumbersElsewhere: new Map(other === undefined ? [] : [[simCardNumber, other]]),
  };
}

/** What opens it. */
export type OpenedContext = (
  form: FormRows,
  others: readonly StoredSubmission[],
) => Promise<
  Readonly<{
    attachments: readonly AttachmentRow[];
    strokes: readonly StrokeRow[];
    others: readonly Submission[];
  }>
>;
