import type { Notes } from '../area.ts';
import { plural } from '../count.ts';

/** A form while it is filled in: its buttons, and how far it is saved. */
export const form = {
  opening: 'Opening',
  openingForm: 'Opening the form',
  openingReview: 'Opening the review',
  step: '{number} of {total}',
  back: 'Back',
  next: 'Next',
  submit: 'Submit',
  saving: 'Saving…',
  saved: 'Saved',
  notSaved: 'Not saved',
  waitingForFiles: plural('Waiting for {count} file…', 'Waiting for {count} files…'),
  refusedSignature: 'The server refused this signature: {words}',
  refusedFile: 'The server refused {name}.',
  digits: '{count} of {total}',
  commonTitles: 'Common titles',
  openOther: 'Open the other submission',
} as const;

export const notes = {
  opening: 'Read out while a part of the form is loaded; nobody sees it.',
  step: "Beside a section's heading: which of the form's sections it is.",
  digits: 'Beside a number: how many of its digits are typed.',
  commonTitles: 'For a screen reader: buttons beside the list of titles.',
  openOther: 'A link behind a warning that another submission has the same number.',
  refusedSignature: "{words}: the server's own.",
} satisfies Notes<typeof form>;
