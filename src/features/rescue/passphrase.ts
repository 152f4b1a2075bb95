const MIN_CHARACTERS = 12;
const MIN_DIFFERENT_CHARACTERS = 6;

export type PassphraseIssues = Readonly<{ first?: string; second?: string }>;

/** Why a new passphrase can't be used; {} where it can. Whoever finds the file has all the time in the world to guess. */
export function passphraseIssues(first: string, second: string): PassphraseIssues {
  const plain = first.normalize('NFC');
  if ([...plain].length < MIN_CHARACTERS)
    return { first: `Use at least ${MIN_CHARACTERS} characters, such as four words.` };
  if (new Set(plain.toLowerCase().replaceAll(/\s/g, '')).size < MIN_DIFFERENT_CHARACTERS)
    return { first: 'Use more different letters: this is too easy to guess.' };
  if (plain !== second.normalize('NFC'))
    return { second: 'The two are not the same. Type the passphrase again.' };
  return {};
}
