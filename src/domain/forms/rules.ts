import type { Rule } from './form.ts';
import { error, type IssueAdvice, isDigits, type RuleIssue, warning } from './issue.ts';
import { plainGaps, stripGaps, stripInvisible, stripSpaces } from './values.ts';

/** True if the last digit is the Luhn check digit (ISO/IEC 7812-1) of the digits before it. */
export const luhn = (digits: string): boolean => {
  if (!isDigits(digits)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits.at(-1 - place));
    const weighed = place % 2 === 0 ? digit : digit * 2;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
};

/** Any text of at most `maxLength` characters after trimming. */
export const textRule = (maxLength: number): Rule => ({
  maxLength,
  normalise: (raw) => raw.trim(),
  check: (text) =>
    text.length > maxLength ? [error('too-long', { length: text.length, max: maxLength })] : [],
});

export const email: Rule = {
  normalise: (raw) => stripInvisible(raw).trim(),
  check: (text) =>
    text.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*\.[^\s@.]{2,}$/.test(text)
      ? []
      : [error('email')],
};

/** A number of up to 9 digits. The server's list of options decides which numbers are valid. */
export const businessType: Rule = {
  normalise: (raw) => raw.trim(),
  check: (text) => (/^\d{1,9}$/.test(text) ? [] : [error('business-type')]),
};

export const vatNumber: Rule = {
  normalise: (raw) => stripSpaces(raw).replace(/^(?:ZA)+/i, ''),
  check: (text) => {
    if (!/^4\d{9}$/.test(text)) return [error('vat')];
    // The tax authority (SARS) does not document the check digit, so a wrong one is only a warning.
    return luhn(text) ? [] : [warning('vat-check')];
  },
};

const text30 = textRule(30);

/** A company registration number of the CIPC, 2015/123456/07. Older formats exist, so another format is only a warning. */
export const companyRegistrationNumber: Rule = {
  ...text30,
  normalise: (raw) => {
    const parts = /^(\d{4})(\d{6})(\d{2})$/.exec(stripGaps(raw))?.slice(1) ?? raw.split('/');
    return parts.map((part) => part.trim()).join('/');
  },
  check: (text) => {
    const findings = text30.check(text);
    if (findings.length > 0 || /^(K|CK)?\d{4}\/\d{6}\/\d{2}$/.test(text)) return findings;
    return [warning('company-number')];
  },
};

/** The highest number of days of each month. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * The issue of a date YYMMDD. Returns undefined if the date exists in 19YY or 20YY. For 29 February that is true exactly if 4 divides
 * YY, because 2000 was a leap year.
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

/** A passport, permit or asylum number of any country. The rule reads 13 digits as a South African ID number. */
export const passportNumber: Rule = {
  normalise: (raw) => {
    const digits = stripGaps(raw);
    return isThirteenDigits(digits) ? digits : plainGaps(raw).trim().toUpperCase();
  },
  check: (text) => {
    if (isThirteenDigits(text)) return idIssues(text, 'readAsId');
    const isPassport = /^[A-Z0-9][A-Z0-9/ -]{3,19}$/.test(text) && /\d/.test(text);
    return isPassport ? [] : [error('passport')];
  },
};

/** Converts a South African number to E.164. A number of another country keeps its form. */
const toE164 = (raw: string): string =>
  stripGaps(raw)
    .replace(/^(\+\d{1,3})\(0\)/, '$1')
    .replace(/[().]/g, '')
    .replace(/^(?:(?:\+|00)?270?|0)(?=[1-9]\d{8}$)/, '+27');

/** A South African number, or a number of another country with + (E.164: 7 to 15 digits). */
export const saPhone: Rule = {
  normalise: toE164,
  check: (text) => (/^\+(?:27[1-8]\d{8}|(?!27)[1-9]\d{6,14})$/.test(text) ? [] : [error('phone')]),
};

/** A South African cellphone number, on the wire as 27 and nine digits. */
export const saMobile: Rule = {
  normalise: (raw) => toE164(raw).replace(/^\+27/, '27'),
  check: (text) => (/^27[6-8]\d{8}$/.test(text) ? [] : [error('mobile')]),
};

/** A SIM card number (ITU-T E.118), with or without its check digit and filler F. */
export const iccid: Rule = {
  normalise: (raw) => stripGaps(raw).replace(/^(\d*)F+$/i, '$1'),
  check: (text) => {
    if (!isDigits(text)) return [error('iccid-digits')];
    if (!text.startsWith('89')) return [error('iccid-start')];
    if (text.length < 18 || text.length > 20)
      return [error('iccid-length', { digits: text.length })];
    const findings: RuleIssue[] = [];
    if (!text.startsWith('8927')) findings.push(warning('iccid-country'));
    // In a number of 20 digits the check digit may be the 19th. Then the operator adds a 20th digit.
    if (!luhn(text) && !(text.length === 20 && luhn(text.slice(0, 19))))
      findings.push(warning('iccid-check'));
    return findings;
  },
};

export const imsi: Rule = {
  normalise: stripGaps,
  check: (text) => {
    if (!/^\d{14,15}$/.test(text)) return [error('imsi')];
    const findings: RuleIssue[] = [];
    if (!text.startsWith('655')) findings.push(warning('imsi-country'));
    if (text.length !== 15) findings.push(warning('imsi-length'));
    return findings;
  },
};

/** An IMEI: 15 digits with a Luhn check digit. Or an IMEISV: 16 digits without one (3GPP TS 23.003). */
export const imei: Rule = {
  normalise: (raw) => stripGaps(raw).replace(/\//g, ''),
  check: (text) => {
    if (!/^\d{15,16}$/.test(text)) return [error('imei')];
    return text.length === 16 || luhn(text) ? [] : [error('imei-check')];
  },
};
