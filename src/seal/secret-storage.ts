import { isDamaged } from '../platform/damaged-cache.ts';
import type { Bytes } from './bytes.ts';

/**
 * One storage location of secrets. Each secret has a random name that does not tell its owner. Every function may reject with the
 * browser's error.
 */
export type SecretStorage = Readonly<{
  get: (name: string) => Promise<Bytes | undefined>;
  put: (name: string, bytes: Bytes) => Promise<void>;
  /** When the promise resolves, the bytes are no longer on the disk. Also resolves if there were none. */
  delete: (name: string) => Promise<void>;
  names: () => Promise<readonly string[]>;
}>;

const PATH = '/secret/';

/**
 * Secrets as responses in a cache. A browser can lose the private file system and keep Cache Storage, or the reverse. If the cache's
 * index is damaged, no response is readable. Then the cache counts as empty, and the next `put` or `delete` deletes the cache.
 */
export function cacheSecretStorage(storage: CacheStorage, cacheName: string): SecretStorage {
  // Opens the cache each time, because it may have been deleted meanwhile.
  const cache = () => storage.open(cacheName);
  const request = (name: string): string => PATH + name;
  const write = async (name: string, bytes: Bytes) =>
    (await cache()).put(request(name), new Response(bytes));
  const keys = async () => (await cache()).keys();
  /** True if the index is damaged. Tries a second read, because the failure may be temporary. */
  const isBeyondRepair = async (error: unknown): Promise<boolean> =>
    isDamaged(error) && keys().then(() => false, isDamaged);
  const orIfDamaged = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
    work.catch(async (error: unknown) => {
      if (await isBeyondRepair(error)) return otherwise;
      throw error;
    });
  return {
    get: async (name) => {
      const found = (await cache()).match(request(name));
      const response = await orIfDamaged(found, undefined);
      return response && new Uint8Array(await response.arrayBuffer());
    },
    put: async (name, bytes) => {
      await write(name, bytes).catch(async (error: unknown) => {
        if (!(await isBeyondRepair(error))) throw error;
        await storage.delete(cacheName);
        await write(name, bytes);
      });
    },
    delete: async (name) => {
      const drop = async () => (await cache()).delete(request(name));
      await drop().catch(async (error: unknown) => {
        if (!(await isBeyondRepair(error))) throw error;
        await storage.delete(cacheName);
      });
    },
    names: async () => {
      const requests = await orIfDamaged(keys(), []);
      return requests.map(({ url }) => new URL(url).pathname.slice(PATH.length)).sort();
    },
  };
}

const isAbsent = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotFoundError';

async function orAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Secrets as files of the private file system. The browser removes a deleted or overwritten file from the disk at once. */
export function opfsSecretStorage(folder: () => Promise<FileSystemDirectoryHandle>): SecretStorage {
  return {
    get: async (name) => {
      const handle = await orAbsent((await folder()).getFileHandle(name));
      const file = handle && (await orAbsent(handle.getFile()));
      return file && new Uint8Array(await file.arrayBuffer());
    },
    put: async (name, bytes) => {
      const handle = await (await folder()).getFileHandle(name, { create: true });
      // The browser writes a swap file. `close()` puts it in place.
      const stream = await handle.createWritable();
      await stream.write(bytes);
      await stream.close();
    },
    delete: async (name) => {
      await orAbsent((await folder()).removeEntry(name));
    },
    names: async () => {
      const names: string[] = [];
      for await (const [name, { kind }] of (await folder()).entries())
        if (kind === 'file' && !name.endsWith('.crswap')) names.push(name);
      return names.sort();
    },
  };
}

/** The used part of `StorageBucketManager`. TypeScript's library does not have it yet. */
export type StorageBuckets = Readonly<{
  keys: () => Promise<readonly string[]>;
  open: (
    name: string,
    options: Readonly<{ durability: 'strict' }>,
  ) => Promise<Readonly<{ indexedDB: IDBFactory }>>;
  delete: (name: string) => Promise<void>;
}>;

