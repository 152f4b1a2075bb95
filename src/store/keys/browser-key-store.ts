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

/** A table of the database, which is no home for a secret: what is deleted there stays on the disk for a while. */
const rowHome = (db: Database): SecretHome => ({
  get: async (name) => (await db.secretBytes.get(name))?.bytes,
  put: async (name, bytes) => {
    await db.secretBytes.put({ name, bytes });
  },
  drop: (name) => db.secretBytes.delete(name),
  names: () => db.secretBytes.toCollection().primaryKeys(),
});

/**
 * `home`, or `otherwise` where the browser has the functions and refuses the place, as private windows do. Asked once. A refusal may pass
 * (the next page gets the place), so what `otherwise` lacks then counts as not to be had now, and never as lost.
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
      // Put there by a page that was refused.
      await otherwise.drop(name);
      // What lies in the place itself is still to be unlinked.
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

/** Only a browser that has locks has buckets. */
function buckets(): readonly SecretHome[] {
  const { locks, storageBuckets } = navigator as typeof navigator & {
    readonly storageBuckets?: StorageBuckets;
  };
  return storageBuckets === undefined ? [] : [bucketHome(storageBuckets, locks, SECRETS_BUCKET)];
}

/**
 * The private files and Cache Storage, which a browser loses apart from each other; the database stands in for each that it lacks. The
 * bucket is there for a power loss. It is the slowest to read, so it is asked last.
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

/** The keys of this page or worker, from the homes that its browser has. */
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
