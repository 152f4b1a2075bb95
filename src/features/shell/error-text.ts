import { errorsText } from '../../messages/errors.ts';

export type ErrorWords = Readonly<{
  title: string;
  /** What happened, then what is safe. */
  happened: string;
  todo: string;
}>;

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
  const t = errorsText();
  if (!failedLoad && errorName === 'OpenTimedOut') return t.storageSlow;
  if (!failedLoad && storageNames.has(errorName)) return t.storageFailed;
  const words = failedLoad
    ? t[online ? 'notLoaded' : 'notHereYet']
    : t[errorName === 'VersionError' ? 'oldVersion' : 'unknown'];
  return { ...words, happened: `${words.happened} ${t.kept}` };
}
