import { plural } from './count.ts';
import { defineTexts, type Notes } from './text.ts';

/**
 * Texts that a form's first sections do not need: Sign, Review, and the reasons why a form cannot be submitted or
 * opened.
 */
export const formReview = {
  consent: 'The customer agrees to the terms and conditions',
  backToSign: 'Back to Sign',
  canSign: 'The customer can sign',
  terms: 'Terms and Conditions',
  submitted: {
    title: 'You have submitted this form',
    detail: 'It is in the outbox. You can follow it there.',
  },
  gone: {
    title: 'This form is not here',
    detail:
      'It was sent, someone deleted it, or it belongs to another agent. Or this phone lost it when its power went off. Look in the outbox.',
  },
  newer: {
    title: 'This form needs the newest Veld',
    detail: 'Close all Veld windows and open it again. Nothing is lost.',
  },
  openSubmission: 'Open it',
  openOutbox: 'Open the outbox',
  recentPlaces: 'Places registered on this phone',
  recentStreets: 'Streets registered on this phone',
  simStart: 'How the number begins',
  simBegins: '{start}…',
  place: '{suburb}, {city}',
  street: '{street}, {suburb}',
  goingOn: 'All photos are good. Veld goes on.',
  edit: 'Edit {section}',
  editWord: 'Edit',
  joined: { name: 'Name', place: 'Suburb and town', workPlace: 'Work suburb and town' },
  corrected: 'Corrected: {fields}',
  incomplete: plural('{count} answer to go', '{count} answers to go'),
  yes: 'Yes',
  signed: 'Signed',
  signedByWitness: 'Signed by witness {name}',
  withoutLocation: 'No location',
  location: 'To {accuracy} m',
  filePreparing: '{name}, being saved',
  notAdded: plural('{count} file was not added', '{count} files were not added'),
  notAddedDetail: 'Try again, or go on without. All else is safe.',
  notAddedUnsavedDetail: 'This form is not saved yet. Leave this screen open and try again.',
  notSubmittedDetail: 'Not submitted yet. Try again, or go on without.',
  preparing: plural('Saving {count} file…', 'Saving {count} files…'),
  thenSubmits: 'Then Veld submits the form. To change something, press ‘Back’.',
  thenGoesOn: 'Then the form goes on.',
  lookMeanwhile: 'Check the form while you wait.',
  notChecked: {
    full: 'Veld could not check this section: this phone is full. Your answers are still here. Free 50 MB, then press ‘Next’ again.',
    failed:
      'Veld could not check this section. Your answers are still here. Press ‘Next’ again in a moment.',
  },
  unreadable: 'Not submitted: files are damaged',
  unreadableDetail:
    'This phone cannot read these files any more. Remove each one and add it again.',
  restSafe: 'All else is safe.',
  unreadableSignature: 'The signature: ask for a new one',
  full: 'Not submitted: this phone is full',
  fullDetail: 'Free 50 MB, then press ‘Submit’ again.',
  notSaved: 'Not submitted',
  notSavedDetail: 'Press ‘Submit’ again in a moment.',
  draftSafe: 'Your draft is safe.',
  draftUnsaved: 'Your last change is not saved. Leave this screen open.',
  unchanged: {
    photo: 'The server did not accept this photo. Send the same one again?',
    file: 'The server did not accept this file. Send the same one again?',
    signature: 'The server did not accept this signature. Send the same one again?',
  },
  serverSaid: 'The server said: {words}',
  change: 'Change it',
  sendAgain: 'Send it again',
} as const;

export const formReviewNotes = {
  backToSign:
    "For a screen reader: closes the page 'The customer cannot sign', and keeps its answers.",
  canSign: 'On that page: takes back that the customer cannot sign.',
  recentPlaces: 'For a screen reader: buttons that fill in suburb and town.',
  recentStreets: 'For a screen reader: buttons that fill in the street, suburb and town.',
  simStart: 'For a screen reader: a button that types the first digits.',
  simBegins: "The button itself. {start}: '8927 01'.",
  goingOn: 'For a moment, after the last photo. Then the next section opens.',
  edit: "{section}: the title of a form's section.",
  corrected: "{fields}: labels, such as 'ID number, Suburb or village'.",
  joined: 'Labels of answers that are in one row.',
  incomplete: 'A link to the first of them.',
  location: "{accuracy}: a number of metres, such as '12'.",
  unreadableSignature: 'In a list of names of files.',
  serverSaid: "{words}: the server's own.",
} satisfies Notes<typeof formReview>;

