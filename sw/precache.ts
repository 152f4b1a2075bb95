import { PrecacheController } from 'workbox-precaching/PrecacheController.js';
import { pageFor } from './navigation.ts';
import { scope } from './scope.ts';

declare const self: { readonly __WB_MANIFEST: Array<{ url: string; revision: string | null }> };

const precache = new PrecacheController();
precache.addToCacheList(self.__WB_MANIFEST);

/** All or nothing: one file that cannot be fetched, and the worker before this one stays. */
export const install = (event: ExtendableEvent): Promise<unknown> => precache.install(event);
export const removeOutdated = (event: ExtendableEvent): Promise<unknown> =>
  precache.activate(event);

/** The cached file that answers this request, as an address of the precache; undefined: the network's matter. */
function cachedAddress(request: Request): string | undefined {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== scope.location.origin) return undefined;
  const file = request.mode === 'navigate' ? pageFor(url.pathname) : url.pathname;
  return file === null ? undefined : precache.getCacheKeyForURL(file);
}

/** The stored Response itself, never one made from it: so it keeps its content security policy. */
async function answer(key: string, request: Request): Promise<Response> {
  const cache = await caches.open(precache.strategy.cacheName);
  return (await cache.match(key)) ?? (await fetch(request));
}

/** Answers what is in the precache, and leaves everything else to the browser. */
export function respond(event: FetchEvent): void {
  const key = cachedAddress(event.request);
  if (key !== undefined) event.respondWith(answer(key, event.request));
}
