import { plural } from './count.ts';
import { area, type Notes } from './text.ts';

/** Texts that a form's first sections do not need: Sign, Review, and the reasons why a form cannot be submitted or opened. */
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

export const formLaterNotes = {
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

export const formLaterText = area(formLater);

/** Notices above a form's section: an answer is wrong, the disk failed, or the server refused. */
export const formNotices = {
  full: 'Not saved: this device is full',
  fullDetail:
    'What you typed is still on this screen, so leave it open. Free at least 50 MB (photos, videos, apps); then it is saved by itself.',
  notSavedYet: 'Not saved yet',
  notSavedYetDetail:
    'What you typed is still on this screen, so leave it open. It is tried again by itself every few seconds.',
  stale: 'Open in another tab',
  staleDetail:
    'This form was changed in another tab or window. So that the two do not overwrite each other, it can only be read here.',
  staleTyped: 'Typed here and not saved: {fields}.',
  takeOver: 'Take over here',
  takeOverTyped: 'Take over with what I typed',
  formRefused: 'This form was not accepted',
  fileRefused: 'A file was not accepted',
  wrong: plural('{count} answer needs attention', '{count} answers need attention'),
} as const;

export const formNoticesNotes = {
  wrong: 'A heading over what is wrong, which are links to the answers.',
} satisfies Notes<typeof formNotices>;

export const formNoticesText = area(formNotices);

/** The view for the customer, to whom the agent turns the phone. Plain words: the customer sees it for the first time. */
export const customerView = {
  turn: 'Turn the phone to the customer',
  done: 'Done',
  title: {
    registration: 'You register this SIM card',
    replacement: 'You replace your SIM card',
  },
  who: 'Name',
  forBusiness: '{person}, for {business}',
  which: 'SIM card number',
  documents: 'Documents',
  documentCount: '{document} ({count})',
  notYet: 'Not filled in yet',
  iAgree: 'I agree to the terms and conditions',
  readTerms: 'Read the terms and conditions (opens in a new tab)',
  tickFirst: 'Tick the box if you agree. Otherwise give the phone back.',
  goOnToSign: 'Go on to sign',
  signHere: 'Sign here',
  signHereNamed: {
    customer: 'Sign here, {name}',
    witness: 'Sign here as the witness, {name}',
  },
} as const;

export const customerViewNotes = {
  turn: 'A button for the agent, who then hands the phone over.',
  done: 'Gives the phone back to the agent.',
  documentCount: "'ID document (2)': how many pages of it.",
  signHereNamed: 'Above the pad.',
} satisfies Notes<typeof customerView>;

export const customerViewText = area(customerView);
