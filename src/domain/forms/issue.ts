import type { Finding } from './form.ts';

export const error = (code: string, text: string): Finding => ({ level: 'error', code, text });

export const warning = (code: string, text: string): Finding => ({ level: 'warning', code, text });

/** True for one ASCII digit or more, and nothing else. */
export const isDigits = (text: string): boolean => /^\d+$/.test(text);
