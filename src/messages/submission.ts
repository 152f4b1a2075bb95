import { plural } from './count.ts';
import { defineTexts, type Notes } from './text.ts';

/** The page of one submission: its steps, its history, the server's message, and the possible actions. */
export const submission = {
  reading: 'Reading the submission…',
  notHere: 'Not on this phone',
  notHereDetail: 'It was deleted, or captured on another phone.',
  captured: 'Captured',
  submitted: 'Submitted',
  delivered: 'Delivered',
  reference: 'Reference',
  formNumber: 'Form number',
  anotherSim: 'Another SIM for this customer',
  backToDraft: 'Back to draft',
  failed: 'That did not work. Nothing is lost. Try again.',
  onItsWay: 'Too late: it is being sent.',
  steps: 'Steps',
  stepsDone: 'Steps: {done} of {total} done',
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
    interrupted: 'Broken off, will be tried again',
    inDoubt: 'Not confirmed, will be tried again',
    confirmed: 'Done',
    byHand: 'Counted as done by you',
    rejected: 'Refused',
  },
  came: '{state} · {done} of {total}',
  refused: 'The server refused it',
  refusedFields: 'To correct: {fields}.',
  form: 'Form',
  refusedWithoutText:
    'The server answered {status} to ‘{step}’ and did not say why. Nothing is lost. Give your operator that number, ‘{step}’ and the form number below. When it is fixed, press ‘Correct’ and submit again.',
  forOperator: 'For your operator: {status}, {call}.',
  forOperatorWithId: 'For your operator: {status}, {call}, request {id}.',
  history: 'History',
  maybeTwice: plural(
    'The server may have one file twice: {names}. Tell your operator.',
    'The server may have {count} files twice: {names}. Tell your operator.',
  ),
} as const;

export const submissionNotes = {
  came: "A file that goes in pieces. {state}: 'Now', or another of those above. {done}, {total}: '340 kB', '900 kB'.",
  refusedFields: "{fields}: the labels of the fields, such as 'ID number, SIM card number'.",
  refusedWithoutText: "{step}: one of the steps of this page, such as 'ID document 2'.",
  forOperator: '{status}: a number such as 409. {call}: a call such as SaveIdDocument.',
  forOperatorWithId: "{id}: the id by which the server's log knows the answer.",
  look: 'A file is sent once more, to see what the server has of it.',
  formNumber: "The server's number for the form.",
} satisfies Notes<typeof submission>;

export const submissionText = defineTexts(submission);

/** Why the whole outbox waits: the event, the data that is safe, and who acts next and when. */
export const hold = {
  safe: 'Nothing is lost: everything is kept on this phone.',
  triesAt: 'Veld tries again by itself at {at}.',
  triesNow: 'Veld tries again by itself now.',
  answeredTriesAt: 'The server answered {status}, tries again at {at}.',
  answeredTriesNow: 'The server answered {status}, tries again now.',
  tellOperator: 'Tell your operator, with this phone’s identifier from Settings.',
  signInFirst: 'Sign in, then press ‘Send now’.',
  whenRepaired: 'When it is fixed, press ‘Send now’.',
  answeredWith: 'It answered {status}.',
  version: 'The server is being updated',
  versionDetail: 'It did not know what this app asked for.',
  versionDetailWithStatus: 'It did not know what this app asked for ({status}).',
  versionNext: 'If it lasts for a day, tell your operator.',
  portal: 'This Wi-Fi wants you to log in',
  portalDetail: 'Something other than our server answered.',
  portalNext: 'Open any web page and log in, or use mobile data. Then press ‘Send now’.',
  clock: 'The phone’s date or time is wrong',
  clockDetail: 'Nothing can be sent until the phone’s date and time are right.',
  clockNext: 'Set them to automatic, then press ‘Send now’.',
  busy: 'The server is busy',
  busyDetail: 'It asked us to wait.',
  formNumber: 'New forms wait for a number',
  formNumberDetail:
    'What has no number yet waits, so that no two customers end on one form. What has one is sent.',
  formNumberNext: 'Tell your operator.',
  offline: 'No connection yet',
  offlineDetail: 'It is sent when there is signal.',
  network: 'The server cannot be reached',
  networkDetail: 'No answer came from it.',
  tried: plural(
    'Tried once without success, at {at}: {answer}',
    'Tried {count} times without success, last at {at}: {answer}',
  ),
  noAnswer: 'no answer from the server',
  answered: 'the server answered {status}',
} as const;

export const holdNotes = {
  tried:
    "Since the last delivery; beside 'Last delivery: …'. {at}: '14:05', or '22 Nov, 14:05'. {answer}: one of the next two.",
  answeredTriesAt:
    "{status}: the number of the server's answer, such as 503. {at}: '14:05', or '22 Nov, 14:05'.",
  answeredWith: "{status}: the number of the server's answer, such as 401.",
  triesAt: "{at}: '14:05', or '22 Nov, 14:05'.",
} satisfies Notes<typeof hold>;

export const holdText = defineTexts(hold);

/** The question before a deletion: the data that will be lost, and the data that the server keeps. */
export const deletion = {
  confirm: 'Delete',
  confirmForGood: 'Delete for good',
  what: '{kind}: {name}',
  draft: {
    title: 'Delete this draft?',
    lost: 'All its answers and photos go. You can undo this for 10 seconds.',
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
  receiptDeleted: 'Deleted from your list.',
  deleted: 'Deleted from this phone.',
  notDeleted: 'Not deleted. It is being sent now. Wait a few minutes and try again.',
  unreadableNotDeleted: 'Not deleted. Close Veld, open it and try again.',
  export: 'Export',
} as const;

export const deletionText = defineTexts(deletion);
