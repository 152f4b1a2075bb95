import {
  type SearchKind,
  searchableFields,
  searchKinds,
} from '../../src/domain/forms/form-kinds.ts';
import { formId } from '../../src/domain/ids.ts';
import { referenceOf } from '../../src/domain/reference.ts';
import { type Db, type Engine, prepared } from '../database/engine.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { FormContent } from './repository-port.ts';

/** The first 16 of the hash's 32 bytes: enough to avoid equal hashes for different texts. */
const TERM_BYTES = 16;

/** Lower-case letters and digits without accents. Anything else counts as a space. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const unspaced = (text: string): string => folded(text).replaceAll(' ', '');

/**
 * Normalises searched and stored texts in the same way. The database stores hashes of the results. After a change here,
 * a migration must empty `indexed_at`, so that a job makes the hashes again.
 */
const normalised: Readonly<Record<SearchKind, (text: string) => string>> = {
  // Maps letters that no reference has to the digits that they look like.
  reference: (text) => unspaced(text).replaceAll('o', '0').replace(/[il]/g, '1'),
  sim: unspaced,
  // People write 082…, the API sends 2782….
  phone: (text) => unspaced(text).replace(/^0(?=\d{9}$)/, '27'),
  identity: unspaced,
  surname: folded,
  business: folded,
};

/**
 * A search term: a keyed hash of a whole text. Equal texts of a kind have equal terms. Without the key, a term reveals
 * nothing else.
 */
export const termOf = ({ mac }: KeyRing, kind: SearchKind, text: string): string =>
  mac(`search ${kind}`, normalised[kind](text)).subarray(0, TERM_BYTES).toString('hex');

/** All search terms of a form. The reference is always among them. */
export function termsOf(
  ring: KeyRing,
  content: Pick<FormContent, 'formId' | 'formData'>,
): string[] {
  const reference = referenceOf(formId(content.formId)) ?? content.formId;
  const terms = [termOf(ring, 'reference', reference)];
  for (const kind of searchKinds) {
    for (const name of searchableFields[kind]) {
      const value = content.formData[name];
      if (value !== undefined) terms.push(termOf(ring, kind, String(value)));
    }
  }
  return [...new Set(terms)];
}

const deleteTerms = prepared((db, { formId }: Readonly<{ formId: string }>) =>
  db.deleteFrom('search_terms').where('form_id', '=', formId),
);

const insertTerms = new Map<number, ReturnType<typeof insertOf>>();

/** One statement for each number of terms. */
const insertOf = (count: number) =>
  prepared((db, given: Readonly<Record<string, string>>) =>
    db.insertInto('search_terms').values(
      Array.from({ length: count }, (_, n) => ({
        term: given[`term${n}`] ?? '',
        form_id: given['formId'] ?? '',
      })),
    ),
  );

/** Replaces the form's terms. */
export async function saveTerms(
  db: Db,
  enqueue: Engine['enqueue'],
  formId: string,
  terms: readonly string[],
): Promise<void> {
  const insert = insertTerms.get(terms.length) ?? insertOf(terms.length);
  insertTerms.set(terms.length, insert);
  const given = Object.fromEntries(terms.map((term, n) => [`term${n}`, term]));
  await enqueue(deleteTerms(db, { formId }));
  await enqueue(insert(db, { ...given, formId }));
}
