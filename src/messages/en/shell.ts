import type { Notes } from '../area.ts';

/** What stands around every screen, and in the place of one that failed. */
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

export const notes = {
  skip: 'A link that only a keyboard reaches, before everything else.',
  navigation: 'The name of the bar with the links, for a screen reader.',
  waiting: 'In the bar on every screen: submissions that are not sent yet.',
  refused: 'In the bar on every screen: submissions that the server refused.',
} satisfies Notes<typeof shell>;
