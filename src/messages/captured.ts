import { defineTexts, type Notes } from './text.ts';

export const captured = {
  title: {
    captured: 'Captured',
    notAccepted: 'Not accepted',
    notSubmitted: 'Not submitted',
  },
  simOf: {
    registration: 'SIM registration · …{tail}',
    replacement: 'SIM replacement · …{tail}',
  },
  reference: 'Reference',
  referenceLater: 'It comes when this is sent.',
  simTail: 'SIM …{tail}',
  savedOffline: 'Saved. It will be sent when you are online.',
  savedOfflineWhileOpen: 'Saved. Open Veld when you have signal.',
  queued: 'Saved. It is in the queue and goes by itself.',
  queuedWhileOpen: 'Saved. Keep Veld open until it is sent.',
  notReached: 'Saved. The server cannot be reached now. Veld tries again by itself.',
  notReachedWhileOpen: 'Saved. The server cannot be reached now. Keep Veld open.',
  busy: 'Saved. The server is busy. Veld tries again at {at}.',
  busyWhileOpen: 'Saved. The server is busy. Keep Veld open.',
  version: 'Saved. The server is being updated. Veld tries again at {at}.',
  versionWhileOpen: 'Saved. The server is being updated. Keep Veld open.',
  portal: 'Saved. This Wi-Fi wants you to log in first.',
  clock: 'Saved. Nothing can be sent until the phone’s date and time are right.',
  needsNumber: 'Saved. It waits for a number from the server. Tell your operator.',
  photosWait: 'Saved. The form goes first, the photos when there is Wi-Fi.',
  photosOnly: 'The form is sent. The photos wait for Wi-Fi.',
  photosOffline: 'Saved. The form is sent when you are online, the photos when there is Wi-Fi.',
  sending: 'Saved. It is being sent now.',
  unknownPhone: 'Saved on this phone. The server does not know this phone, so nothing is sent.',
  forbidden: 'Saved on this phone. This phone is not allowed to send.',
  signIn: 'Saved on this phone. Sign in, then press ‘Send now’ in the outbox.',
  serverSays: 'The server says: {words}',
  serverSaysNothing:
    'The server did not say why. Tell your operator: they see it under {reference}.',
  numberLost: 'The server lost this form’s number. Press ‘Correct’, then ‘Submit’.',
  formLost:
    'The server took a part of this form and lost it. Do not delete it. Tell your operator: they see it under {reference}.',
  sent: 'The operator has it. The SIM is not active yet.',
  backToDraft: 'It is a draft again. Nothing of it is sent.',
  nextCustomer: 'Next customer',
  anotherSim: 'Another SIM for this customer',
  giveReceipt: 'Give a receipt',
  tellCustomer: 'Tell the customer',
  whatToDo: 'What to do',
  sendPhotos: 'Send the photos now',
  details: 'Details',
  receipt: 'Receipt for the customer',
  receiptHint: 'It has no personal data but what the customer knows.',
  receiptCaptured: 'SIM …{tail}, captured on {at}.',
  receiptReference: 'Reference {reference}.',
  receiptRefused:
    'Your SIM …{tail} is not registered yet. One answer must be corrected. Come back to your agent.',
  receiptNotActive: 'It is not active yet.',
  receiptQuestions: 'Questions? Call {phone}.',
  bySms: 'Send by SMS',
  share: 'Share',
  print: 'Print',
  qr: 'The same text, to be read by the customer’s phone',
  notShared: 'The phone could not share it. Send it by SMS, or read it out.',
} as const;

export const capturedNotes = {
  simOf: "{tail}: the SIM card number's last four digits.",
  referenceLater: 'In the place of the reference, where the phone had no number in reserve.',
  busy: "{at}: '14:05', or '22 Nov, 14:05'.",
  simTail:
    "In the place of {reference}, if the form has none. {tail}: the SIM card number's last four digits.",
  serverSays: "{words}: the server's own sentences.",
  serverSaysNothing: "{reference}: 'HTER-AMSM', or the text 'simTail'.",
  formLost: "{reference}: 'HTER-AMSM', or the text 'simTail'.",
  receiptRefused: "For an SMS, so short. {tail}: the SIM card number's last four digits.",
  receiptCaptured: "For an SMS, so short. {at}: '21 Nov 2026, 14:05'.",
  receiptReference: "{reference}: 'HTER-AMSM'.",
} satisfies Notes<typeof captured>;

export const capturedText = defineTexts(captured);

export const history = {
  submitted: 'Submitted',
  resubmitted: 'Corrected and submitted again',
  takenBack: 'Taken back to a draft',
  formIdReceived: 'Form number received',
  formIdReplaced: 'It gets a new form number',
  formIdUsedBefore: 'Veld asks for another form number',
  formReceived: 'Form received by the server',
  fileRemoved: 'A file was removed from the server',
  filesListed: 'Checked what the server has',
  fileLost: "A file can't be read",
  photoConverted: 'The server takes no WebP photos. Veld sends this photo as JPEG.',
  interrupted: 'Broken off. Veld sends it again.',
  restored: 'Brought back from the second copy',
  unanswered: 'No answer. Veld sends it again.',
  serverProblem: 'Server problem. Veld sends it again.',
  answered: 'The server answered {status}. Veld sends it again.',
  notLetIn: 'The server did not accept this phone',
  refused: 'The server did not accept it',
  confirmedByHand: 'You chose ‘Send the rest’: the refused step counts as done',
  delivered: 'Sent',
  maybeTwice: 'The server may have this file twice: {fileName}',
  faultRetried: 'This phone could not send it ({fault}). It tries again.',
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

export const historyNotes = {
  fileReceived: 'The only file of its kind.',
  numberedFileReceived: 'One of several files of its kind.',
  maybeTwice: '{fileName}: as the file is called on the server, such as id-document-1a2b3c4d.jpg.',
  faulted: '{fault}: a code for the people who run the server.',
  answered: '{status}: the number of its answer, such as 503.',
} satisfies Notes<typeof history>;

export const historyText = defineTexts(history);
