import { sha256 } from '../../platform/sha256.ts';
import { keySmith } from '../../seal/key-hierarchy.ts';
import {
  bucketHome,
  cacheHome,
  opfsHome,
  type SecretHome,
  type StorageBuckets,
} from '../../seal/secret-storage.ts';
import { secretsIn } from '../../seal/secrets.ts';
import type { Database } from '../db/database.ts';
import { SECRETS_BUCKET, SECRETS_CACHE, SECRETS_FOLDER } from '../db/stored-names.ts';
import { mirrorPlace, placeToWrite } from '../second-copy/copy-place.ts';
import { keyDesk, type LockableDesk } from './key-store.ts';

/** A table of the database. It is a poor storage for secrets: deleted bytes stay on the disk for a while. */
const rowHome = (db: Database): SecretHome => ({
  get: async (name) => (await db.secretBytes.get(name))?.bytes,
  put: async (name, bytes) => {
    await db.secretBytes.put({ name, bytes });
  },
  drop: (name) => db.secretBytes.delete(name),
  names: () => db.secretBytes.toCollection().primaryKeys(),
});

/**
 * Uses the first storage, or the second if the browser refuses the first, as private windows do. Asks the browser once. The next page
 * may get the first storage, so a secret that the second one lacks is unavailable, never lost.
 */
export function homeOrElse(home: SecretHome, otherwise: SecretHome): SecretHome {
  let chosen: Promise<SecretHome> | undefined;
  const there = (): Promise<SecretHome> => {
    chosen ??= home.names().then(
      () => home,
      () => otherwise,
    );
    return chosen;
  };
  return {
    get: async (name) => {
      const here = await there();
      const found = await here.get(name);
      if (found === undefined && here !== home) throw new Error('refused');
      return found;
    },
    put: async (name, bytes) => (await there()).put(name, bytes),
    drop: async (name) => {
      const here = await there();
      await here.drop(name);
      // A page that was refused may have put the secret there.
      await otherwise.drop(name);
      // The refused storage still has the secret: the deletion must be tried again.
      if (here !== home) throw new Error('refused');
    },
    names: async () => (await there()).names(),
  };
}

function privateFiles(): SecretHome {
  const place = mirrorPlace(navigator.storage, SECRETS_FOLDER);
  return opfsHome(async () => {
    const folder = await place.top();
    if (folder === undefined) throw new Error('refused');
    return folder;
  });
}

/** Every browser with buckets has locks. */
function buckets(): readonly SecretHome[] {
  const { locks, storageBuckets } = navigator as typeof navigator & {
    readonly storageBuckets?: StorageBuckets;
  };
  return storageBuckets === undefined ? [] : [bucketHome(storageBuckets, locks, SECRETS_BUCKET)];
}

/**
 * The browser loses private files and Cache Storage independently. The database replaces each of them that the browser lacks. The
 * bucket survives a power loss; it is the slowest to read, so it is asked last.
 */
function secretHomes(db: Database): readonly SecretHome[] {
  const rows = rowHome(db);
  const { caches } = globalThis as { readonly caches?: CacheStorage };
  return [
    ...(placeToWrite() === 'here' ? [homeOrElse(privateFiles(), rows)] : [rows]),
    ...(caches === undefined ? [] : [homeOrElse(cacheHome(caches, SECRETS_CACHE), rows)]),
    ...buckets(),
  ];
}

/** The key store of this page or worker, with the secret storages of its browser. */
export function deskHere(db: Database): LockableDesk {
  const secrets = secretsIn(secretHomes(db));
  return keyDesk(db, {
    digest: sha256,
    smith: keySmith(secrets),
    secrets,
    now: () => Date.now(),
    newId: () => crypto.randomUUID(),
  });
}
