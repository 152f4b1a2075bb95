/*
 * Every name under which this app keeps something on a device outside the table `device` (its keys are in
 * `device-keys.ts`). None holds a secret but where that is said; `sessionStorage` is not used, and cookies are the server's.
 */

/** The one database. */
export const DATABASE_NAME = 'veld';

/** What is typed to practise: a database of its own, deleted when the person leaves; also the lock of who practises. */
export const PRACTICE_DATABASE = 'veld-practice';

/** The device's identifier: a key of the table `device`, of `localStorage`, and a file of the private file system. */
export const IDENTIFIER_KEY = 'DeviceIdentifier';

/**
 * A random key in `localStorage`, so not beside what it guards: SIM card numbers of the last 90 days are remembered by their
 * HMAC. A secret. Without it only warnings are lost.
 */
export const SIM_KEY = 'SimKey';

/** The folder of the private file system with the second copies: one folder for each submission, personal data in it. */
export const MIRROR_FOLDER = 'outbox';
/** The file of a copy's folder that names all others; beside it one file for each attachment, by id. */
export const MANIFEST_NAME = 'submission.json';
/** The folder of the mirror that shows whether the database was wiped, and its file; they hold no submission. */
export const SENTINEL_FOLDER = 'mark';
export const SENTINEL_NAME = 'sentinel';

/**
 * The folder of the private file system, the cache and the storage bucket that hold the secrets from which all keys come. The bucket's
 * name ends with a number, and its lock has the name without it.
 */
export const SECRETS_FOLDER = 'secrets';
export const SECRETS_CACHE = 'veld-secrets';
export const SECRETS_BUCKET = 'veld-secrets-bucket';

/** The folder of the private file system in which the disk is asked for room; it never holds a byte. */
export const PROBE_FOLDER = 'room';
export const PROBE_NAME = 'probe';
