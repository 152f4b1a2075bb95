import { sha256 } from '../../platform/sha256.ts';
import { webCryptoPort } from '../../seal/key-hierarchy.ts';
import {
  bucketSecretStorage,
  cacheSecretStorage,
  opfsSecretStorage,
  type SecretStorage,
  type StorageBuckets,
} from '../../seal/secret-storage.ts';
import { secretsIn } from '../../seal/secrets.ts';
import type { Database } from '../db/database.ts';
import { SECRETS_BUCKET, SECRETS_CACHE, SECRETS_FOLDER } from '../db/stored-names.ts';
import { copyPlace, writeContext } from '../second-copy/copy-place.ts';
import { createKeyStore, type LockableKeyStore } from './key-store.ts';

/** The secret storage in a table of the database. Its weakness: deleted bytes stay on the disk for a while. */
const databaseSecretStorage = (db: Database): SecretStorage => ({
  get: async (name) => (await db.secretBytes.get(name))?.bytes,
  put: async (name, bytes) => {
    await db.secretBytes.put({ name, bytes });
  },
  delete: (name) => db.secretBytes.delete(name),
  names: () => db.secretBytes.toCollection().primaryKeys(),
});

/**
 * Uses `storage`, or `otherwise` if the browser refuses `storage`, as in a private window. Asks the browser once. The next page may get
 * `storage`. So if `otherwise` lacks a secret, `get` throws instead of reporting the secret as lost.
 */
export function storageOrFallback(storage: SecretStorage, otherwise: SecretStorage): SecretStorage {
  let chosen: Promise<SecretStorage> | undefined;
  const there = (): Promise<SecretStorage> => {
    chosen ??= storage.names().then(
      () => storage,
      () => otherwise,
    );
    return chosen;
  };
  return {
    get: async (name) => {
      const here = await there();
      const found = await here.get(name);
      if (found === undefined && here !== storage) throw new Error('refused');
      return found;
    },
    put: async (name, bytes) => (await there()).put(name, bytes),
    delete: async (name) => {
      const here = await there();
      await here.delete(name);
      // An earlier page may have had to use `otherwise`.
      await otherwise.delete(name);
      // `storage` may still have the secret, so the caller must try again later.
      if (here !== storage) throw new Error('refused');
    },
    names: async () => (await there()).names(),
  };
}

function privateFiles(): SecretStorage {
  const place = copyPlace(navigator.storage, SECRETS_FOLDER);
  return opfsSecretStorage(async () => {
    const folder = await place.top();
    if (folder === undefined) throw new Error('refused');
    return folder;
  });
}

/** The secret storage in a bucket, if the browser has buckets. Every such browser has Web Locks. */
function buckets(): readonly SecretStorage[] {
  const { locks, storageBuckets } = navigator as typeof navigator & {
    readonly storageBuckets?: StorageBuckets;
  };
  return storageBuckets === undefined
    ? []
    : [bucketSecretStorage(storageBuckets, locks, SECRETS_BUCKET)];
}

/**
 * A browser can lose private files and Cache Storage independently. The database replaces private files that are missing or refused, and
 * a refused Cache Storage. Only the bucket survives a power loss. It is the slowest to read, so it comes last.
 */
function browserSecretStorages(db: Database): readonly SecretStorage[] {
  const rows = databaseSecretStorage(db);
  const { caches } = globalThis as { readonly caches?: CacheStorage };
  return [
    ...(writeContext() === 'here' ? [storageOrFallback(privateFiles(), rows)] : [rows]),
    ...(caches === undefined
      ? []
      : [storageOrFallback(cacheSecretStorage(caches, SECRETS_CACHE), rows)]),
    ...buckets(),
  ];
}

/** The key store of this page or worker, with the secret storages of its browser. */
export function browserKeyStore(db: Database): LockableKeyStore {
  const secrets = secretsIn(browserSecretStorages(db));
  return createKeyStore(db, {
    digest: sha256,
    cryptoPort: webCryptoPort(secrets),
    secrets,
    now: () => Date.now(),
    newId: () => crypto.randomUUID(),
  });
}
