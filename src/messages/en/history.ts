import type { Notes } from '../area.ts';

/** What happened to a submission, by the codes of its history. */
export const history = {
  submitted: 'Submitted',
  resubmitted: 'Corrected and submitted again',
  takenBack: 'Taken back to change it',
  formIdReceived: 'Form number received',
  formIdReplaced: 'The server did not know its form number; it gets a new one',
  formIdUsedBefore: 'The server gave a form number that is used already; Veld asks for another',
  formReceived: 'Form received by the server',
  fileRemoved: 'A file was removed from the server',
  filesListed: 'Looked once more at what the server has',
  fileLost: "A file can't be read",
  interrupted: 'Interrupted; it will be sent again',
  restored: 'Restored from its second copy',
  unanswered: 'No answer; it will be sent again',
  serverProblem: 'There was a problem at the server; it will be sent again',
  answered: 'The server answered {status}; it will be sent again',
  notLetIn: 'The server did not let this phone in (401 or 403)',
  refused: 'The server refused it',
  delivered: 'Sent',
  maybeTwice: 'This file may be at the server twice: {fileName}',
  faultRetried: 'This phone could not send it ({fault}); it tries again',
  faulted: 'This phone could not send it ({fault})',
  fileReceived: {
    SaveSignature: 'Signature received by the server',
    SaveIdDocument: 'ID document received by the server',
    SaveCompanyRegistrationDocument: 'Company document received by the server',
    SavePoliceDocument: 'Police document received by the server',
  },
  numberedFileReceived: {
    SaveSignature: 'Signature {number} received by the server',
    SaveIdDocument: 'ID document {number} received by the server',
    SaveCompanyRegistrationDocument: 'Company document {number} received by the server',
    SavePoliceDocument: 'Police document {number} received by the server',
  },
} as const;

export const notes = {
  fileReceived: 'The only file of its kind.',
  numberedFileReceived: 'One of several files of its kind.',
  maybeTwice: '{fileName}: as the file is called on the server, such as id-document-1a2b3c4d.jpg.',
  faulted: '{fault}: a code for whoever runs the server.',
  answered: '{status}: the number of its answer, such as 503.',
} satisfies Notes<typeof history>;
