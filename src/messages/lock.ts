import { plural } from './count.ts';
import { area, type Notes } from './text.ts';

/** The locked screen, and the button that locks Veld. */
export const lock = {
  lockNow: 'Lock now',
  lockNowOf: 'Lock now: {label}',
  locked: 'Veld is locked',
  waiting: plural(
    '{count} waiting. It is sent while Veld is locked.',
    '{count} waiting. They are sent while Veld is locked.',
  ),
  paused: plural(
    '{count} waiting. {reason} Unlock Veld and get help.',
    '{count} waiting. {reason} Unlock Veld and get help.',
  ),
  unsaved:
    'What was typed last is not saved: the phone is full. Veld keeps it behind this screen and tries again. Do not close Veld; make room on the phone.',
  unsavedOfOther:
    'What another agent typed last is not saved yet: the phone is full. Only they can unlock Veld here. Make room on the phone, or call them.',
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
  lost: 'This phone has lost what that opens. Try the recovery code.',
  refused:
    'The phone did not recognise you, or it was cancelled. Try again. If it never works any more, come in another way and take the fingerprint off in the settings.',
  unable: 'The phone’s fingerprint does not open Veld any more. Come in another way.',
  useFinger: 'Use fingerprint',
  fingerHint: 'The phone asks for your finger, your face or its own PIN.',
  fingerFails: 'Does it not work?',
  homeLocked: 'Your drafts and the day’s work are behind the lock.',
} as const;

export const notes = {
  lockNowOf: "{label}: of the agent who is unlocked, which stands on the button, such as 'Thandi'.",
  wait: "{time}: minutes and seconds that count down, '0:28'.",
  paused: "{reason}: a sentence of the area 'pause'.",
  noLabel: "A choice of 'who', of whoever used the phone alone before.",
  homeLocked: 'On Home, which stays public, in the place of drafts and figures.',
} satisfies Notes<typeof lock>;

export const lockText = area(lock);
