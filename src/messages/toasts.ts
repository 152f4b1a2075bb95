import { defineTexts, type Notes } from './text.ts';

/** The short notices that disappear by themselves. */
export const toasts = { close: 'Close notification' } as const;

export const notes = { close: 'For a screen reader, of a cross.' } satisfies Notes<typeof toasts>;

export const toastsText = defineTexts(toasts);
