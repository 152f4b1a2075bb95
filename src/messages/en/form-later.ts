import type { Notes } from '../area.ts';
import { plural } from '../count.ts';

/** What a form's first sections do without: Sign, the review, what keeps a form from being submitted or filled in, and what follows. */
export const formLater = {
  consent: 'The customer agrees to the terms and conditions',
  readTerms: 'Read the terms and conditions (opens in a new tab)',
  submitted: {
    title: 'This form has been submitted',
    detail: 'It is in the outbox and is sent by itself. There you can see how far it is.',
  },
  gone: {
    title: 'This form is not on this device any more',
    detail:
      'It was sent, and the customer’s data then left this device; or somebody deleted it. The outbox shows what was sent.',
  },
  newer: {
    title: 'This form needs the newest version of the app',
    detail:
      'It was saved by a newer version. Close all tabs of the app and open it again. Nothing is lost.',
  },
  openSubmission: 'Open the submission',
  openOutbox: 'Open the outbox',
  recentPlaces: 'Places registered on this phone',
  simStart: 'How the number begins',
  simBegins: '{start}…',
  place: '{suburb}, {city}',
  edit: 'Edit {section}',
  incomplete: plural(
    '{count} thing is missing or needs attention',
    '{count} things are missing or need attention',
  ),
  yes: 'Yes',
  signed: 'Signed',
  signedByWitness: 'Signed by the witness {name}, as the customer cannot sign',
  withoutLocation: 'Without a location',
  location: '{latitude}, {longitude} (to {accuracy} m)',
  file: '{name}, {size}',
  filePreparing: '{name}, being prepared',
  notAdded: plural('{count} file could not be added', '{count} files could not be added'),
  notAddedDetail: 'Try again, or go on without. Everything else is safe.',
  notSubmittedDetail:
    'Nothing is submitted yet. Try again, or go on without. Everything else is safe.',
  preparing: plural(
    '{count} file is still being prepared',
    '{count} files are still being prepared',
  ),
  thenSubmits: "Then the form is submitted by itself. To change something, press 'Back'.",
  thenGoesOn: 'Then the form goes on by itself.',
  lookMeanwhile: "Look through the form meanwhile: 'Submit' waits for them.",
  unreadable: 'NOT saved for sending: files must be taken again',
  unreadableDetail:
    'This device can no longer read these files. Remove each of them under Documents and add it again. Everything else is safe.',
  unreadableSignature: 'The signature: ask for a new one',
  full: 'NOT saved for sending: this device is full',
  fullDetail:
    "The form is safe as a draft. Free at least 50 MB (photos, videos, apps), then press 'Submit' again.",
  notSaved: 'NOT saved for sending',
  notSavedDetail: "The form is safe as a draft. Press 'Submit' again in a moment.",
  unchanged: {
    photo: 'The server refused this photo. Send it again unchanged?',
    file: 'The server refused this file. Send it again unchanged?',
    signature: 'The server refused this signature. Send it again unchanged?',
  },
  serverSaid: 'The server said: {words}',
  change: 'Change it',
  sendAgain: 'Send it again',
} as const;

export const notes = {
  recentPlaces: 'For a screen reader: buttons that fill in suburb and town.',
  simStart: 'For a screen reader: a button that types the first digits.',
  simBegins: "The button itself. {start}: '8927 01'.",
  edit: "{section}: the title of a form's section.",
  incomplete: 'A heading over links to each.',
  location: "{accuracy}: a number of metres, such as '12'.",
  file: "{size}: '1,2 MB'.",
  unreadableSignature: 'In a list of names of files.',
  serverSaid: "{words}: the server's own.",
} satisfies Notes<typeof formLater>;
