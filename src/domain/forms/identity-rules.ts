import type { Rule } from './form.ts';
import { error, type IssueAdvice, isDigits, type RuleIssue } from './issue.ts';
import { luhn } from './luhn.ts';
import { stripGaps } from './strip.ts';

/** How many days each month can have. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * The issue of a date YYMMDD; undefined if the date exists in 19YY or 20YY. 1900 had no 29 February but 2000 had one, so 29
 * February exists in one of the two exactly if 4 divides YY.
 */
const dateIssue = (digits: string): RuleIssue | undefined => {
  const pair = (at: number): number => Number(digits.slice(at, at + 2));
  const [year, month, day] = [pair(0), pair(2), pair(4)];
  const days = DAYS[month - 1];
  if (days === undefined) return error('id-month', { month });
  if (day < 1 || day > days) return error('id-date', { day, month });
  if (month === 2 && day === 29 && year % 4 !== 0) return error('id-leap-day');
  return undefined;
};

/** Checks an ID number of 13 digits. Citizenship digits 0, 1 and 2 (refugees) are all valid, and so is any age. */
const idIssues = (digits: string, advice: IssueAdvice): readonly RuleIssue[] => {
  const issue = dateIssue(digits) ?? (luhn(digits) ? undefined : error('id-check'));
  return issue === undefined ? [] : [{ ...issue, advice }];
};

export const saIdNumber: Rule = {
  normalise: stripGaps,
  check: (text) => {
    const advice = 'choosePassport';
    if (!isDigits(text)) return [{ ...error('id-digits'), advice }];
    if (text.length !== 13) return [{ ...error('id-length', { digits: text.length }), advice }];
    return idIssues(text, advice);
  },
};

const isThirteenDigits = (text: string): boolean => /^\d{13}$/.test(text);

/** A passport, permit or asylum number of any country. 13 digits are taken for a South African ID number. */
export const passportNumber: Rule = {
  normalise: (raw) => {
    const digits = stripGaps(raw);
    return isThirteenDigits(digits) ? digits : raw.trim().toUpperCase();
  },
  check: (text) => {
    if (isThirteenDigits(text)) return idIssues(text, 'readAsId');
    const isPassport = /^[A-Z0-9][A-Z0-9/ -]{3,19}$/.test(text) && /\d/.test(text);
    return isPassport ? [] : [error('passport')];
  },
};
