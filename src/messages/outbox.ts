import { plural } from './count.ts';
import { area, type Notes } from './text.ts';

/** The lists of the outbox and of Home's drafts. The page of one submission shares some of these texts. */
export const outbox = {
  kind: { registration: 'SIM registration', replacement: 'SIM replacement' },
  kindWithSim: {
    registration: 'SIM registration, SIM …{tail}',
    replacement: 'SIM replacement, SIM …{tail}',
  },
  simAt: '…{tail} · {at}',
  noName: 'No name yet',
  status: {
    draft: 'Draft',
    waiting: 'Waiting to send',
    sending: 'Sending',
    attention: 'Needs attention',
    paused: 'Paused',
    sent: 'Sent',
  },
  nextTry: 'next try {at}',
  nextTryAfter: 'answered {status}, next try {at}',
  photosWait: 'photos wait for Wi-Fi, {size}',
  step: 'step {n} of {m}',
  photo: 'photo {n} of {m}: {done} of {total}',
  complete: 'Complete: ready to submit',
  missing: plural('{count} thing still missing', '{count} things still missing'),
  atSection: '{missing} · at {section}',
  continue: 'Continue',
  correct: 'Correct',
  delete: 'Delete',
  sendNow: 'Send now',
  mayHaveIt: 'The server may already have this form.',
  sendRest: 'Send the rest',
  reading: 'Reading the outbox…',
  nothingDelivered: 'Nothing delivered yet.',
  lastDelivery: 'Last delivery: {at}',
  noMatch: 'Nothing matches',
  noMatchDetail:
    'Try fewer letters or another day. Once it is sent, this phone keeps only the customer’s initials and the SIM’s last four digits: look for those.',
  empty: 'The outbox is empty',
  emptyDetail: 'What you start or submit appears here, and stays until it is delivered.',
  submissions: 'Submissions',
  newest: 'The newest {shown}',
  newestOf: 'The newest {shown} of {total}',
  showMore: 'Show more',
  search: 'Search by name or number',
  searchHint: 'Name or number',
  show: 'Show',
  chip: {
    all: 'All',
    rejected: 'Needs attention',
    queued: 'Waiting',
    draft: 'Drafts',
    delivered: 'Sent',
  },
  dayTotals: '{day} · {captured} captured, {sent} sent',
  dayWithRefused: '{day} · {captured} captured, {sent} sent, {refused} refused',
  columns: { name: 'Customer', captured: 'SIM and time', status: 'Status', detail: 'Details' },
  chooseDay: 'Choose a day',
  capturedOn: 'Captured on',
  exportDay: 'Export the day',
  showEverything: 'Show everything',
  why: 'Why?',
  waitsDetail: 'It is sent by itself when there is signal.',
  waits: plural('{count} submission waits', '{count} submissions wait'),
  photosWaitDetail:
    'Photos wait for Wi-Fi, as you chose in the settings. Open Veld there and they go, or press ‘Send now’ to send them over this link. Forms and signatures never wait for it.',
  whileOpen: 'It is sent while Veld is open: keep it open when you have signal.',
  load: '{size} to send',
  loadWithPrice: '{size} to send, about {price}',
  notStarted: 'Sending could not be started. It is kept, and will be tried again by itself.',
  documentsLeftOut:
    'Not all documents could be taken over from the last form. Look at Documents and take them again.',
  customerGone: 'This customer’s details have left the phone. Start a new form.',
  drafts: 'Drafts',
  allDrafts: 'All drafts',
  changed: 'Changed {at}',
  deleteDraftOf: 'Delete the draft of {name}',
  keyLost: 'This form cannot be opened',
  keyLostSent: 'Needs attention: it cannot be read any more',
  keyLostDetail:
    'The phone has lost the key to it, after {at}. It cannot be sent. Delete it, and capture this customer again.',
  closed: 'Waits, and nobody can open it here',
  odd: 'This entry cannot be shown',
  oddDetail:
    'Something in it is not as this version of Veld writes it. It is still on this phone. Update Veld, or export it for your operator, before you delete it.',
} as const;

export const notes = {
  mayHaveIt: 'Beside the button sendRest.',
  sendRest:
    'The person says that the server has the form. Veld then sends the signature and the documents.',
  closed:
    "In the place of a customer's name, where somebody started again; under it stands 'waitsDetail'.",
  keyLost: 'Of a form that is not submitted. Beside it stands the button to delete it.',
  keyLostSent: 'The same of one that was submitted, and waits. As short.',
  keyLostDetail: "{at}: when it was last changed, '14:05', or '22 Nov, 14:05'.",
  kindWithSim: "Of what was sent. {tail}: the SIM card number's last four digits.",
  nextTryAfter:
    'The same where the server answered, and did not take it. {status}: its number, such as 503.',
  nextTry: "Small, under a row's status. {at}: '14:05', or '22 Nov, 14:05'.",
  photosWait: "Small, under the status 'Waiting to send'. {size}: '540 kB'.",
  step: "Small, under the status 'Sending'.",
  photo: "The same while a photo goes in pieces. {done}, {total}: '340 kB', '900 kB'.",
  atSection:
    "{missing}: the text 'missing' or 'complete'. {section}: the title of a form's section.",
  load: "{size}: '4,2 MB'.",
  loadWithPrice: "{price}: 'R 0,48'.",
  simAt: "{tail}: the SIM card number's last four digits. {at}: '14:05', or '21 Nov, 14:05'.",
  columns: 'Above the list on a wide screen, where it stands as a table.',
  chip: 'Each stands before how many there are. Short: five of them stand in one row.',
  dayTotals: "{day}: 'Today', 'Yesterday' or 'Fri, 20 Nov'.",
} satisfies Notes<typeof outbox>;

export const outboxText = area(outbox);
