import type { Notes } from '../area.ts';

/** What the browser shows when it offers to install Veld. */
export const manifest = {
  description:
    'Register SIM cards and replace lost ones, with or without signal. Sent once the phone is online.',
  home: 'Home: register or replace a SIM, with or without signal',
  form: 'A form, one section at a time, saved as it is filled in',
  outbox: 'The outbox: what waits, what was sent, what needs attention',
} as const;

export const notes = {
  home: 'Says what a picture of the screen shows, as the two below do.',
} satisfies Notes<typeof manifest>;
