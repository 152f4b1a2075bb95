import type { RuleIssue } from './form.ts';

export const error = (code: string, text: string): RuleIssue => ({ level: 'error', code, text });

export const warning = (code: string, text: string): RuleIssue => ({
  level: 'warning',
  code,
  text,
});

/** True for one ASCII digit or more, and nothing else. */
export const isDigits = (text: string): boolean => /^\d+$/.test(text);
