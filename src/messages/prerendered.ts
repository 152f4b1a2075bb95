import { defineTexts, type Notes } from './text.ts';

/** Texts in the pages' HTML, shown before any script runs. */
export const html = {
  description:
    'Register SIM cards and replace lost ones, with or without signal. Everything is kept on the phone and sent once it is online.',
  needsScript: 'Veld needs JavaScript. Switch it on in your browser.',
  opening: 'Opening…',
  notLoaded: {
    title: 'Veld is still loading',
    detail:
      'No connection yet. Veld keeps trying. You can type now. It is saved when Veld has loaded.',
  },
} as const;

export const htmlNotes = {
  description: 'For search engines.',
  opening: 'In the place of a screen until it is loaded.',
  notLoaded:
    'Above a form in which somebody typed before its code was there, which could not be loaded.',
} satisfies Notes<typeof html>;

export const htmlText = defineTexts(html);

/** Texts that the browser shows when it offers to install Veld. */
export const manifest = {
  description:
    'Register SIM cards and replace lost ones, with or without signal. Sent once the phone is online.',
  home: 'Home: register or replace a SIM, with or without signal',
  form: 'A form, one section at a time, saved as it is filled in',
  outbox: 'The outbox: what waits, what was sent, what needs attention',
} as const;

export const manifestNotes = {
  home: 'Says what a picture of the screen shows, as the two below do.',
} satisfies Notes<typeof manifest>;

export const manifestText = defineTexts(manifest);

/** Shown instead of the app if the browser cannot run it. */
export const oldBrowser = {
  tooOld:
    'This browser is too old for Veld. Update Chrome in the Play Store (or use Firefox), then open Veld again. What you saved in this browser stays there.',
  open: 'Open Veld',
  notSecure: 'Open Veld at its https address.',
} as const;

export const oldBrowserNotes = {
  tooOld: "The browser's name and version follow it.",
  notSecure: 'The page was loaded over plain http, where browsers allow too little.',
} satisfies Notes<typeof oldBrowser>;

export const oldBrowserText = defineTexts(oldBrowser);
