import type { Rule } from './form.ts';
import { error } from './issue.ts';
import { stripGaps } from './strip.ts';

/** Converts a South African number to E.164; a number of another country keeps its form. */
const toE164 = (raw: string): string =>
  stripGaps(raw)
    .replace(/^(\+\d{1,3})\(0\)/, '$1')
    .replace(/[().]/g, '')
    .replace(/^(?:(?:\+|00)?270?|0)(?=[1-9]\d{8}$)/, '+27');

/** A South African number, or one of another country with + (E.164: 7 to 15 digits). */
export const saPhone: Rule = {
  normalise: toE164,
  check: (text) => (/^\+(?:27[1-8]\d{8}|(?!27)[1-9]\d{6,14})$/.test(text) ? [] : [error('phone')]),
};

/** A South African cellphone number, on the wire as 27 and nine digits. */
export const saMobile: Rule = {
  normalise: (raw) => toE164(raw).replace(/^\+27/, '27'),
  check: (text) => (/^27[6-8]\d{8}$/.test(text) ? [] : [error('mobile')]),
};
