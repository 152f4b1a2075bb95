import { inField } from './wording.ts';

const broken = (sentence: string) => (field: string) => inField(field, sentence);

const simCard = broken('The SIM card number must begin with 89 and have 18 to 20 digits.');
const idDate = broken('The ID number does not begin with a date (YYMMDD).');
const imei = broken('The IMEI must have 15 digits with a right check digit, or 16 digits.');

/**
 * What the rules of the app's fields find, by the rules' own codes. The sentences are for somebody who builds a client; the
 * app has its own for the person at the form.
 */
export const ruleProblems = {
  passport: broken('Enter a 13-digit ID number, or a passport or permit number.'),
  'id-month': idDate,
  'id-date': idDate,
  'id-leap-day': idDate,
  'id-check': broken('The ID number has a wrong digit: its check digit does not fit.'),
  'iccid-digits': simCard,
  'iccid-start': simCard,
  'iccid-length': simCard,
  phone: broken('Enter a South African number, or another country’s with its +.'),
  mobile: broken('Enter a South African cellphone number.'),
  imsi: broken('The IMSI must have 14 or 15 digits.'),
  imei,
  'imei-check': imei,
  vat: broken('The VAT number must begin with 4 and have 10 digits.'),
  email: broken('Enter an email address such as name@example.co.za.'),
} as const;

export const isRuleCode = (code: string): code is keyof typeof ruleProblems =>
  Object.hasOwn(ruleProblems, code);
