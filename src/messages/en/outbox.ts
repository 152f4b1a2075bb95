import type { Notes } from '../area.ts';
import { plural } from '../count.ts';

/** The lists of what is on the phone: the outbox, and Home's drafts. What the page of one submission shares with them. */
export const outbox = {
  kind: { registration: 'SIM registration', replacement: 'SIM replacement' },
  kindWithSim: {
    registration: 'SIM registration, SIM …{tail}',
    replacement: 'SIM replacement, SIM …{tail}',
  },
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
  step: 'step {n} of {m}',
  complete: 'Complete: ready to submit',
  missing: plural('{count} thing still missing', '{count} things still missing'),
  atSection: '{missing} · at {section}',
  continue: 'Continue',
  correct: 'Correct',
  delete: 'Delete',
  sendNow: 'Send now',
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
  filter: 'Filter',
  filterStatus: 'Status',
  anyStatus: 'Any status',
  statusWithCount: '{status} ({count})',
  capturedOn: 'Captured on',
  showEverything: 'Show everything',
  waits: plural('{count} submission waits', '{count} submissions wait'),
  whileOpen: 'It is sent while Veld is open: keep it open when you have signal.',
  load: '{size} to send',
  loadWithPrice: '{size} to send, about {price}',
  notStarted: 'Sending could not be started. It is kept, and will be tried again by itself.',
  customerGone: 'This customer’s details have left the phone. Start a new form.',
  drafts: 'Drafts',
  allDrafts: 'All drafts',
  changed: 'Changed {at}',
  deleteDraftOf: 'Delete the draft of {name}',
  odd: 'This entry cannot be shown',
  oddDetail:
    'Something in it is not as this version of Veld writes it. It is still on this phone. Update Veld, or export it for support, before you delete it.',
} as const;

export const notes = {
  kindWithSim: "Of what was sent. {tail}: the SIM card number's last four digits.",
  nextTry: "Small, under a row's status. {at}: '14:05', or '22 Nov, 14:05'.",
  step: "Small, under the status 'Sending'.",
  atSection:
    "{missing}: the text 'missing' or 'complete'. {section}: the title of a form's section.",
  load: "{size}: '4,2 MB'.",
  loadWithPrice: "{price}: 'R 0,48'.",
  statusWithCount: 'A choice of the filter: one of the statuses, and how many there are.',
} satisfies Notes<typeof outbox>;
