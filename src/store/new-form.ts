import type { FormKind } from '../domain/forms/form-kinds.ts';
import type { SubmissionId } from '../domain/ids.ts';
import { bumpCounters } from './counters.ts';
import type { Database } from './database.ts';
import { contentOf, type DraftContent } from './draft-content.ts';
import { partsOf } from './draft-parts.ts';
import { newSubmission } from './draft-rows.ts';
import { missingIn, summaryOf } from './draft-summary.ts';
import { FORM_VERSION } from './form-version.ts';
import { isNumber } from './format/shape.ts';
import type { StoredSubmission } from './format/submission-row.ts';
import type { NewKey } from './key-desk.ts';
import type { AttachmentRow, DraftRow, SecretNameRow } from './rows.ts';
import { sealDraft } from './sealing.ts';
import { oldestSpare, takeSecret } from './spare-secrets.ts';
import { summaryRow } from './summary-row.ts';

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
