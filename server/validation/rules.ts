/** Says what is wrong with a value, in words for a person; null when nothing is. */
export type Rule = (text: string) => string | null;

/** Luhn's check: from the right, every second digit doubled, less 9 above 9; the sum ends in 0. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const weighed = place % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}

function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

export const atMost =
  (length: number): Rule =>
  (text) =>
    text.length > length ? `Use at most ${length} characters.` : null;

export const oneOf =
  (values: readonly string[]): Rule =>
  (text) =>
    values.includes(text) ? null : 'Choose one from the list.';

const matching =
  (shape: RegExp, message: string): Rule =>
  (text) =>
    shape.test(text) ? null : message;

/** A South African ID number (13 digits), else a passport or permit. */
export const identity: Rule = (text) => {
  if (!/^\d{13}$/.test(text)) {
    return /^[A-Z0-9][A-Z0-9/ -]{3,19}$/.test(text) && /\d/.test(text)
      ? null
      : 'Enter a 13-digit ID number, or a passport or permit number.';
  }
  const [year, month, day] = [text.slice(0, 2), text.slice(2, 4), text.slice(4, 6)].map(Number);
  // The century is not in the number: a date that exists in either will do.
  const dated =
    year !== undefined &&
    month !== undefined &&
    day !== undefined &&
    (isDate(1900 + year, month, day) || isDate(2000 + year, month, day));
  if (!dated) {
    return 'The ID number does not begin with a date (YYMMDD).';
  }
  return passesLuhn(text) ? null : 'The ID number has a wrong digit: its check digit does not fit.';
};

export const simCard = matching(
  /^89\d{16,18}$/,
  'The SIM card number must begin with 89 and have 18 to 20 digits.',
);
export const phone = matching(
  /^(\+27[1-8]\d{8}|\+(?!27)[1-9]\d{6,14})$/,
  'Enter a South African number, or another country’s with its +.',
);
export const mobile = matching(/^27[6-8]\d{8}$/, 'Enter a South African cellphone number.');
export const imsi = matching(/^\d{14,15}$/, 'The IMSI must have 14 or 15 digits.');
export const vat = matching(/^4\d{9}$/, 'The VAT number must begin with 4 and have 10 digits.');

export const imei: Rule = (text) =>
  /^\d{16}$/.test(text) || (/^\d{15}$/.test(text) && passesLuhn(text))
    ? null
    : 'The IMEI must have 15 digits with a right check digit, or 16 digits.';

export const email: Rule = (text) =>
  text.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*\.[^\s@.]{2,}$/.test(text)
    ? null
    : 'Enter an email address such as name@example.co.za.';
