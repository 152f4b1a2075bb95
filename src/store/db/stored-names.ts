/*
 * All names of stored data outside the table `device`, whose keys are in `device-keys.ts`. A name holds a secret only if its comment
 * says so. `sessionStorage` is not used. Cookies belong to the server.
 */

/** The app's database. */
export const DATABASE_NAME = 'veld';

/** The database of practice, deleted when the person leaves it. Also the name of its lock. */
export const PRACTICE_DATABASE = 'veld-practice';

/** Empty, and deleted at once: see `connection.ts`. */
export const NEW_LOG_DATABASE = 'veld-new-log';

/** The device's identifier: a key of the table `device`, of `localStorage`, and a file of the private file system. */
export const IDENTIFIER_KEY = 'DeviceIdentifier';

/**
 * A random key in `localStorage`, apart from the HMACs of the last 90 days' SIM numbers that it protects. A secret. Without it only
 * warnings are lost.
 */
export const SIM_KEY = 'SimKey';

/** The folder of the private file system with the second copies: one folder for each submission. It has personal data. */
export const COPY_FOLDER = 'outbox';
/** The file of a copy's folder that names the others. Each attachment is a file beside it, named by its id. */
export const MANIFEST_NAME = 'submission.json';
/** The folder of the second copy that shows whether the database was wiped, and its file. It holds no submission. */
export const SENTINEL_FOLDER = 'mark';
export const SENTINEL_NAME = 'sentinel';

/**
 * The folder, cache and storage bucket with the secrets from which all keys are derived. The bucket's name ends with a number. Its
 * lock has the name without it.
 */
export const SECRETS_FOLDER = 'secrets';
export const SECRETS_CACHE = 'veld-secrets';
export const SECRETS_BUCKET = 'veld-secrets-bucket';

/** The private folder in which the disk is asked for space. It never holds a byte. */
export const PROBE_FOLDER = 'room';
export const PROBE_NAME = 'probe';
