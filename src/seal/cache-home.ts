import type { SecretHome } from './secret-home.ts';

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
