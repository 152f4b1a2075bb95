import { isDamaged } from '../platform/damaged-cache.ts';
import type { Bytes } from './bytes.ts';

/**
 * One storage location of secrets. Each secret has a random name that does not say whose it is. Every function may reject with the
 * browser's error. A location that the browser lacks is not created.
 */
export type SecretStorage = Readonly<{
  /** Returns the bytes as they were put, or undefined if there are none. */
  get: (name: string) => Promise<Bytes | undefined>;
  put: (name: string, bytes: Bytes) => Promise<void>;
  /** After it resolves, the bytes are nowhere on the disk. Also resolves if there were none. */
  delete: (name: string) => Promise<void>;
  names: () => Promise<readonly string[]>;
}>;

const PATH = '/secret/';

/**
 * Responses of one cache, which are files of their own, too: Cache Storage keeps them where a browser loses its private file system,
 * and the other way round. A cache whose index is damaged can be read no more: it counts as empty, and the next
 * `put` or `drop` deletes it.
 */
export function cacheSecretStorage(storage: CacheStorage, cacheName: string): SecretStorage {
  // Opens the cache each time, because it may have been deleted meanwhile.
  const cache = () => storage.open(cacheName);
  const request = (name: string): string => PATH + name;
  const write = async (name: string, bytes: Bytes) =>
    (await cache()).put(request(name), new Response(bytes));
  const keys = async () => (await cache()).keys();
  /** Asks once more, because a failure may be temporary. */
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

/** Files of the private file system. Deleting or overwriting a file removes the old one from the disk at once. */
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

/** Rejects if the browser did not write the transaction to the disk. */
const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });

/**
 * A database in a storage bucket. It is the only place that has a secret on the disk once `put` resolves: the browser syncs a strict
 * transaction. It syncs neither the names of private files nor Cache Storage, so a power loss takes files of the last half minute.
 *
 * Two facts of LevelDB shape it. Each is answered by copying all secrets into a new bucket and deleting the old one:
 * - It keeps a deleted row in its files. So `drop` deletes no row, but the bucket with its files.
 * - A power loss can leave half a record at the end of its log. The next start reads past it and appends to the same log, and the
 *   start after that finds it damaged. So the first use in a page or worker begins a new bucket.
 *
 * Buckets are numbered, and the newest is written to. A crash can leave two.
 */
export function bucketSecretStorage(
  buckets: StorageBuckets,
  locks: LockManager,
  prefix: string,
): SecretStorage {
  let isBegun = false;
  const bucketName = (number: number): string => `${prefix}-${number}`;

  /** The numbers of its buckets, oldest first. */
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

  /** Every secret of these buckets; of two with one name, the newest bucket's. */
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

  /** No bucket is deleted while somebody reads or writes one. */
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
        // If one bucket lacks it, an earlier drop reached its end.
        if (kept.delete(name) || all.length > 1) await replaceBuckets(all, kept);
      }),
    names: () => alone(async (all) => [...(await allIn(all)).keys()].sort()),
  };
}
