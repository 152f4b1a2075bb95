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
