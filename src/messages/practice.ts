import { defineTexts, type Notes } from './text.ts';

/** Practice: a registration form of which nothing is kept or sent. */
export const practice = {
  bar: 'Practice: nothing is sent',
  start: 'Before you begin',
  about: 'Nothing is kept or sent.',
  useCustomer: 'Fill in a made-up customer',
  customer: {
    firstName: 'Practice',
    surname: 'Customer',
    street: 'Practice Street 1',
    suburb: 'Practice Village',
    city: 'Practice Town',
  },
  usePhoto: 'Use a made-up photo',
  photo: { word: 'PRACTICE', detail: 'Not a real document' },
  photoName: 'practice-{page}.jpg',
  noReference: 'No reference in practice',
  next: 'With a real customer, tell them the reference. The form is sent when you have signal.',
  deleted: 'This was practice. Nothing was kept or sent.',
  again: 'Practise again',
  end: 'End practice',
  left: 'Practice is over. What you typed is deleted, and nothing was sent.',
} as const;

export const notes = {
  bar: 'Over the form, as long as somebody practises.',
  start: 'Read out over the empty form; nobody sees it.',
  customer: 'Fills in the form: plainly nobody, and no real place.',
  photo: 'Drawn in large letters on what stands for a document.',
  photoName: "A file's name. {page}: 'front', 'back' or 'page'.",
  noReference: "In the place of a customer's reference.",
  left: 'A message after the person left the form.',
} satisfies Notes<typeof practice>;

export const practiceText = defineTexts(practice);
