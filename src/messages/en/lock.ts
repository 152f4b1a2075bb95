import type { Notes } from '../area.ts';
import { plural } from '../count.ts';

/** What stands in the place of every screen while Veld is locked, and the button that locks it. */
export const lock = {
  lockNow: 'Lock now',
  locked: 'Veld is locked',
  waiting: plural(
    '{count} waiting. It is sent while Veld is locked.',
    '{count} waiting. They are sent while Veld is locked.',
  ),
  unsaved:
    'What was typed last is not saved: the phone is full. Veld keeps it behind this screen and tries again. Do not close Veld; make room on the phone.',
  who: 'Who are you?',
  noLabel: 'The first agent',
  pin: 'PIN or password',
  pinMissing: 'Enter your PIN or password.',
  show: 'Show',
  letters: 'Letters',
  unlock: 'Unlock',
  opening: 'Opening…',
  forgot: 'Forgot PIN?',
  back: 'Back',
  wrong: 'That is not right. Try again.',
  wait: 'Too many wrong tries. Nothing is lost. You can try again in {time}.',
  noMemory: 'The phone has too little memory free for this. Close other apps and try again.',
  noWorker: 'A part of Veld is missing here. Go online, load Veld again, and try again.',
  lost: 'This phone has lost what the PIN opens. Try the recovery code.',
  homeLocked: 'Your drafts and the day’s work are behind the lock.',
} as const;

export const notes = {
  wait: "{time}: minutes and seconds that count down, '0:28'.",
  noLabel: "A choice of 'who', of whoever used the phone alone before.",
  homeLocked: 'On Home, which stays public, in the place of drafts and figures.',
} satisfies Notes<typeof lock>;
