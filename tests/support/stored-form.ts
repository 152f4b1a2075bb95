import type { SubmissionId } from '../../src/domain/ids.ts';
import type { Submission } from '../../src/domain/submission-types.ts';
import type { Database } from '../../src/store/db/database.ts';
import {
  type DraftParts,
  formTables,
  partsOf,
  readForm,
} from '../../src/store/drafts/draft-context.ts';
import { type OpenForm, openForm } from '../../src/store/drafts/draft-tables.ts';
import type { DraftRow } from '../../src/store/format/rows.ts';
import { deskHere } from '../../src/store/keys/browser-key-store.ts';

/** A form as it is stored, opened with nothing but what is stored. */
export async function storedForm(db: Database, id: SubmissionId): Promise<OpenForm> {
  const rows = await db.transaction('r', [...formTables], () => readForm(db, id));
  const form = await openForm(deskHere(db), rows);
  if (form === null) throw new Error('There is no such form.');
  return form;
}

export async function draftParts(db: Database, id: SubmissionId): Promise<DraftParts> {
  const { attachments, strokes } = await storedForm(db, id);
  return partsOf(attachments, strokes);
}

/** undefined: there is none that this version reads. */
export async function clearDraft(db: Database, id: SubmissionId): Promise<DraftRow | undefined> {
  if ((await db.drafts.get(id)) === undefined) return undefined;
  return (await storedForm(db, id)).draft ?? undefined;
}

export async function openedSubmission(db: Database, id: SubmissionId): Promise<Submission | null> {
  const row = await db.submissions.get(id);
  return row === undefined ? null : deskHere(db).opened(row);
}