export const formReviewText = defineTexts(formReview);

/** Notices above a form's section: a failed save, or a refusal by the server. */
export const formNotices = {
  full: 'Not saved: this phone is full',
  fullDetail: 'Leave this screen open. Free 50 MB, and Veld saves it.',
  notSavedYet: 'Not saved yet',
  notSavedYetDetail: 'Leave this screen open. Veld keeps trying.',
  stale: 'Open in another tab',
  staleDetail: 'This form was changed in another window. You can only read it here.',
  staleTyped: 'Typed here and not saved: {fields}.',
  takeOver: 'Edit it here',
  takeOverTyped: 'Take over with what I typed',
  formRefused: 'This form was not accepted',
  saidNothing: 'The server did not say why',
} as const;

export const formNoticesText = defineTexts(formNotices);

/** Under each section's heading, if the form corrects a returned one. */
export const correctionNote = {
  of: 'Correction of {reference}.',
  ofReason: 'Correction of {reference}: {reason}',
  simEnded: 'The returned one ended in {tail}.',
  otherSim: 'This is not the SIM that was returned (…{tail}).',
  toDo: {
    photoUnreadable: 'Take each photo again: sharp, whole, no glare.',
    photoMissing: 'Take a photo of every side and every page.',
    wrongDocument: 'Ask for the right document. Then take its photos.',
    documentExpired: 'Ask for a document that is still valid. Then take its photos.',
    detailsDiffer: 'Copy each name and number from the document.',
    addressMissing: 'Fill in every part of the address.',
    simWrong: 'Scan the SIM, or copy its number from the card.',
    signatureMissing: 'Ask the customer to sign.',
    duplicate: 'Ask the operator before you go on.',
    other: 'Change what the operator asks for.',
  },
} as const;

export const correctionNoteNotes = {
  of: "{reference}: 'K7QM-3X9T'.",
  ofReason: "{reason}: 'a photo cannot be read.'",
  simEnded: "{tail}: the returned SIM card number's last four digits.",
  otherSim: 'A warning, once the typed number ends in other digits.',
  toDo: 'In the section that the reason is about.',
} satisfies Notes<typeof correctionNote>;

export const correctionNoteText = defineTexts(correctionNote);

/**
 * The view for the customer, to whom the agent turns the phone. Uses plain words, because the customer sees the view
 * for the first time.
 */
export const customerView = {
  turn: 'Turn the phone to the customer',
  beat: '{number} of 2',
  title: {
    registration: 'You are registering this SIM card',
    replacement: 'You are replacing your SIM card',
  },
  who: 'Name',
  forBusiness: '{person}, for {business}',
  which: 'SIM card number',
  kept: 'Number to keep',
  notYet: 'Not filled in',
  point: {
    name: 'Your name goes with this SIM. The law asks for it.',
    safe: 'The operator keeps your details safe.',
    ask: 'You may ask to see them at any time.',
  },
  template: 'Template: a lawyer must approve these three sentences.',
  readTerms: 'Read the terms and conditions',
  terms: 'Terms and Conditions',
  back: 'Back',
  iAgree: 'I agree',
  iDoNotAgree: 'I do not agree',
  didNotAgree: 'The customer did not agree. Nothing is submitted.',
  signHere: 'Sign here',
  signHereNamed: {
    customer: 'Sign here, {name}',
    witness: 'Witness: sign here, {name}',
  },
  thanks: 'Thank you, {name}',
  reference: 'The agent will give you a reference.',
  giveBack: 'Give the phone back',
} as const;

export const customerViewNotes = {
  turn: 'A button for the agent, who then hands the phone over.',
  beat: 'Above the title of the first two screens. {number}: 1 or 2.',
  kept: 'In a replacement: the cellphone number that the new SIM gets.',
  point: "Beside three pictures. They wait for the operator's lawyer.",
  didNotAgree: 'For the agent, after the customer gave the phone back.',
  signHereNamed: 'Above the pad.',
  thanks: '{name}: the first name.',
} satisfies Notes<typeof customerView>;

export const customerViewText = defineTexts(customerView);
