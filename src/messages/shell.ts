import { defineTexts, format, type Notes } from './text.ts';

/** Texts around every screen, and texts of the error screen. */
export const shell = {
  skip: 'Skip to content',
  navigation: 'Main',
  register: 'Register',
  replace: 'Replace',
  status: 'Status',
  online: 'Online',
  offline: 'Offline',
  onlineServer: 'Online, server',
  notReached: 'not reached',
  waiting: '{count} waiting',
  refused: '{count} refused',
  returned: '{count} returned',
  back: 'Back',
  inDevelopment: 'In Development',
  notifications: 'Notifications',
  environment: {
    local: 'Test server: use made-up customers',
    dev: 'Test server: use made-up customers',
    live: 'Live server: use made-up customers',
  },
} as const;

export const shellNotes = {
  skip: 'A link that only a keyboard reaches, before everything else.',
  navigation: 'The name of the bar with the links, for a screen reader.',
  onlineServer:
    "For a screen reader, before 'notReached'. Both are one sentence: 'Online, server not reached'.",
  back: 'The name of an arrow in the bar: to the screen before.',
  waiting: 'For a screen reader, on every screen: submissions that are not sent yet.',
  refused: 'For a screen reader, on every screen: submissions that the server refused.',
  returned: 'For a screen reader, on every screen: sent forms that the operator returned.',
} satisfies Notes<typeof shell>;

export const shellText = defineTexts(shell);

/** A screen that failed: the error and the next step. */
export const errors = {
  kept: 'Your work is safe on this phone.',
  tryAgain: 'Try again',
  toOutbox: 'Go to the outbox',
  exportUnsent: 'Export unsent',
  exportNotLoaded: 'Could not open this. Try again with signal.',
  notHereYet: {
    title: 'This screen is not on your phone yet',
    happened: 'Veld must fetch it once, with signal.',
    todo: 'Go back, or try again when you are online.',
  },
  notLoaded: {
    title: 'This screen could not be loaded',
    happened: 'The connection broke, or Veld was just updated.',
    todo: 'Try again. If that does not help, close Veld and open it again.',
  },
  oldVersion: {
    title: 'Veld must be updated',
    happened: 'This window is older than your saved work.',
    todo: 'Close all Veld windows. Open Veld again with signal.',
  },
  storageSlow: {
    title: 'This phone’s storage is not answering',
    happened: 'Nothing was deleted. Another Veld window may be in the way, or the phone is full.',
    todo: 'Close all other Veld windows and try again. If that does not help, restart the phone. Do not clear browser data.',
  },
  storageFailed: {
    title: 'This phone’s storage is not answering',
    happened: 'Veld cannot save right now. Nothing was deleted.',
    todo: 'Free some space, close Veld and open it again. Do not clear browser data.',
  },
  unknown: {
    title: 'Something went wrong on this screen',
    happened: 'This is Veld’s fault, not yours.',
    todo: 'Try again. If it happens again, get help.',
  },
} as const;

export const errorsText = defineTexts(errors);

/** The name of each page, in the window's title and in links to it. */
export const pages = {
  product: 'Veld',
  windowTitle: '{title} - Veld',
  home: 'Home',
  register: 'Register a SIM',
  replace: 'Replace a SIM',
  outbox: 'Outbox',
  submission: 'Submission',
  captured: 'Captured',
  settings: 'Settings',
  help: 'Help',
  ready: 'Ready for the field',
  practise: 'Practise',
  termsConditions: 'Terms and Conditions',
  signIn: 'Sign in',
} as const;

export const pagesText = defineTexts(pages);

/**
 * The link to the page 'Help' on any screen. A separate area, because the page's other texts are loaded with the page.
 */
export const helpLink = { getHelp: 'Get help' } as const;

export const helpLinkText = defineTexts(helpLink);

/** Returns the window's title: the page's and the product's name, or only the product's name. */
export function windowTitle(page?: string): string {
  const t = pagesText();
  return page ? format(t.windowTitle, { title: page }) : t.product;
}
