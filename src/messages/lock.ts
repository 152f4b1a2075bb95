import { plural } from './count.ts';
import { defineTexts, type Notes } from './text.ts';

/** The lock screen, and the button that locks Veld. */
export const lock = {
  lockNow: 'Lock now',
  lockNowOf: 'Lock now: {label}',
  locked: 'Veld is locked',
  waiting: plural(
    '{count} waiting. It is sent while Veld is locked.',
    '{count} waiting. They are sent while Veld is locked.',
  ),
  needsUnlock: plural(
    '{count} waiting. Unlock Veld to send it.',
    '{count} waiting. Unlock Veld to send all of them.',
  ),
  paused: plural(
    '{count} waiting. {reason} Unlock Veld and get help.',
    '{count} waiting. {reason} Unlock Veld and get help.',
  ),
  unsaved: 'Your last change is not saved: the phone is full. Do not close Veld. Free some space.',
  unsavedOfOther:
    'Another agent’s last change is not saved: the phone is full. Free some space, or call them.',
  savingOfOther: 'Another agent’s last change is still being saved. Wait a moment, then try again.',
  who: 'Who are you?',
  noLabel: 'The first agent',
  pin: 'PIN or password',
  pinMissing: 'Enter your PIN or password.',
  show: 'Show',
  letters: 'Use letters',
  unlock: 'Unlock',
  opening: 'Opening…',
  forgot: 'Forgot PIN?',
  back: 'Back',
  wrong: 'That PIN is not right.',
  wait: 'Too many tries. Wait {time}. Nothing is lost.',
  full: 'The phone is full. Free some space, then try again. Do not close Veld.',
  failed: 'That did not work. Nothing changed. Wait a moment, then try again.',
  noMemory: 'Close other apps and try again.',
  noWorker: 'A part of Veld is missing. Go online and open Veld again.',
  lost: 'That no longer works here. Use the recovery code.',
  refused: 'The phone did not recognise you. Try again, or use your PIN or recovery code.',
  unable: 'Fingerprint does not work now. Use your PIN or recovery code.',
  useFingerprint: 'Use fingerprint',
  fingerprintHint: 'The phone asks for your finger, your face or its own PIN.',
  fingerprintFails: 'Not working?',
  homeLocked: 'Unlock to see your day',
} as const;

export const notes = {
  lockNowOf: "{label}: the unlocked agent's name, such as 'Thandi'. The button shows it.",
  wait: "{time}: minutes and seconds that count down, '0:28'.",
  paused: "{reason}: a sentence of the area 'pause'.",
  noLabel: "A choice of 'who': an agent without a name, who used the phone alone before.",
  homeLocked: 'On Home, in place of drafts and figures. Home itself is never locked.',
} satisfies Notes<typeof lock>;

export const lockText = defineTexts(lock);
