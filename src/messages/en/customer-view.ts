import type { Notes } from '../area.ts';

/** What the customer reads when the agent turns the phone to them. Plain words: they see it for the first time. */
export const customerView = {
  turn: 'Turn the phone to the customer',
  done: 'Done',
  title: {
    registration: 'You register this SIM card',
    replacement: 'You replace your SIM card',
  },
  who: 'Name',
  forBusiness: '{person}, for {business}',
  which: 'SIM card number',
  documents: 'Documents',
  documentCount: '{document} ({count})',
  notYet: 'Not filled in yet',
  iAgree: 'I agree to the terms and conditions',
  readTerms: 'Read the terms and conditions (opens in a new tab)',
  tickFirst: 'Tick the box if you agree. Otherwise give the phone back.',
  goOnToSign: 'Go on to sign',
  signHere: 'Sign here',
  signHereNamed: {
    customer: 'Sign here, {name}',
    witness: 'Sign here as the witness, {name}',
  },
} as const;

export const notes = {
  turn: 'A button for the agent, who then hands the phone over.',
  done: 'Gives the phone back to the agent.',
  documentCount: "'ID document (2)': how many pages of it.",
  signHereNamed: 'Above the pad.',
} satisfies Notes<typeof customerView>;
