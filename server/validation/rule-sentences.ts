import type { Finding, Rule } from '../../src/domain/forms/form.ts';

const simCard = 'The SIM card number must begin with 89 and have 18 to 20 digits.';
const imei = 'The IMEI must have 15 digits with a right check digit, or 16 digits.';

/** What the app's findings are called here: whoever reads it may be no person at a form, but somebody who builds a client. */
const sentences: Readonly<Record<string, string>> = {
  passport: 'Enter a 13-digit ID number, or a passport or permit number.',
  'id-date': 'The ID number does not begin with a date (YYMMDD).',
  'id-check': 'The ID number has a wrong digit: its check digit does not fit.',
  'iccid-digits': simCard,
  'iccid-start': simCard,
  'iccid-length': simCard,
  phone: 'Enter a South African number, or another country’s with its +.',
  mobile: 'Enter a South African cellphone number.',
  imsi: 'The IMSI must have 14 or 15 digits.',
  imei,
  'imei-check': imei,
  vat: 'The VAT number must begin with 4 and have 10 digits.',
  email: 'Enter an email address such as name@example.co.za.',
};

export const sentenceFor = ({ code }: Finding, { longest }: Rule): string =>
  sentences[code] ??
  (longest === undefined ? 'This is not well formed.' : `Use at most ${longest} characters.`);
