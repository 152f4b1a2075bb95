/** The most common PINs among those that pass the other rules, in small letters. */
const COMMON_PINS: ReadonlySet<string> = new Set(
  `121212 112233 123123 131313 101010 123321 159753 147258 696969 222333 159357 789456 456123 123654 147852
  232323 252525 789789 456456 111222 112211 101112 102030 124578 142536 151515 171717 181818 191919 202020
  212121 242424 246810 258456 262626 282828 303030 313131 321321 343434 369258 420420 454545 456789123 474747
  505050 515151 520520 535353 555666 565656 585858 616161 646464 654123 656565 676767 686868 707070 717171
  741852 753951 757575 767676 777888 787878 797979 808080 818181 828282 852456 858585 878787 890890 909090
  963852 979797 987987 989898 999888 951753 963258 753159 13579a 200000 100000 000001 123123123 147258369 1q2w3e
  qwerty password abc123 qwerty123 password1 iloveyou 1q2w3e4r qwertyuiop monkey123 letmein`.split(
    /\s+/,
  ),
);

/*
 * The rules for a PIN or a password. A PIN stops people who pick up the phone. It must be easy to remember.
 */

const MIN_PIN_LENGTH = 6;
/** From this length a PIN also stops an attacker who copies the disk and has time. */
const STRONG_FROM = 10;

/** How long (ms) a right recovery code allows a new PIN. */
export const PIN_AFTER_RECOVERY_MS = 5 * 60_000;

/** The reason why a text can't be the PIN. `run`: each character follows the one before, as in 123456 or fedcba. */
export type PinFault = 'short' | 'same' | 'run' | 'common';

/** The PIN in the form that is checked (NFKC). The same letter from two keyboards is equal. */
export const pinAsTried = (text: string): string => text.normalize('NFKC');

/** True if a keypad of digits can't enter the text. */
export const hasLetters = (text: string): boolean => /\D/.test(text);

const charactersOf = (text: string): readonly string[] => [...pinAsTried(text)];

/** Returns null if the PIN is allowed. */
export function pinFault(text: string): PinFault | null {
  const characters = charactersOf(text);
  if (characters.length < MIN_PIN_LENGTH) return 'short';
  if (new Set(characters).size === 1) return 'same';
  if (isRun(characters)) return 'run';
  return COMMON_PINS.has(pinAsTried(text).toLowerCase()) ? 'common' : null;
}

/** True if the PIN also protects against a laboratory. */
export const isStrongPin = (text: string): boolean =>
  pinFault(text) === null && charactersOf(text).length >= STRONG_FROM;

/** True if each character follows the one before, up or down. 0 follows 9, as on a keypad. */
function isRun(characters: readonly string[]): boolean {
  const codes = characters.map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  const isDigits = characters.every((character) => character >= '0' && character <= '9');
  return [1, -1].some((step) =>
    steps.every((each) => each === step || (isDigits && each === -9 * step)),
  );
}
