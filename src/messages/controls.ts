import { defineTexts, type Notes } from './text.ts';

/** Texts of fields and lists that every screen shares. */
export const controls = {
  optional: 'optional',
  useAnyway: 'Use it anyway',
  chooseOne: 'Choose',
  other: 'Other',
  sections: 'Sections',
  section: {
    complete: '{title}, complete',
    problem: '{title}, needs a change',
    todo: '{number} {title}, not complete',
  },
} as const;

export const notes = {
  optional: "Small, beside a field's label.",
  chooseOne: 'The empty choice of a list.',
  other: 'The empty choice of a list, beside buttons for the most common choices.',
  sections: 'The name of the way through a form, for a screen reader.',
  section:
    "For a screen reader. {title}: the title of a form's section. {number}: shown on the screen while it is not complete.",
} satisfies Notes<typeof controls>;

export const controlsText = defineTexts(controls);
