import { defineTexts, type Notes } from './text.ts';

/** Practice: a registration form of which nothing is kept or sent. */
export const practice = {
  bar: 'Practice: nothing is sent',
  start: 'Before you begin',
  useCustomer: 'Fill in a made-up customer',
  customer: {
    firstName: 'Practice',
    surname: 'Customer',
    street: 'Practice Street 1',
    suburb: 'Practice Village',
    city: 'Practice Town',
  },
  usePhoto: 'Use a made-up photo',
  notDone: 'That did not work. Close other apps, free 50 MB, then try again.',
  photo: { word: 'PRACTICE', detail: 'Not a real document' },
  photoName: 'practice-{page}.jpg',
  deleted: 'This was practice. Nothing was sent.',
  again: 'Practise again',
  end: 'End practice',
  endShort: 'End',
  left: 'Practice is over. Nothing was sent.',
} as const;

export const notes = {
  bar: 'Above the form during practice.',
  start: 'Read out above the empty form. It is not visible.',
  customer: 'Values that fill in the form. They must be obviously invented.',
  notDone: "After 'Fill in a made-up customer' or 'Use a made-up photo'.",
  photo: 'Drawn in large letters on the invented document.',
  photoName: "A file's name. {page}: 'front', 'back' or 'page'.",
  endShort: "Above the form, beside the words 'nothing is sent'.",
  left: 'A message after the person left the form.',
} satisfies Notes<typeof practice>;

export const practiceText = defineTexts(practice);
