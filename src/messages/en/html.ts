import type { Notes } from '../area.ts';

/** What the pages' HTML says before any script runs. */
export const html = {
  description:
    'Register SIM cards and replace lost ones, with or without signal. Everything is kept on the phone and sent once it is online.',
  needsScript:
    'Veld keeps your work on this phone, and needs JavaScript for that. Please switch it on.',
  opening: 'Opening…',
} as const;

export const notes = {
  description: 'For search engines.',
  opening: 'In the place of a screen until it is loaded.',
} satisfies Notes<typeof html>;
