import type { Notes } from '../area.ts';

/** What a person sees after Submit, and what the customer takes along. */
export const captured = {
  title: 'Captured',
  simOf: {
    registration: 'SIM registration · …{tail}',
    replacement: 'SIM replacement · …{tail}',
  },
  reference: 'Reference',
  referenceLater: 'It comes when this is sent.',
  savedOffline: 'Saved. It will be sent when you are online.',
  savedOfflineWhileOpen: 'Saved. Open Veld when you have signal: it is sent while Veld is open.',
  sending: 'Saved. It is on its way.',
  photosWait:
    'Saved. Form and signature are sent when there is signal. The photos wait for Wi-Fi, or for ‘Send now’ in the outbox.',
  sent: 'The server has it. The SIM is not active yet: the operator activates it.',
  backToDraft: 'It is a draft again: nothing of it is sent.',
  nextCustomer: 'Next customer',
  anotherSim: 'Another SIM for this customer',
  giveReceipt: 'Give a receipt',
  details: 'Details',
  receipt: 'Receipt for the customer',
  receiptHint: 'It has no personal data but what the customer knows.',
  receiptCaptured: 'SIM …{tail}, captured on {at}.',
  receiptReference: 'Reference {reference}.',
  receiptNotActive: 'It is not active yet.',
  receiptQuestions: 'Questions? Call {phone}.',
  bySms: 'Send by SMS',
  share: 'Share',
  print: 'Print',
  qr: 'The same text, to be read by the customer’s phone',
  notShared: 'The phone could not share it. Send it by SMS, or read it out.',
} as const;

export const notes = {
  simOf: "{tail}: the SIM card number's last four digits.",
  referenceLater: 'In the place of the reference, where the phone had no number in reserve.',
  receiptCaptured: "For an SMS, so short. {at}: '21 Nov 2026, 14:05'.",
  receiptReference: "{reference}: 'HTER-AMSM'.",
} satisfies Notes<typeof captured>;
