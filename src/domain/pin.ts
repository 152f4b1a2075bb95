import { USUAL_PINS } from './usual-pins.ts';

/*
 * What may become a PIN or a password. It keeps people out who pick up the phone; nobody is made to choose one that they forget.
 */

const MIN_PIN_LENGTH = 6;
/** From here on it also holds against whoever copies the disk and has time. */
const STRONG_FROM = 10;

/** Why a text can't be the PIN. `run`: each character follows the one before, as in 123456 or fedcba. */
export type PinFault = 'short' | 'same' | 'run' | 'common';

/** As it is tried: letters that look the same on two keyboards are the same. */
export const pinAsTried = (text: string): string => text.normalize('NFKC');

/** Whether it can't be typed on a keypad. */
export const hasLetters = (text: string): boolean => /\D/.test(text);

const charactersOf = (text: string): readonly string[] => [...pinAsTried(text)];

/** null: it may be taken. */
export function pinFault(text: string): PinFault | null {
  const characters = charactersOf(text);
  if (characters.length < MIN_PIN_LENGTH) return 'short';
  if (new Set(characters).size === 1) return 'same';
  if (isRun(characters)) return 'run';
  return USUAL_PINS.has(pinAsTried(text).toLowerCase()) ? 'common' : null;
}

/** Whether it may be said to hold also against a laboratory. */
export const isStrongPin = (text: string): boolean =>
  pinFault(text) === null && charactersOf(text).length >= STRONG_FROM;

/** 0 follows 9 too, as on a keypad. */
function isRun(characters: readonly string[]): boolean {
  const codes = characters.map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  const isDigits = characters.every((character) => character >= '0' && character <= '9');
  return [1, -1].some((step) =>
    steps.every((each) => each === step || (isDigits && each === -9 * step)),
  );
}
