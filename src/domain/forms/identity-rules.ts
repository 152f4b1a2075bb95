import type { Rule, RuleIssue } from './form.ts';
import { error, isDigits } from './issue.ts';
import { luhn } from './luhn.ts';
import { stripGaps } from './strip.ts';

const months: readonly (readonly [name: string, days: number])[] = [
  ['January', 31],
  ['February', 29],
  ['March', 31],
  ['April', 30],
  ['May', 31],
  ['June', 30],
  ['July', 31],
  ['August', 31],
  ['September', 30],
  ['October', 31],
  ['November', 30],
  ['December', 31],
];

/**
 * What is wrong with YYMMDD; undefined where the date exists in either century. 1900 had no 29
 * February but 2000 had, so a year is a leap year somewhere exactly where 4 divides its YY.
 */
const dateFault = (digits: string): string | undefined => {
  const pair = (at: number): number => Number(digits.slice(at, at + 2));
  const [year, month, day] = [pair(0), pair(2), pair(4)];
  const known = months[month - 1];
  if (!known) return `Month ${month} is not a month: check the third and fourth digit.`;
  const [name, days] = known;
  if (day < 1 || day > days) return `${day} ${name} is not a date: check the first six digits.`;
  if (month === 2 && day === 29 && year % 4 !== 0)
    return 'There was no 29 February in that year: check the first six digits.';
  return undefined;
};

/** Checks 13 digits. Citizenship digits 0, 1 and 2 (refugees) are all fine, and so is any age. */
const idFindings = (digits: string, otherwise: string): readonly RuleIssue[] => {
  const fault = dateFault(digits);
  if (fault !== undefined) return [error('id-date', `${fault} ${otherwise}`)];
  if (!luhn(digits))
    return [
      error('id-check', `The last digit does not fit: check the number on the card. ${otherwise}`),
    ];
  return [];
};

const offer = "If it is not a South African ID number, choose 'Passport or permit'.";

export const saIdNumber: Rule = {
  normalise: stripGaps,
  check: (text) => {
    if (!isDigits(text))
      return [
        error(
          'id-digits',
          `A South African ID number has only digits: check for letters, such as O for 0. ${offer}`,
        ),
      ];
    if (text.length !== 13)
      return [
        error(
          'id-length',
          `This has ${text.length} digits; a South African ID number has 13. ${offer}`,
        ),
      ];
    return idFindings(text, offer);
  },
};

const isThirteenDigits = (text: string): boolean => /^\d{13}$/.test(text);

/** A passport, permit or asylum number of any country. 13 digits can only be a South African ID. */
export const passportNumber: Rule = {
  normalise: (raw) => {
    const digits = stripGaps(raw);
    return isThirteenDigits(digits) ? digits : raw.trim().toUpperCase();
  },
  check: (text) => {
    if (isThirteenDigits(text))
      return idFindings(text, 'A number of 13 digits is read as a South African ID number.');
    return /^[A-Z0-9][A-Z0-9/ -]{3,19}$/.test(text) && /\d/.test(text)
      ? []
      : [
          error(
            'passport',
            'A passport or permit number has 4 to 20 letters A to Z and digits, with at least one digit. Copy it from the document.',
          ),
        ];
  },
};
