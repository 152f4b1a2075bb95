import { IDBDatabase, IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  bucketSecretStorage,
  cacheSecretStorage,
  type SecretStorage,
  type StorageBuckets,
} from '../../src/seal/secret-storage.ts';
import { secretStorageChecks } from '../support/conformance/secret-storage.ts';

const PREFIX = 'secrets-bucket';

/** The buckets of one browser. A read or a write of a bucket fails while it is being deleted. */
class Buckets implements StorageBuckets {
  readonly all = new Map<string, IDBFactory>();
  /** If true, the browser crashes before the next deletion. */
  isCutShort = false;

  readonly keys = async () => [...this.all.keys()].sort();

  readonly open = async (name: string) => {
    const indexedDB = this.all.get(name) ?? new IDBFactory();
    this.all.set(name, indexedDB);
    return { indexedDB };
  };

  readonly delete = async (name: string) => {
    if (this.isCutShort) throw new Error('The browser was killed.');
    this.all.delete(name);
  };
}

/** Locks that let one task run after the other. */
const oneByOne = () => {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, ...rest: readonly unknown[]) => {
    const task = rest.at(-1) as () => Promise<unknown>;
    last = last.then(task, task);
    return last;
  };
  return { request } as unknown as LockManager;
};

/** A browser with one cache. The next `failures` calls of the cache fail with `error`. */
function cacheStorage(error: DOMException) {
  const state = { failures: 0, deleted: 0, stored: new Map<string, Response>() };
  const ask = <T>(work: () => T): Promise<T> => {
    state.failures -= 1;
    return state.failures >= 0 ? Promise.reject(error) : Promise.resolve(work());
  };
  const cache = {
    keys: () =>
      ask(() => [...state.stored.keys()].map((name) => ({ url: `https://a.example${name}` }))),
    match: (name: string) => ask(() => state.stored.get(name)?.clone()),
    put: (name: string, response: Response) => ask(() => state.stored.set(name, response)),
    delete: (name: string) => ask(() => state.stored.delete(name)),
  };
  const storage = {
    open: async () => cache,
    delete: async () => {
      Object.assign(state, { failures: 0, deleted: state.deleted + 1, stored: new Map() });
    },
  } as unknown as CacheStorage;
  return { state, storage: cacheSecretStorage(storage, 'secrets') };
}

describe('secrets in a cache', () => {
  const bytes = new Uint8Array(36).fill(7);
  const damaged = () => cacheStorage(new DOMException('', 'UnknownError'));

  it('count as absent if the cache’s index is damaged', async () => {
    const { storage, state } = damaged();
    await storage.put('one', bytes);
    state.failures = Number.POSITIVE_INFINITY;
    expect(await storage.get('one')).toBeUndefined();
    // If a storage cannot list its names, the app would use a table instead, which keeps deleted secrets.
    expect(await storage.names()).toEqual([]);
    expect(state.deleted).toBe(0);
  });

  it('are stored in a new cache if the index is damaged', async () => {
    const { storage, state } = damaged();
    state.failures = Number.POSITIVE_INFINITY;
    await storage.put('one', bytes);
    expect(state.deleted).toBe(1);
    expect(await storage.get('one')).toEqual(bytes);
  });

  it('are deleted with their cache if the index is damaged', async () => {
    const { storage, state } = damaged();
    await storage.put('one', bytes);
    state.failures = Number.POSITIVE_INFINITY;
    await storage.delete('one');
    expect(state.deleted).toBe(1);
    await storage.put('two', bytes);
    await storage.delete('two');
    expect([await storage.names(), state.deleted]).toEqual([[], 1]);
  });

  it('are neither lost nor deleted after a temporary or another error', async () => {
    const { storage, state } = damaged();
    await storage.put('one', bytes);
    state.failures = 1;
    await expect(storage.get('one')).rejects.toThrow();
    state.failures = 1;
    await expect(storage.put('two', bytes)).rejects.toThrow();
    state.failures = 1;
    await expect(storage.delete('one')).rejects.toThrow();
    state.failures = 1;
    await expect(storage.names()).rejects.toThrow();
    expect(await storage.names()).toEqual(['one']);
    expect(await storage.get('one')).toEqual(bytes);
    const full = cacheStorage(new DOMException('', 'QuotaExceededError'));
    full.state.failures = Number.POSITIVE_INFINITY;
    await expect(full.storage.get('one')).rejects.toThrow();
    await expect(full.storage.put('one', bytes)).rejects.toThrow();
    expect([state.deleted, full.state.deleted]).toEqual([0, 0]);
  });
});

