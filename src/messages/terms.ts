import { defineTexts } from './text.ts';

/** Texts around the terms. The terms themselves are a lawyer's text, so they are not messages. */
export const terms = {
  lead: 'What a customer agrees to when a SIM card is registered or replaced.',
  template: 'This is a template',
  templateDetail:
    'A lawyer must complete and approve this text before it is used with customers. The gaps are in [square brackets].',
  contents: 'Contents',
} as const;

export const termsText = defineTexts(terms);
