import { plural } from './count.ts';
import { defineTexts, type Notes } from './text.ts';

/** Home with work on this phone: the day's figures, the drafts, and the strip about the worst problem. */
export const day = {
  today: 'Today, {date}',
  captured: '{count} captured',
  allSent: '{count} captured, all sent',
  sent: '{count} sent',
  active: '{count} active today',
  waiting: '{count} waiting',
  toFix: '{count} to fix',
  atSection: 'At {section}, {missing}',
  allDrafts: 'All drafts ({count})',
  getHelp: 'Get help.',
  more: '+{count} more',
  refused: plural('{count} form needs your attention', '{count} forms need your attention'),
  refusedDetail: plural(
    'That SIM will not work until you correct it.',
    'Those SIMs will not work until you correct them.',
  ),
  returned: plural('{count} was returned by the operator', '{count} were returned by the operator'),
  returnedDetail: plural(
    'The customer’s SIM does not work until you correct it.',
    'The customers’ SIMs do not work until you correct them.',
  ),
  returnedWhy: 'Open the outbox to see why.',
  full: 'This phone is too full for photos',
  room: plural('Space for {count} more customer', 'Space for {count} more customers'),
  roomDetail: 'Free 50 MB before the next customer.',
  clockWrong: plural('The clock is {count} minute wrong', 'The clock is {count} minutes wrong'),
  clockDetail: 'Set the date and time to automatic.',
  numberDetail: 'Get help. Veld still sends the other forms.',
  portalDetail: 'Log in to it, or use mobile data.',
  waitsSince: plural('{count} form waits since {day}', '{count} forms wait, the first since {day}'),
  yesterday: 'yesterday',
  waitsDetail: 'Open Veld where there is signal.',
  photosWaitDetail: 'Open Veld on Wi-Fi, or press ‘Send now’.',
  incomplete: 'Veld is not complete on this phone',
  incompleteDetail: 'Stay online for a minute.',
} as const;

export const notes = {
  today: "{date}: 'Tue 24 Nov'.",
  captured: 'The number is large. The figures stand beside each other.',
  atSection: "{section}: the title of a form's section. {missing}: '8 answers to go'.",
  getHelp: 'After the reason of a pause.',
  more: 'After the detail, if more is wrong.',
  returnedWhy: 'In place of returnedDetail, if a returned form needs no correction.',
  waitsSince: "{day}: 'yesterday' or 'Fri 20 Nov'.",
  photosWaitDetail: 'In place of waitsDetail. The line leads to the outbox, which has the button.',
} satisfies Notes<typeof day>;

export const dayText = defineTexts(day);

/** The operator's limits for new forms. */
export const policy = {
  sendFirst: 'Send first',
  tooMany: plural(
    '{count} registration waits on this phone. The limit is {limit}. Send some before you start a new one.',
    '{count} registrations wait on this phone. The limit is {limit}. Send some before you start a new one.',
  ),
  tooOld: 'A form has waited since {when}. Send it before you start a new one.',
  others: plural(
    '{count} waiting form is another agent’s. If it stays, ask that agent to unlock Veld and press ‘Send now’.',
    '{count} waiting forms are another agent’s. If they stay, ask that agent to unlock Veld and press ‘Send now’.',
  ),
  openOutbox: 'Open the outbox',
  stopped: 'You cannot start new forms on this phone',
  stoppedDetail: 'The operator has blocked this phone. Waiting forms are still sent.',
  callSupport: 'Call support.',
  near: '{count} of {limit} wait. Send some soon.',
  nearlyOld: 'One form has waited since {when}. Send it soon.',
} as const;

export const policyNotes = {
  tooMany: 'In place of a new form. {limit}: the most that may wait.',
  tooOld: "In place of a new form. {when}: '14:05', or '24 Nov, 14:05'.",
  others:
    'After tooMany or tooOld, on a phone of several agents. Most of these forms are sent without that agent.',
  near: 'A line on Home. {limit}: the most that may wait.',
} satisfies Notes<typeof policy>;

export const policyText = defineTexts(policy);
