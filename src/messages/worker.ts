import { plural } from './count.ts';
import { defineTexts, type Notes } from './text.ts';

/** The notification while Veld is closed. A locked phone shows it, so it contains only counts and no customer data. */
export const worker = {
  title: 'Veld',
  sent: plural('{count} form sent.', '{count} forms sent.'),
  needAttention: plural('{count} form needs your attention.', '{count} forms need your attention.'),
  stillWaiting: plural(
    '{count} form waiting. Open Veld to send it.',
    '{count} forms waiting. Open Veld to send them.',
  ),
  paused: plural(
    '{count} form waiting. {reason} Open Veld and get help.',
    '{count} forms waiting. {reason} Open Veld and get help.',
  ),
  active: plural('{count} SIM is active.', '{count} SIMs are active.'),
  returned: plural('{count} registration was returned.', '{count} registrations were returned.'),
} as const;

export const notes = {
  sent: 'Up to five of these sentences stand one after the other.',
  paused: "{reason}: a sentence of the area 'pause'.",
  active: "The operator's news.",
  stillWaiting: 'The browser will not send by itself any more.',
} satisfies Notes<typeof worker>;

export const workerText = defineTexts(worker);

/** Why nothing is sent until a person acts. Every screen and the notification use the same words. */
export const pause = {
  title: 'Sending has stopped',
  signIn: 'Sign in, or tell your operator.',
  unknownPhone: 'The server does not know this phone.',
  forbidden: 'This phone is not allowed to send.',
} as const;

export const pauseNotes = {
  signIn:
    "In place of the day's 'getHelp', if this build has a sign-in. Signing in does not always help.",
} satisfies Notes<typeof pause>;

export const pauseText = defineTexts(pause);
