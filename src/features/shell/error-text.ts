export type ErrorWords = Readonly<{
  title: string;
  /** What happened, then what is safe. */
  happened: string;
  todo: string;
}>;

const kept = 'Everything you typed or submitted is still on this phone.';

type Situation = Readonly<{
  /** The screen's code could not be fetched. */
  failedLoad: boolean;
  online: boolean;
  /** `error.name`: names, unlike messages, are part of what the platform promises. */
  errorName: string;
}>;

const storageNames: ReadonlySet<string> = new Set([
  'QuotaExceededError',
  'OpenFailedError',
  'UnknownError',
  'DatabaseClosedError',
  'MissingAPIError',
]);

/** An error that ended a screen, in words that a person can act on. Never the error's own text: it may hold anything. */
export function errorWords({ failedLoad, online, errorName }: Situation): ErrorWords {
  if (failedLoad && !online) {
    return {
      title: 'This screen is not on your phone yet',
      happened: `It has to be fetched once with signal, and there is none now. ${kept}`,
      todo: 'Go back, or try again when you are online.',
    };
  }
  if (failedLoad) {
    return {
      title: 'This screen could not be loaded',
      happened: `The connection failed, or a new version of Veld was just put in place. ${kept}`,
      todo: 'Try again. If that does not help, close Veld and open it again.',
    };
  }
  if (errorName === 'VersionError') {
    return {
      title: 'Veld must be updated',
      happened: `This window runs an older version than the one that saved your work. ${kept}`,
      todo: 'Close every window of Veld and open it again, with signal.',
    };
  }
  if (errorName === 'OpenTimedOut') {
    return {
      title: 'The phone’s storage does not answer',
      happened:
        'Veld’s records did not open in 20 seconds. Nothing was deleted. Another window of Veld may hold them, or the phone is short of room.',
      todo: 'Close every other window of Veld and try again. If that does not help, restart the phone. Do not clear the browser’s data.',
    };
  }
  if (storageNames.has(errorName)) {
    return {
      title: 'The phone’s storage does not answer',
      happened:
        'Veld cannot read or write on this phone just now. Nothing was deleted, but what you enter now may not be kept.',
      todo: 'Do not clear the browser’s data. Make some room on the phone, then close Veld and open it again.',
    };
  }
  return {
    title: 'Something went wrong on this screen',
    happened: `The fault is in Veld, not in what you did. ${kept}`,
    todo: 'Try again. If it comes back, carry on from the outbox and tell support.',
  };
}
