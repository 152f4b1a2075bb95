import type { Bytes } from './bytes.ts';

/**
 * A place where secrets lie, each a small file of its own under a random name. Nothing there says whose it is. Every function may
 * reject with the browser's error; a home that a browser lacks is not made at all.
 */
export type SecretHome = Readonly<{
  /** As they were put; undefined where there is none. */
  get: (name: string) => Promise<Bytes | undefined>;
  put: (name: string, bytes: Bytes) => Promise<void>;
  /** Once it resolves, the bytes are nowhere on the disk any more. There may be none. */
  drop: (name: string) => Promise<void>;
  names: () => Promise<readonly string[]>;
}>;

const PATH = '/secret/';

/**
 * Responses of one cache, which are files of their own, too: Cache Storage keeps them where a browser loses its private file system,
 * and the other way round.
 */
export function cacheHome(storage: CacheStorage, cacheName: string): SecretHome {
  // Opened anew each time: what was deleted meanwhile (by hand, or with the site's data) is made again.
  const cache = () => storage.open(cacheName);
  const request = (name: string): string => PATH + name;
  return {
    get: async (name) => {
      const response = await (await cache()).match(request(name));
      return response && new Uint8Array(await response.arrayBuffer());
    },
    put: async (name, bytes) => {
      await (await cache()).put(request(name), new Response(bytes));
    },
    drop: async (name) => {
      await (await cache()).delete(request(name));
    },
    names: async () => {
      const requests = await (await cache()).keys();
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

/** Files of the private file system. A deleted one is unlinked at once, the old version of an overwritten one too. */
export function opfsHome(folder: () => Promise<FileSystemDirectoryHandle>): SecretHome {
  return {
    get: async (name) => {
      const handle = await orAbsent((await folder()).getFileHandle(name));
      const file = handle && (await orAbsent(handle.getFile()));
      return file && new Uint8Array(await file.arrayBuffer());
    },
    put: async (name, bytes) => {
      const handle = await (await folder()).getFileHandle(name, { create: true });
      // Written to a swap file; close() puts it in place, whole.
      const stream = await handle.createWritable();
      await stream.write(bytes);
      await stream.close();
    },
    drop: async (name) => {
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
