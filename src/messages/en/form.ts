import type { Notes } from '../area.ts';
import { plural } from '../count.ts';

/** A form while it is filled in: its buttons, how far it is saved, what stands above a section, and what follows 'Submit'. */
export const form = {
  opening: 'Opening',
  openingForm: 'Opening the form',
  openingReview: 'Opening the review',
  back: 'Back',
  next: 'Next',
  submit: 'Submit',
  saving: 'Saving…',
  saved: 'Saved',
  notSaved: 'Not saved',
  waitingForFiles: plural('Waiting for {count} file…', 'Waiting for {count} files…'),
  full: 'Not saved: this device is full',
  fullDetail:
    'What you typed is still on this screen, so leave it open. Free at least 50 MB (photos, videos, apps); then it is saved by itself.',
  notSavedYet: 'Not saved yet',
  notSavedYetDetail:
    'What you typed is still on this screen, so leave it open. It is tried again by itself every few seconds.',
  stale: 'Open in another tab',
  staleDetail:
    'This form was changed in another tab or window. So that the two do not overwrite each other, it can only be read here.',
  takeOver: 'Take over here',
  formRefused: 'This form was not accepted',
  fileRefused: 'A file was not accepted',
  refusedSignature: 'The server refused this signature: {words}',
  refusedFile: 'The server refused {name}.',
  wrong: plural('{count} answer needs attention', '{count} answers need attention'),
  doubtful: plural('{count} answer needs a second look', '{count} answers need a second look'),
  nextAgain: "If it is right, press 'Next' again.",
  goTo: 'Go to {label}',
  openOther: 'Open the other submission',
  consent: 'The customer agrees to the terms and conditions',
  readTerms: 'Read the terms and conditions (opens in a new tab)',
  sending: 'Sending…',
  savedOffline: 'Saved. It will be sent when you are online.',
  savedOfflineWhileOpen: 'Saved. Open Veld when you have signal: it is sent while Veld is open.',
} as const;

export const notes = {
  opening: 'Read out while a part of the form is loaded; nobody sees it.',
  openOther: 'A link behind a warning that another submission has the same number.',
  refusedSignature: "{words}: the server's own.",
  wrong: 'A heading over links to the answers.',
  goTo: "{label}: the field's own label.",
} satisfies Notes<typeof form>;
