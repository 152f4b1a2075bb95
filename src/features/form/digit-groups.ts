import { stripGaps } from '../../domain/forms/strip.ts';

export const digitsIn = (text: string): number => stripGaps(text).replace(/\D/g, '').length;

/** '8927010012' → '8927 0100 12', as it is printed on the card. What is no number stays as it was typed. */
export function inGroups(text: string): string {
  const digits = stripGaps(text);
  return /^\d+$/.test(digits) ? digits.replace(/\d{4}(?=\d)/g, '$& ') : text;
}

/** Where a caret belongs that stood at `caret` in `typed`: after the same digit. */
export const caretInGroups = (typed: string, caret: number): number =>
  inGroups(stripGaps(typed.slice(0, caret))).length;

/** `before` without its digit before `caret`: a person deleted the gap behind it, which would come back. */
export const withoutDigitBefore = (typed: string, caret: number): string =>
  typed.slice(0, caret).replace(/\d\D*$/, '') + typed.slice(caret);
