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
