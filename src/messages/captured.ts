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
  copy: 'Copy the reference',
  copied: 'Reference copied.',
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
  clock: 'Saved. It cannot be sent now. Check the phone’s date and time.',
  needsNumber: 'Saved. It waits for a number from the server. Tell your operator.',
  photosWait: 'Saved. The form goes first, the photos when Veld is open on Wi-Fi.',
  photosOnly: 'The form is sent. The photos wait for Wi-Fi.',
  photosOffline:
    'Saved. The form is sent when you are online, the photos when Veld is open on Wi-Fi.',
  sending: 'Saved. It is being sent now.',
  unknownPhone: 'Saved on this phone. The server does not know this phone, so nothing is sent.',
  forbidden: 'Saved on this phone. This phone is not allowed to send.',
  signIn:
    'Saved on this phone. The server does not know this phone. Sign in, or tell your operator.',
  serverSays: 'The server says: {words}',
  serverSaysNothing:
    'The server did not say why. Tell your operator: they see it under {reference}.',
  numberLost: 'The server lost this form’s number. Press ‘Correct’, then ‘Submit’.',
  formLost:
    'The server took a part of this form and lost it. Do not delete it. Tell your operator: they see it under {reference}.',
  sent: 'The operator has it. The SIM works once the operator activates it.',
  draft: 'This is a draft. It is not submitted yet.',
  backToDraft: 'It is a draft again. Nothing of it is sent.',
  nextCustomer: 'Next customer',
  anotherSim: 'Another SIM for this customer',
  giveReceipt: 'Give a receipt',
  tellCustomer: 'Tell the customer',
  whatToDo: 'What to do',
  sendPhotos: 'Send the photos now',
  details: 'Details',
  receipt: 'Receipt for the customer',
  receiptCaptured: 'Your form for SIM …{tail} was filled in on {at}.',
  receiptReference: 'Reference {reference}.',
  receiptReplaces: 'It replaces reference {reference}.',
  receiptRefused: 'Your form for SIM …{tail} is not accepted yet. Ask your agent what to do.',
  receiptNotActive: 'The SIM works once the operator activates it.',
  receiptActive: 'SIM …{tail} is active since {when}.',
  receiptReturned: 'It needs a correction. Come back to your agent.',
  receiptTwice: 'The operator returned it. Ask your agent what to do.',
  receiptQuestions: 'Questions? Call {phone}.',
  bySms: 'Send by SMS',
  share: 'Share',
  print: 'Print',
  close: 'Close',
  qr: 'Scan this with the customer’s phone',
  notShared: 'Could not share. Send it by SMS, or read it out.',
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
  receiptReplaces: 'Only of a correction. {reference}: of the returned form.',
  receiptActive: "{when}: '24 Nov 2026, 14:05'.",
  receiptReturned: 'In place of receiptNotActive, if the operator returned the form.',
  receiptTwice:
    'In place of receiptReturned, if the operator has the form twice. No correction can help.',
} satisfies Notes<typeof captured>;

export const capturedText = defineTexts(captured);

/** The operator's verdict on a sent form. */
export const verdict = {
  whatBecame: 'What became of it',
  received: 'With the operator',
  unlisted: 'Not listed',
  active: 'Active',
  returned: 'Returned',
  returnedFor: 'Returned: {reason}',
  hereLater: 'The operator has it. You will see here when the SIM is active.',
  notListed: 'The operator does not list it. Tell your operator the reference.',
  activeSince: 'The SIM is active since {when}.',
  returnedBecause: 'The operator returned it: {reason}',
  returnedFirst: 'Returned by the operator',
  beingCorrected: 'Returned, being corrected',
  isCorrected: 'Returned, corrected',
  corrected: 'Corrected',
  correctionBegun: 'The operator returned it. You began a correction.',
  correctionSent: 'The operator returned it. The correction is sent.',
  known: 'OK, I know',
  marked: 'Marked as known.',
  reason: {
    photoUnreadable: 'A photo cannot be read.',
    photoMissing: 'A side or a page is missing.',
    wrongDocument: 'It is not the right document.',
    documentExpired: 'The document is no longer valid.',
    detailsDiffer: 'A name or number is not as on the document.',
    addressMissing: 'The address is not complete.',
    simWrong: 'The SIM number is not right.',
    signatureMissing: 'The signature is missing.',
    duplicate: 'This customer has this SIM already.',
    other: 'The operator did not say why.',
  },
} as const;

export const verdictNotes = {
  returnedFor: "Small, beside 'Sent'. {reason}: 'a photo cannot be read'.",
  unlisted: "Small, beside 'Sent'. The operator lists other forms of these days.",
  activeSince: "{when}: '14:05', or '24 Nov, 14:05'.",
  returnedBecause: "{reason}: 'A photo cannot be read.'",
  returnedFirst: 'Above the returned forms, which stand first in the outbox.',
  beingCorrected: "Small, beside 'Sent'.",
  isCorrected: "Small, beside 'Sent'.",
  known: 'The person has read that the form was returned.',
  marked: "After the press on 'known'.",
} satisfies Notes<typeof verdict>;

export const verdictText = defineTexts(verdict);

/** The correction of a returned form: a new form for the same customer. */
export const correction = {
  customerReturns: 'The customer must be with you again: their details have left this phone.',
  start: 'Start the correction',
  goOn: 'Go on with the correction',
  title: 'Correct {reference}',
  detail: 'You fill in the whole form again with the customer: details, photos, signature.',
  needs: 'You need: the document, the SIM that ends in {tail}.',
  needsAny: 'You need: the document, the SIM.',
  confirm: 'Start',
  notNow: 'Not now',
  by: 'The correction: {reference}',
  of: 'It corrects: {reference}',
  firstAccepted: 'The operator accepted the first one. You can delete this draft.',
  notReturned: 'This form is not returned any more.',
  notBegun: 'The correction could not begin. Try again.',
  withoutReceipt: 'Returned, without a receipt here',
  noReceiptHere: 'This phone has no receipt of it.',
  reference: 'Reference {reference}',
  returnedAt: 'Returned {when}.',
  whichKind: 'This phone has no receipt, so it does not know the kind of form. Which was it?',
} as const;

export const correctionNotes = {
  title: "Of a question. {reference}: 'K7QM-3X9T'.",
  needs: "{tail}: the SIM card number's last four digits.",
  needsAny: 'The same, if the phone does not know the SIM.',
  by: "A link on the returned form's page. {reference}: of the new form.",
  of: "On the new form's page. {reference}: of the returned form.",
  firstAccepted: "On the new form's page, while it is a draft.",
  noReceiptHere: 'On the page of a returned form whose receipt was deleted or lost.',
  withoutReceipt: 'Above returned forms whose receipts were deleted or lost.',
  reference: "{reference}: 'K7QM-3X9T'.",
  returnedAt: "{when}: '14:05', or '24 Nov, 14:05'.",
  whichKind: 'Before the two buttons that name the kind.',
} satisfies Notes<typeof correction>;

export const correctionText = defineTexts(correction);

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
  interrupted: 'Cut off. Veld will try again.',
  restored: 'Brought back from the second copy',
  unanswered: 'No answer. Veld sends it again.',
  serverProblem: 'Server problem. Veld sends it again.',
  answered: 'The server answered {status}. Veld sends it again.',
  notLetIn: 'The server did not accept this phone',
  refused: 'The server did not accept it',
  confirmedByHand: 'You said that the operator has this form. Veld sends the rest.',
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
