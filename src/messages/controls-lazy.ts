import { defineTexts, type Notes } from './text.ts';

/** Texts of controls that no screen shows at first: dialogs, bars, undo, toasts. */
export const controlsLazy = {
  cancel: 'Cancel',
  undo: 'Undo',
  bytes: '{done} of {total}',
  steps: 'step {done} of {total}',
  closeToast: 'Close notification',
} as const;

export const notes = {
  bytes: "Beside a bar that fills. {done}, {total}: '1,2 MB'.",
  steps: 'Beside a bar that fills.',
  closeToast: 'For a screen reader, of a cross.',
} satisfies Notes<typeof controlsLazy>;

export const controlsLazyText = defineTexts(controlsLazy);

/** The choice of a date. */
export const dates = {
  hint: 'Year, month and day: YYYY-MM-DD',
  chosen: 'Chosen: {date}',
  invalid: 'That is not a date. Choose a day.',
  time: '{label}, time',
} as const;

export const dateNotes = {
  chosen: "{date}: '2026-11-21', in every language.",
  time: "{label}: the field's own label.",
} satisfies Notes<typeof dates>;

export const datesText = defineTexts(dates);