const SECRETS_TABLE = 'secrets';

type Secret = Readonly<{ name: string; bytes: Bytes }>;

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Resolves when the transaction is complete. Rejects if it was aborted. */
const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });

/**
 * Secrets in a database in a storage bucket. Only here is a secret on the disk when `put` resolves,
 * because the browser syncs a strict transaction. The browser does not sync names of private files
 * or Cache Storage: a power loss deletes files of the last 30 seconds.
 *
 * LevelDB keeps a deleted row in its files. So `delete` copies all other secrets into a new bucket
 * and deletes the old one. A power loss can leave half a record at the end of LevelDB's log. The
 * next start skips this record and appends to the same log. The start after that finds the log
 * damaged. So the first use in a page or worker begins a new bucket in the same way.
 *
 * Buckets are numbered. A write goes to the newest bucket. A crash can leave two buckets.
 */
export function bucketSecretStorage(
  buckets: StorageBuckets,
  locks: LockManager,
  prefix: string,
): SecretStorage {
  let isBegun = false;
  const bucketName = (number: number): string => `${prefix}-${number}`;

  /** The numbers of the existing buckets, oldest first. */
  const numbers = async (): Promise<readonly number[]> =>
    (await buckets.keys())
      .map((name) => Number(name.split(`${prefix}-`)[1]))
      .filter(Boolean)
      .sort((one, other) => one - other);

  async function inBucket<T>(number: number, use: (db: IDBDatabase) => Promise<T>): Promise<T> {
    const bucket = await buckets.open(bucketName(number), { durability: 'strict' });
    const opening = bucket.indexedDB.open(SECRETS_TABLE, 1);
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore(SECRETS_TABLE, { keyPath: 'name' });
    const db = await answerOf(opening);
    try {
      return await use(db);
    } finally {
      db.close();
    }
  }

  const putAll = (number: number, secrets: ReadonlyMap<string, Bytes>): Promise<void> =>
    inBucket(number, (db) => {
      const writing = db.transaction(SECRETS_TABLE, 'readwrite', { durability: 'strict' });
      for (const [name, bytes] of secrets) writing.objectStore(SECRETS_TABLE).put({ name, bytes });
      return committed(writing);
    });

  /** All secrets of these buckets. If two have the same name, the secret of the newer bucket counts. */
  async function allIn(all: readonly number[]): Promise<Map<string, Bytes>> {
    const found = new Map<string, Bytes>();
    for (const number of all)
      await inBucket(number, async (db) => {
        const table = db.transaction(SECRETS_TABLE).objectStore(SECRETS_TABLE);
        const rows = await answerOf<Secret[]>(table.getAll());
        for (const { bytes, name } of rows) found.set(name, bytes);
      });
    return found;
  }

  async function replaceBuckets(
    old: readonly number[],
    secrets: ReadonlyMap<string, Bytes>,
  ): Promise<void> {
    if (secrets.size > 0) await putAll((old.at(-1) ?? 0) + 1, secrets);
    for (const number of old) await buckets.delete(bucketName(number));
  }

  /** Runs `work` under a lock, so that no page or worker deletes a bucket while another one uses it. */
  const alone = <T>(work: (all: readonly number[]) => Promise<T>): Promise<T> =>
    locks.request(prefix, async () => {
      if (!isBegun) {
        const old = await numbers();
        await replaceBuckets(old, await allIn(old));
        isBegun = true;
      }
      return work(await numbers());
    });

  return {
    get: (name) => alone(async (all) => (await allIn(all)).get(name)),
    put: (name, bytes) => alone((all) => putAll(all.at(-1) ?? 1, new Map([[name, bytes]]))),
    delete: (name) =>
      alone(async (all) => {
        const kept = await allIn(all);
        // If no bucket has the secret and there is only one bucket, nothing is left to delete.
        if (kept.delete(name) || all.length > 1) await replaceBuckets(all, kept);
      }),
    names: () => alone(async (all) => [...(await allIn(all)).keys()].sort()),
  };
}
