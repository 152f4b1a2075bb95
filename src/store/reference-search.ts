import { type FormId, formId, type SubmissionId } from '../domain/ids.ts';
import { referenceOf } from '../domain/reference.ts';
import type { Database } from './database.ts';

/** As people type one, or begin to: with or without its hyphen, small or capital. */
const TYPED = /^[0-9a-z]{4}[\s-]?[0-9a-z]{0,4}$/i;

/** Whether what was typed, without hyphen and in capitals, begins the reference or its second group. */
function begins(id: FormId, typed: string): boolean {
  const [first = '', second = ''] = referenceOf(id)?.split('-') ?? [];
  return `${first}${second}`.startsWith(typed) || second === typed;
}

/**
 * The submissions whose reference this may be. From the record of the formIds, which knows whose each is, and was: so a
 * submission that got another one is still found by the reference that its customer has.
 */
export async function idsByReference(
  db: Database,
  search: string,
): Promise<ReadonlySet<SubmissionId>> {
  const text = search.trim();
  if (!TYPED.test(text)) return new Set();
  const typed = text.replace(/[\s-]/g, '').toUpperCase();
  const found = new Set<SubmissionId>();
  for (const { guid, submissionId } of await db.formGuids.toArray())
    if (submissionId !== undefined && begins(formId(guid), typed)) found.add(submissionId);
  return found;
}
