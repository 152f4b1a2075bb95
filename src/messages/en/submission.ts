import type { Notes } from '../area.ts';
import { plural } from '../count.ts';

/** The page of one submission: its steps, its history, what the server said, and what can be done about it. */
export const submission = {
  reading: 'Reading the submission…',
  notHere: 'Not on this phone',
  notHereTitle: 'There is no submission at this address',
  notHereDetail: 'It was deleted, or it was captured on another phone.',
  openOutbox: 'Open the outbox',
  captured: 'Captured',
  submitted: 'Submitted',
  delivered: 'Delivered',
  reference: 'Reference',
  formNumber: 'Form number',
  anotherSim: 'Register another SIM for this customer',
  backToDraft: 'Back to draft',
  failed: 'That did not work. Nothing is lost: try again in a moment.',
  onItsWay: 'It is on its way already, so it cannot be taken back.',
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
    underWay: 'Under way',
    interrupted: 'Interrupted, will be tried again',
    inDoubt: 'Not confirmed yet, will be tried again',
    confirmed: 'Done',
    rejected: 'Refused',
  },
  came: '{state} · {done} of {total}',
  refused: 'The server refused it',
  form: 'Form',
  refusedWithoutText:
    'The server answered {status} to ‘{step}’ and did not say what is wrong with it. Nothing is lost. Give your operator that number, ‘{step}’ and the form number below; when they have put it right, press ‘Correct’ and submit it again.',
  submitAgain:
    'The server has lost this form’s number; nothing that was typed is at fault. Press ‘Correct’, then ‘Submit’: it gets a new number.',
  tellOperator:
    'The server took a part of this and has lost its form since. Everything is still on this phone. Give your operator the form number below; do not delete it before they answer.',
  history: 'History',
  maybeTwice: plural(
    'One file may be at the server twice: {names}. The server gave no proof either way; tell your operator.',
    '{count} files may be at the server twice: {names}. The server gave no proof either way; tell your operator.',
  ),
} as const;

export const notes = {
  came: "A file that goes in pieces. {state}: 'Under way', or another of those above. {done}, {total}: '340 kB', '900 kB'.",
  refusedWithoutText: "{step}: one of the steps of this page, such as 'ID document 2'.",
  look: 'A file is sent once more, to see what the server has of it.',
  formNumber: "The server's number for the form.",
} satisfies Notes<typeof submission>;
