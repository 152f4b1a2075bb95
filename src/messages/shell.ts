import { area, type Notes, say } from './text.ts';

/** Texts around every screen, and of the screen that replaces a failed one. */
export const shell = {
  skip: 'Skip to content',
  navigation: 'Main',
  register: 'Register',
  replace: 'Replace',
  status: 'Status',
  online: 'Online',
  offline: 'Offline',
  serverNotReached: 'Online, server not reached',
  waiting: '{count} waiting',
  refused: '{count} refused',
  inDevelopment: 'In Development',
  notifications: 'Notifications',
  environment: {
    local: 'This is the local environment. Use made-up customers only.',
    dev: 'This is the development environment. Use made-up customers only.',
    live: 'This is the live environment. Use made-up customers only.',
  },
} as const;

export const shellNotes = {
  skip: 'A link that only a keyboard reaches, before everything else.',
  navigation: 'The name of the bar with the links, for a screen reader.',
  waiting: 'In the bar on every screen: submissions that are not sent yet.',
  refused: 'In the bar on every screen: submissions that the server refused.',
} satisfies Notes<typeof shell>;

export const shellText = area(shell);

/** A screen that failed: what happened, and what to do about it. */
export const errors = {
  kept: 'Everything you typed or submitted is still on this phone.',
  tryAgain: 'Try again',
  toOutbox: 'Go to the outbox',
  exportUnsent: 'Export unsent',
  exportNotLoaded: 'The export could not be loaded. Try again with signal; nothing was changed.',
  notHereYet: {
    title: 'This screen is not on your phone yet',
    happened: 'It has to be fetched once with signal, and there is none now.',
    todo: 'Go back, or try again when you are online.',
  },
  notLoaded: {
    title: 'This screen could not be loaded',
    happened: 'The connection failed, or a new version of Veld was just put in place.',
    todo: 'Try again. If that does not help, close Veld and open it again.',
  },
  oldVersion: {
    title: 'Veld must be updated',
    happened: 'This window runs an older version than the one that saved your work.',
    todo: 'Close every window of Veld and open it again, with signal.',
  },
  storageSlow: {
    title: 'The phone’s storage does not answer',
    happened:
      'Veld’s records did not open in 20 seconds. Nothing was deleted. Another window of Veld may hold them, or the phone is short of room.',
    todo: 'Close every other window of Veld and try again. If that does not help, restart the phone. Do not clear the browser’s data.',
  },
  storageFailed: {
    title: 'The phone’s storage does not answer',
    happened:
      'Veld cannot read or write on this phone just now. Nothing was deleted, but what you enter now may not be kept.',
    todo: 'Do not clear the browser’s data. Make some room on the phone, then close Veld and open it again.',
  },
  unknown: {
    title: 'Something went wrong on this screen',
    happened: 'The fault is in Veld, not in what you did.',
    todo: 'Try again. If it comes back, carry on from the outbox and tell your operator.',
  },
} as const;

export const errorsText = area(errors);

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

export const pagesText = area(pages);

/** The link to the page 'Help', on any screen: an area of its own, as the page's other texts are loaded with it. */
export const helpLink = { getHelp: 'Get help' } as const;

export const helpLinkText = area(helpLink);

/** The window's title: the page's and the product's name, or the latter alone. */
export function windowTitle(page?: string): string {
  const t = pagesText();
  return page ? say(t.windowTitle, { title: page }) : t.product;
}
