import { errorsText } from '../../messages/errors.ts';

export type ErrorText = Readonly<{
  title: string;
  /** What happened, then what is safe. */
  happened: string;
  todo: string;
}>;

type Situation = Readonly<{
  /** The screen's code could not be loaded. */
  failedLoad: boolean;
  online: boolean;
  /** `error.name`, which web standards define, unlike messages. */
  errorName: string;
}>;

const storageNames: ReadonlySet<string> = new Set([
  'QuotaExceededError',
  'OpenFailedError',
  'UnknownError',
  'DatabaseClosedError',
  'MissingAPIError',
]);

/** The texts for an error: what happened and what to do. Never the error's own message, which may contain personal data. */
export function errorText({ failedLoad, online, errorName }: Situation): ErrorText {
  const t = errorsText();
  if (!failedLoad && errorName === 'OpenTimedOut') return t.storageSlow;
  if (!failedLoad && storageNames.has(errorName)) return t.storageFailed;
  const words = failedLoad
    ? t[online ? 'notLoaded' : 'notHereYet']
    : t[errorName === 'VersionError' ? 'oldVersion' : 'unknown'];
  return { ...words, happened: `${words.happened} ${t.kept}` };
}
