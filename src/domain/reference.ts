import { type FormId, formIdKey } from './ids.ts';

/*
 * The reference that a person can read out: 'K7QM-3X9T'. It is computed from the formId alone, so a server can compute the same one
 * (docs/reference.md).
 */

/** Crockford's base32. It has no I, L, O and U, because people mistake them for other characters. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SIZE = ALPHABET.length;
const DATA_LENGTH = 7;
/** The largest prime below 32^7. With a prime, every part of a UUID changes the result, even if the server counts UUIDs up. */
const MODULUS = 34_359_738_337n;

function digitsOf(number: bigint): readonly number[] {
  const digits: number[] = [];
  for (let left = number; digits.length < DATA_LENGTH; left /= 32n)
    digits.unshift(Number(left % 32n));
  return digits;
}

/** Luhn's check digit for base 32. It detects one wrong character, and two swapped neighbours. */
function checkDigit(digits: readonly number[]): number {
  const sum = digits
    .slice()
    .reverse()
    .map((digit, place) => (place % 2 === 0 ? digit * 2 : digit))
    .reduce((all, value) => all + Math.floor(value / SIZE) + (value % SIZE), 0);
  return (SIZE - (sum % SIZE)) % SIZE;
}

/** A typed reference or its beginning (from 4 characters), with or without hyphen, in any case. */
const TYPED = /^[0-9a-z]{4}[\s-]?[0-9a-z]{0,4}$/i;

/**
 * Tests a formId against a typed reference. It matches the beginning of the reference, or its second group. Null if the
 * text cannot be a reference.
 */
export function referenceTest(search: string): ((id: FormId) => boolean) | null {
  const text = search.trim();
  if (!TYPED.test(text)) return null;
  const typed = text.replace(/[\s-]/g, '').toUpperCase();
  return (id) => {
    const [first = '', second = ''] = referenceOf(id).toUpperCase().split('-');
    return `${first}${second}`.startsWith(typed) || second === typed;
  };
}

/** Returns the formId itself if it is not a UUID. */
export function referenceOf(formId: FormId): string {
  const hex = formIdKey(formId).replaceAll('-', '');
  if (!/^[\da-f]{32}$/.test(hex)) return formId;
  const data = digitsOf(BigInt(`0x${hex}`) % MODULUS);
  const text = [...data, checkDigit(data)].map((digit) => ALPHABET[digit]).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}
