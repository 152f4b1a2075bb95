import { type Bytes, type RandomBytes, randomBytes } from './bytes.ts';

/*
 * Crockford's base32: digits and letters that people write by hand and read again. There is no I, L, O and U; who reads I or L means 1,
 * who reads O means 0.
 */

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BITS = 5;

/** So many letters of the first bits of `bytes`. */
export function toBase32(bytes: Bytes, length: number): string {
  let text = '';
  for (let at = 0; at < length; at += 1) {
    let value = 0;
    for (let bit = at * BITS; bit < (at + 1) * BITS; bit += 1)
      value = value * 2 + (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
    text += LETTERS[value];
  }
  return text;
}

/** The bits of each letter, and zeros up to a whole byte. null: another sign is among them. */
export function fromBase32(text: string): Bytes | null {
  const bytes = new Uint8Array(Math.ceil((text.length * BITS) / 8));
  for (const [at, letter] of [...text.toUpperCase()].entries()) {
    const value = LETTERS.indexOf(meant(letter));
    if (value < 0) return null;
    for (let bit = 0; bit < BITS; bit += 1) {
      const place = at * BITS + bit;
      const isSet = (value >> (BITS - 1 - bit)) & 1;
      bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (isSet << (7 - (place & 7)));
    }
  }
  return bytes;
}

const meant = (letter: string): string =>
  letter === 'I' || letter === 'L' ? '1' : letter === 'O' ? '0' : letter;

/** What is written down once, for the day on which the PIN is forgotten: 100 random bits, so nobody guesses it. */
export type RecoveryCode = Readonly<{
  /** As it is shown: `VELD-` and four groups. */
  text: string;
  /** What it opens with. */
  bytes: Bytes;
}>;

const NAME = 'VELD';
const GROUP = /.{5}/g;
const LENGTH = 20;

export function newRecoveryCode(random: RandomBytes = randomBytes): RecoveryCode {
  const letters = toBase32(random(Math.ceil((LENGTH * 5) / 8)), LENGTH);
  const bytes = fromBase32(letters);
  if (bytes === null) throw new Error('A code of our own can be read.');
  return { text: [NAME, ...(letters.match(GROUP) ?? [])].join('-'), bytes };
}

/** As a person types it, with or without lines, spaces, capitals and the name in front. null: it is none. */
export function recoveryCodeBytes(text: string): Bytes | null {
  const letters = text.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, '');
  const isNamed = letters.length === NAME.length + LENGTH && letters.startsWith(NAME);
  const code = isNamed ? letters.slice(NAME.length) : letters;
  return code.length === LENGTH ? fromBase32(code) : null;
}
