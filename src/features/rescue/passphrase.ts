const fewestCharacters = 12;
const fewestDifferent = 6;

export type PassphraseProblems = Readonly<{ first?: string; second?: string }>;

/** Why a new passphrase can't be used; {} where it can. Whoever finds the file has all the time in the world to guess. */
export function passphraseProblems(first: string, second: string): PassphraseProblems {
  const plain = first.normalize('NFC');
  if ([...plain].length < fewestCharacters)
    return { first: `Use at least ${fewestCharacters} characters, such as four words.` };
  if (new Set(plain.toLowerCase().replaceAll(/\s/g, '')).size < fewestDifferent)
    return { first: 'Use more different letters: this is too easy to guess.' };
  if (plain !== second.normalize('NFC'))
    return { second: 'The two are not the same. Type the passphrase again.' };
  return {};
}
