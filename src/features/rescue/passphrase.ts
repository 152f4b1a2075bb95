import { rescueText } from '../../messages/rescue.ts';
import { say } from '../../messages/say.ts';

const MIN_CHARACTERS = 12;
const MIN_DIFFERENT_CHARACTERS = 6;

export type PassphraseIssues = Readonly<{ first?: string; second?: string }>;

/** Why a new passphrase can't be used; {} where it can. Whoever finds the file has all the time in the world to guess. */
export function passphraseIssues(first: string, second: string): PassphraseIssues {
  const t = rescueText();
  const plain = first.normalize('NFC');
  if ([...plain].length < MIN_CHARACTERS)
    return { first: say(t.tooShort, { count: MIN_CHARACTERS }) };
  if (new Set(plain.toLowerCase().replaceAll(/\s/g, '')).size < MIN_DIFFERENT_CHARACTERS)
    return { first: t.tooSimple };
  if (plain !== second.normalize('NFC')) return { second: t.notTheSame };
  return {};
}
