import type { Capture } from '../../domain/forms/values.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import type { Submission } from '../../domain/submission-types.ts';
import type { Database } from '../db/database.ts';
import type { AttachmentRow, StoredAttachment, StoredDraft, StoredStroke } from '../format/rows.ts';
import type { StoredSubmission } from '../format/submission-row.ts';
import type { AgentAccess } from '../keys/agent-access.ts';
import { undeliveredRows } from '../outbox/counters.ts';
import { deliveredWith } from './sim-hashes.ts';

/** The stored rows of a form, without its files' bytes. */
export type FormRows = Readonly<{
  submission: StoredSubmission | undefined;
  draft: StoredDraft | undefined;
  attachments: readonly StoredAttachment[];
  strokes: readonly StoredStroke[];
}>;

export const formTables = ['submissions', 'drafts', 'attachments', 'strokes'] as const;

/** Call it inside a transaction over `formTables`. */
export const readForm = async (db: Database, id: SubmissionId): Promise<FormRows> => ({
  submission: await db.submissions.get(id),
  draft: await db.drafts.get(id),
  attachments: await db.attachments.where('submissionId').equals(id).toArray(),
  strokes: await db.strokes.where('submissionId').equals(id).toArray(),
});

/** True if the form may still change: it is a draft or refused. */
export const isOpenForm = ({ submission }: Pick<FormRows, 'submission'>): boolean =>
  submission?.status === 'draft' || submission?.status === 'rejected';

/** The parts of a draft outside its row: the files (without bytes), and whether it is signed. */
export type DraftParts = Readonly<{
  files: readonly AttachmentRow[];
  fileCounts: Capture['fileCounts'];
  hasSignature: boolean;
}>;

export const noParts: DraftParts = { files: [], fileCounts: {}, hasSignature: false };

/** The data that a check of a form needs, apart from the form's content. */
export type DraftContext = DraftParts &
  Readonly<{ simCardNumbersElsewhere: NonNullable<Capture['simCardNumbersElsewhere']> }>;

type ContextRows = Readonly<{
  form: FormRows;
  /** The undelivered submissions, to compare SIM numbers. Empty if the form has no SIM number. */
  others: readonly StoredSubmission[];
  /** A delivered submission with the same SIM number. */
  delivered: SubmissionId | undefined;
}>;

/**
 * @param agentAccess hides other agents' receipts from the comparison; the server compares all
 * @param open loads the code that decrypts; called only for encrypted rows
 * @param simCardNumber normalised; '' if there is none
 */
export async function draftContext(
  db: Database,
  agentAccess: () => Promise<AgentAccess>,
  open: () => Promise<OpenedContext>,
  id: SubmissionId,
  simCardNumber: string,
  mark: string | null,
): Promise<DraftContext> {
  const isWanted = simCardNumber !== '';
  // Reads all rows before it decrypts the first: a live query tracks reads only until it awaits something other than the database.
  // One transaction, because the encryption of an old form changes all its rows.
  const stored = await db.transaction('r', [...formTables], () => readForm(db, id));
  const rows: ContextRows = {
    form: stored,
    others: isWanted ? await undeliveredRows(db) : [],
    delivered: isWanted
      ? await deliveredWith(
          db,
          { corrects: stored.submission?.corrects, id },
          mark,
          Date.now(),
          await agentAccess(),
        )
      : undefined,
  };
  const { form, others, delivered } = rows;
  const isEmpty = form.attachments.length + form.strokes.length + others.length === 0;
  const opened = isEmpty ? null : await (await open())(form, others);
  const holder = opened?.others.find(
    (other) => other.id !== id && other.personal?.simCardNumber === simCardNumber,
  );
  const other = holder?.id ?? delivered;
  return {
    ...(opened?.parts ?? noParts),
    simCardNumbersElsewhere: new Map(other === undefined ? [] : [[simCardNumber, other]]),
  };
}

export type OpenedContext = (
  form: FormRows,
  others: readonly StoredSubmission[],
) => Promise<
  Readonly<{
    parts: DraftParts;
    others: readonly Submission[];
  }>
>;
