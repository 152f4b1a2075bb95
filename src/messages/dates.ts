import { defineTexts, type Notes } from './text.ts';

export const dates = {
  hint: 'Year, month and day: YYYY-MM-DD',
  chosen: 'Chosen: {date}',
  invalid: 'That is not a date. Choose a day.',
  time: '{label}, time',
} as const;

export const notes = {
  chosen: "{date}: '2026-11-21', in every language.",
  time: "{label}: the field's own label.",
} satisfies Notes<typeof dates>;

export const datesText = defineTexts(dates);
