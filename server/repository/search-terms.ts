import { foundBy, type SearchKind, searchKinds } from '../../src/domain/forms/found-by.ts';
import { formId } from '../../src/domain/ids.ts';
import { referenceOf } from '../../src/domain/reference.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { FormContent } from './repository-port.ts';

/** Of 32: enough that no two texts meet. */
const TERM_BYTES = 16;

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const unspaced = (text: string): string => folded(text).replaceAll(' ', '');

/**
 * How what a person asks for and what a form says become the same. What stands in the database was made so: changed, it must be made
 * anew, by a migration that empties `indexed_at`.
 */
const normalised: Readonly<Record<SearchKind, (text: string) => string>> = {
  // As it is heard: the letters that a reference does not have.
  reference: (text) => unspaced(text).replaceAll('o', '0').replace(/[il]/g, '1'),
  sim: unspaced,
  // Written here as 082…, on the wire as 2782….
  phone: (text) => unspaced(text).replace(/^0(?=\d{9}$)/, '27'),
  identity: unspaced,
  surname: folded,
  business: folded,
};

/** What a form is found by: equal for equal texts of a kind, and nothing to whoever lacks the key. Whole texts only. */
export const termOf = ({ mac }: KeyRing, kind: SearchKind, text: string): string =>
  mac(`search ${kind}`, normalised[kind](text)).subarray(0, TERM_BYTES).toString('hex');

/** All that a form is found by; its reference at least. */
export function termsOf(
  ring: KeyRing,
  content: Pick<FormContent, 'formId' | 'formData'>,
): string[] {
  const reference = referenceOf(formId(content.formId)) ?? content.formId;
  const terms = [termOf(ring, 'reference', reference)];
  for (const kind of searchKinds) {
    for (const name of foundBy[kind]) {
      const value = content.formData[name];
      if (value !== undefined) terms.push(termOf(ring, kind, String(value)));
    }
  }
  return [...new Set(terms)];
}
