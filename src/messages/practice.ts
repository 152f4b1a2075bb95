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
  bar: 'Over the form, as long as somebody practises.',
  start: 'Read out over the empty form; nobody sees it.',
  customer: 'Fills in the form: plainly nobody, and no real place.',
  notDone: "After 'Fill in a made-up customer' or 'Use a made-up photo'.",
  photo: 'Drawn in large letters on what stands for a document.',
  photoName: "A file's name. {page}: 'front', 'back' or 'page'.",
  endShort: "Over the form, beside the words 'nothing is sent'.",
  left: 'A message after the person left the form.',
} satisfies Notes<typeof practice>;

export const practiceText = defineTexts(practice);
