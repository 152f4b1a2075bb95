import { type Bytes, type RandomBytes, randomBytes } from './bytes.ts';

/*
 * Crockford's base32. It has no I, L, O and U, because people mistake them for other characters. The decoder reads I and L as 1, and O
 * as 0.
 */

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BITS = 5;

/** Encodes the first bits of `bytes` with `length` letters. */
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

/** Decodes base32. Pads the last byte with zeros. Returns null if the text has another character. */
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

/** A code that the agent writes down, to unlock without the PIN. The code has 100 random bits, so nobody can guess it. */
export type RecoveryCode = Readonly<{
  /** The code that the screen shows: `VELD-` and four groups. */
  text: string;
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

/** Decodes a typed code, with or without dashes, spaces, capitals and `VELD`. Returns null if the text is no code. */
export function recoveryCodeBytes(text: string): Bytes | null {
  const letters = text.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, '');
  const isNamed = letters.length === NAME.length + LENGTH && letters.startsWith(NAME);
  const code = isNamed ? letters.slice(NAME.length) : letters;
  return code.length === LENGTH ? fromBase32(code) : null;
}
