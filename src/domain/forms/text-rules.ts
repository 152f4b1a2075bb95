import type { Rule } from './form.ts';
import { error } from './issue.ts';

/** Any text of at most `longest` characters after trimming. */
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

/** The options come from the server, so all that is known of a value is that it is a number. */
export const businessType: Rule = {
  normalise: (raw) => raw.trim(),
  check: (text) => (/^\d{1,9}$/.test(text) ? [] : [error('business-type')]),
};
