import type { Rule } from './form.ts';
import { error } from './issue.ts';

/** Any text of at most `maxLength` characters after trimming. */
export const textRule = (maxLength: number): Rule => ({
  maxLength,
  normalise: (raw) => raw.trim(),
  check: (text) =>
    text.length > maxLength ? [error('too-long', { length: text.length, max: maxLength })] : [],
});

export const email: Rule = {
  normalise: (raw) => raw.trim(),
  check: (text) =>
    text.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*\.[^\s@.]{2,}$/.test(text)
      ? []
      : [error('email')],
};

/** A number; which numbers are valid only the server's list of options says. */
export const businessType: Rule = {
  normalise: (raw) => raw.trim(),
  check: (text) => (/^\d{1,9}$/.test(text) ? [] : [error('business-type')]),
};
