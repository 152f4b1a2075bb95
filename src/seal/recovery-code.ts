import { fromBase32, toBase32 } from './base32.ts';
import { type Bytes, type RandomBytes, randomBytes } from './sealed-bytes.ts';

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
