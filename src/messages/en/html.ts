import type { Notes } from '../area.ts';

/** What the pages' HTML says before any script runs. */
export const html = {
  description:
    'Register SIM cards and replace lost ones, with or without signal. Everything is kept on the phone and sent once it is online.',
  needsScript:
    'Veld keeps your work on this phone, and needs JavaScript for that. Please switch it on.',
  opening: 'Opening…',
  notLoaded: {
    title: 'Veld is not all there yet',
    detail:
      'There is no connection, or it was cut. Veld tries again by itself. What you type stays on this page, and is saved once Veld is there.',
  },
} as const;

export const notes = {
  description: 'For search engines.',
  opening: 'In the place of a screen until it is loaded.',
  notLoaded:
    'Above a form in which somebody typed before its code was there, which could not be loaded.',
} satisfies Notes<typeof html>;
