import type { Notes } from '../area.ts';

/** Which links photos go over: the setting, and the question where the browser does not say what link it is. */
export const link = {
  photos: 'Photos',
  send: 'Send photos',
  always: 'Always',
  alwaysDetail: 'A form with three photos is about {size}.',
  alwaysDetailWithPrice: 'A form with three photos is about {size}: {price}.',
  unmetered: 'Only on Wi-Fi, or when I press Send now',
  unmeteredDetail: 'On mobile data only form and signature go: about {size}.',
  unmeteredDetailWithPrice: 'On mobile data only form and signature go: about {size}, {price}.',
  wherever:
    'Forms and signatures always go. Photos that wait go once Veld is open on Wi-Fi: a registration is complete only with them.',
  question: 'Is this phone on Wi-Fi now?',
  detail:
    'This browser does not say. {size} of files wait for Wi-Fi, as you chose in the settings. Your answer counts until midnight.',
  yes: 'Yes, send them',
  no: 'No, let them wait',
} as const;

export const notes = {
  send: 'Before the two choices.',
  alwaysDetail: "{size}: '480 kB'.",
  alwaysDetailWithPrice: "{price}: 'R 0,07'.",
} satisfies Notes<typeof link>;