describe('secrets in a storage bucket', () => {
  let buckets: Buckets;
  let locks: LockManager;
  const open = (): SecretStorage => bucketSecretStorage(buckets, locks, PREFIX);
  const bytes = (byte: number) => new Uint8Array(36).fill(byte);

  beforeEach(() => {
    buckets = new Buckets();
    locks = oneByOne();
  });

  for (const [name, check] of Object.entries(secretStorageChecks))
    it(name, () => check(bucketSecretStorage(buckets, locks, PREFIX)));

  it('deletes the bucket of a deleted secret, and keeps the others', async () => {
    const storage = open();
    for (const [index, name] of ['one', 'two', 'three'].entries())
      await storage.put(name, bytes(index));
    const [before] = await buckets.keys();
    await storage.delete('two');
    const after = await buckets.keys();
    expect(after).toHaveLength(1);
    expect(after).not.toContain(before);
    expect([...(await storage.names())].sort()).toEqual(['one', 'three']);
    expect(await storage.get('three')).toEqual(bytes(2));
  });

  it('deletes the last bucket with the last secret', async () => {
    const storage = open();
    await storage.put('one', bytes(1));
    await storage.delete('one');
    expect(await buckets.keys()).toEqual([]);
  });

  it.each<readonly [string, (storage: SecretStorage) => Promise<unknown>]>([
    ['put', (storage) => storage.put('two', bytes(2))],
    ['get', (storage) => storage.get('one')],
    ['names', (storage) => storage.names()],
    ['drop', (storage) => storage.delete('nothing')],
  ])('begins a new bucket at the first %s of each page, and then keeps to it', async (_, use) => {
    await open().put('one', bytes(1));
    const [first] = await buckets.keys();
    const next = open();
    await use(next);
    const [second, ...more] = await buckets.keys();
    expect(more).toEqual([]);
    expect(second).not.toBe(first);
    await next.put('three', bytes(3));
    expect(await buckets.keys()).toEqual([second]);
    expect(await next.get('one')).toEqual(bytes(1));
  });

  it('reports a failed deletion if the old bucket still exists, and completes it later', async () => {
    const storage = open();
    for (const name of ['one', 'two']) await storage.put(name, bytes(1));
    buckets.isCutShort = true;
    await expect(storage.delete('one')).rejects.toThrow('killed');
    expect(await buckets.keys()).toHaveLength(2);
    buckets.isCutShort = false;
    await open().delete('one');
    expect(await buckets.keys()).toHaveLength(1);
    expect(await storage.names()).toEqual(['two']);
  });

  it('does not touch other buckets of the site', async () => {
    await buckets.open('another');
    const storage = open();
    await storage.put('one', bytes(1));
    await storage.delete('one');
    expect(await buckets.keys()).toEqual(['another']);
  });

  it('prefers the newer of two buckets, also from the tenth on', async () => {
    for (let page = 0; page < 8; page += 1) await open().put('one', bytes(page));
    const storage = open();
    for (const name of ['one', 'two']) await storage.put(name, bytes(8));
    buckets.isCutShort = true;
    await expect(storage.delete('two')).rejects.toThrow();
    expect(await buckets.keys()).toEqual([`${PREFIX}-10`, `${PREFIX}-9`]);
    await storage.put('one', bytes(9));
    expect(await storage.get('one')).toEqual(bytes(9));
    buckets.isCutShort = false;
    expect(await open().get('one')).toEqual(bytes(9));
  });

  it('writes each secret with strict durability', async () => {
    const asked: unknown[] = [];
    const strict: StorageBuckets = {
      keys: buckets.keys,
      delete: buckets.delete,
      open: async (name, options) => {
        const { indexedDB } = await buckets.open(name);
        asked.push(options.durability);
        return { indexedDB };
      },
    };
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await bucketSecretStorage(strict, locks, PREFIX).put('one', bytes(1));
    expect(new Set(asked)).toEqual(new Set(['strict']));
    const writes = transaction.mock.calls.filter(([, mode]) => mode === 'readwrite');
    expect(writes.map(([, , options]) => options)).toEqual([{ durability: 'strict' }]);
  });
});
