import { plural } from './count.ts';
import { defineTexts, type Notes } from './text.ts';

/** The page of one submission: its steps, its history, the server's message, and the possible actions. */
export const submission = {
  reading: 'Reading the submission…',
  notHere: 'This form is not here',
  notHereDetail: 'It was deleted, it belongs to another agent, or it is on another phone.',
  started: 'Started',
  captured: 'Captured',
  delivered: 'Sent at',
  reference: 'Reference',
  formNumber: 'Form number',
  anotherSim: 'Another SIM for this customer',
  backToDraft: 'Back to draft',
  failed: 'That did not work. Nothing is lost. Try again.',
  edited: 'You changed this form. Press ‘Correct’, then ‘Submit’.',
  full: 'The phone is full. Nothing is lost. Free some space, then try again.',
  onItsWay: 'Too late: it is being sent.',
  steps: 'Steps',
  stepsDone: '{done} of {total}',
  files: 'Photos and signature',
  call: {
    GetInfo: 'Form number',
    RegisterSim: 'Registration form',
    ReplaceSim: 'Replacement form',
    SaveSignature: 'Signature',
  },
  upload: {
    SaveIdDocument: 'ID document {number}',
    SaveCompanyRegistrationDocument: 'Company registration document {number}',
    SavePoliceDocument: 'Police document {number}',
  },
  look: {
    SaveIdDocument: 'Check of ID document {number}',
    SaveCompanyRegistrationDocument: 'Check of Company registration document {number}',
    SavePoliceDocument: 'Check of Police document {number}',
  },
  removal: {
    SaveIdDocument: 'Remove old ID document',
    SaveCompanyRegistrationDocument: 'Remove old company registration document',
    SavePoliceDocument: 'Remove old police document',
  },
  state: {
    pending: 'To do',
    underWay: 'Now',
    interrupted: 'Cut off, Veld will try again',
    inDoubt: 'Not confirmed, Veld will try again',
    confirmed: 'Done',
    byHand: 'Counted as done by you',
    rejected: 'Refused',
  },
  came: '{state} · {done} of {total}',
  refused: 'The server refused it',
  refusedFields: 'To correct: {fields}.',
  forSupport: 'For support',
  serverAnswer: 'Server’s answer',
  answer: '{status} to {call}',
  requestId: 'Request ID',
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'Not copied. Press and hold the text to copy it.',
  history: 'History',
  maybeTwice: plural(
    'The server may have one file twice: {names}. Tell your operator.',
    'The server may have {count} files twice: {names}. Tell your operator.',
  ),
} as const;

export const submissionNotes = {
  came: "A file that goes in pieces. {state}: 'Now', or another of those above. {done}, {total}: '340 kB', '900 kB'.",
  refusedFields: "{fields}: the labels of the fields, such as 'ID number, SIM card number'.",
  answer:
    '{status}: a number such as 409. {call}: a call such as SaveIdDocument, or a step of this page.',
  requestId: "By which the server's log knows the answer.",
  edited: "After 'Send the rest', whose button is then gone.",
  look: 'A file is sent once more, to see what the server has of it.',
  formNumber: "The server's number for the form.",
} satisfies Notes<typeof submission>;

export const submissionText = defineTexts(submission);

/** Why the whole outbox waits: the event, that nothing is lost, and who acts next and when. */
export const hold = {
  safe: 'Nothing is lost.',
  triesAt: 'Veld tries again at {at}.',
  triesNow: 'Veld tries again now.',
  tellOperator: 'Tell your operator.',
  signInFirst: 'Sign in, then press ‘Send now’. If that does not help, tell your operator.',
  version: 'The server is being updated',
  versionNext: 'If this lasts a day, tell your operator.',
  portal: 'This Wi-Fi wants you to log in',
  portalNext: 'Open any web page and log in, or use mobile data. Then press ‘Send now’.',
  clock: 'Check the phone’s date and time',
  clockNext:
    'The server cannot be reached, and a form on this phone has a later time. Set date and time to automatic, then press ‘Send now’.',
  busy: 'The server is busy',
  formNumber: 'New forms wait for a number',
  formNumberDetail: 'Forms with a number are sent.',
  offline: 'No connection yet',
  offlineDetail: 'Veld tries again when there is signal.',
  offlineDetailWhileOpen: 'Open Veld when you have signal.',
  openWithin: 'Open Veld within {days} days, or the browser may delete your forms.',
  network: 'The server cannot be reached',
  tried: plural('Tried once, at {at}: {answer}', 'Tried {count} times, last at {at}: {answer}'),
  noAnswer: 'no answer from the server',
  answered: 'the server answered {status}',
} as const;

export const holdNotes = {
  tried:
    "Since the last delivery; beside 'Last delivery: …'. {at}: '14:05', or '22 Nov, 14:05'. {answer}: one of the next two.",
  triesAt: "{at}: '14:05', or '22 Nov, 14:05'.",
  openWithin: 'On an iPhone, if Veld is not installed. After the reason of the wait.',
} satisfies Notes<typeof hold>;

export const holdText = defineTexts(hold);

/** The question before a deletion: the data that will be lost, and the data that the server keeps. */
export const deletion = {
  confirm: 'Delete',
  confirmForGood: 'Delete for good',
  what: '{kind}: {name}',
  draft: {
    title: 'Delete this draft?',
    lost: 'You will lose its answers and photos. You can undo this for 10 seconds.',
  },
  receipt: {
    title: 'Delete this from your list?',
    lost: 'The operator keeps the form. Only your list changes.',
  },
  partlySent: {
    title: 'Delete it from this phone?',
    lost: 'Part of it may be at the operator already. The rest is lost for good. You cannot undo this.',
  },
  unsent: {
    title: 'Delete it before it is sent?',
    lost: 'It was never sent. You would have to capture the customer again. You cannot undo this.',
  },
  unreadable: {
    title: 'Delete this form?',
    lost: 'It leaves this phone for good. What was sent stays with the operator.',
  },
  draftDeleted: 'Draft deleted.',
  draftRestored: 'Draft restored.',
  draftNotRestored: 'Could not bring the draft back.',
  otherCorrection: 'Not brought back. You have begun another correction. It is in the outbox.',
  receiptDeleted: 'Deleted from your list.',
  deleted: 'Deleted from this phone.',
  notDeleted: {
    sending: 'Not deleted. It is being sent now. Wait a few minutes and try again.',
    busy: 'Not deleted. Nothing changed. Try again.',
    full: 'Not deleted. The phone is full. Free some space, then try again.',
  },
  unreadableNotDeleted: 'Not deleted. Close Veld, open it and try again.',
  export: 'Export',
} as const;

export const deletionText = defineTexts(deletion);
