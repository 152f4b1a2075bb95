import type { Notes } from '../area.ts';

/** In the place of the app, where the browser can't run it. */
export const oldBrowser = {
  tooOld:
    'This browser is too old for Veld. Update Chrome in the Play Store (or use Firefox), then open Veld again. What you saved in this browser stays there.',
  open: 'Open Veld',
  notSecure: 'Open Veld at its https address.',
} as const;

export const notes = {
  tooOld: "The browser's name and version follow it.",
  notSecure: 'The page was loaded over plain http, where browsers allow too little.',
} satisfies Notes<typeof oldBrowser>;
