import { type FormId, formIdKey } from './ids.ts';

/*
 * The reference that a person can read out: 'K7QM-3X9T'. Made from the formId alone, so that the server's side computes the same
 * (docs/reference.md says how, for those who build that side).
 */

/** Crockford's base32: no I, L, O and U, which are mistaken for others when they are read out or written down. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SIZE = ALPHABET.length;
const DATA_LENGTH = 7;
/** The largest prime below 32 to the power of 7: every part of a UUID counts, also where a server counts its UUIDs up. */
const MODULUS = 34_359_738_337n;

/** Seven digits of base 32, the highest first. */
function digitsOf(number: bigint): readonly number[] {
  const digits: number[] = [];
  for (let left = number; digits.length < DATA_LENGTH; left /= 32n)
    digits.unshift(Number(left % 32n));
  return digits;
}

/** Luhn's digit to the base 32: finds one wrong character, and two neighbours that changed places. */
function checkDigit(digits: readonly number[]): number {
  const sum = digits
    .slice()
    .reverse()
    .map((digit, place) => (place % 2 === 0 ? digit * 2 : digit))
    .reduce((all, value) => all + Math.floor(value / SIZE) + (value % SIZE), 0);
  return (SIZE - (sum % SIZE)) % SIZE;
}

/** The formId itself if it is not a UUID. */
export function referenceOf(formId: FormId): string {
  const hex = formIdKey(formId).replaceAll('-', '');
  if (!/^[\da-f]{32}$/.test(hex)) return formId;
  const data = digitsOf(BigInt(`0x${hex}`) % MODULUS);
  const text = [...data, checkDigit(data)].map((digit) => ALPHABET[digit]).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}
