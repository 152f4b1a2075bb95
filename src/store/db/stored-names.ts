/*
 * All names of stored data outside the table `device`, whose keys are in `device-keys.ts`. A name holds a secret only if its comment
 * says so. `sessionStorage` is not used. Cookies belong to the server.
 */

/** The app's database. */
export const DATABASE_NAME = 'veld';

/** The database of practice, deleted when the person leaves it. Also the name of its lock. */
export const PRACTICE_DATABASE = 'veld-practice';

/** An empty database that is deleted at once: see `beginNewLog` in `connection.ts`. */
export const NEW_LOG_DATABASE = 'veld-new-log';

/** The device's identifier: a key of the table `device`, of `localStorage`, and a file of the private file system. */
export const IDENTIFIER_KEY = 'DeviceIdentifier';

/**
 * A random key in `localStorage`, a secret. It is stored apart from the HMACs of SIM numbers that it protects. If the key is lost, only
 * duplicate warnings are missing.
 */
export const SIM_KEY = 'SimKey';

/** The mark in `localStorage` that this phone has forms. It has no other data. `vite/prerender.ts` reads it in Home's HTML. */
export const WORK_KEY = 'HasForms';

/** The folder of the private file system with the second copies, one folder for each submission. It contains personal data. */
export const COPY_FOLDER = 'outbox';
/** The file in a copy's folder that lists the other files. Each attachment is a file beside it, named by its id. */
export const MANIFEST_NAME = 'submission.json';
/** A folder among the second copies, and its file. They show whether the database was wiped. The folder holds no submission. */
export const SENTINEL_FOLDER = 'mark';
export const SENTINEL_NAME = 'sentinel';

/**
 * The folder, cache and storage bucket with the secrets from which all keys are derived. A bucket's name has a number at the end. The
 * bucket's lock has the name without the number.
 */
export const SECRETS_FOLDER = 'secrets';
export const SECRETS_CACHE = 'veld-secrets';
export const SECRETS_BUCKET = 'veld-secrets-bucket';

/** The cache with the barcode decoder's program, which only some phones need. It holds nothing else. */
export const LATE_CACHE = 'veld-late';

/** Caches of the Angular service worker that was at this address before. */
export const OLD_CACHES = /^ngsw:/;

/** Caches that can be downloaded again. The cache with secrets must never be deleted here. */
export const REFETCHABLE_CACHES = /^(?:workbox-precache|ngsw:|veld-late$)/;

/** The private folder and file with which the app tests the free disk space. The file is always empty. */
export const PROBE_FOLDER = 'room';
export const PROBE_NAME = 'probe';
