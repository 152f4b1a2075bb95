import { area, type Notes } from './text.ts';

/** Texts of controls that no screen shows first: dialogs, bars, undo. */
export const controlsLater = {
  cancel: 'Cancel',
  undo: 'Undo',
  bytes: '{done} of {total}',
  steps: 'step {done} of {total}',
} as const;

export const notes = {
  bytes: "Beside a bar that fills. {done}, {total}: '1,2 MB'.",
  steps: 'Beside a bar that fills.',
} satisfies Notes<typeof controlsLater>;

export const controlsLaterText = area(controlsLater);
