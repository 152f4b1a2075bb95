import { PrecacheController } from 'workbox-precaching/PrecacheController.js';
import { deleteIfDamaged, isDamaged } from '../src/platform/damaged-cache.ts';
import { pageFor } from './page-for.ts';
import { scope } from './scope.ts';

declare const self: { readonly __WB_MANIFEST: Array<{ url: string; revision: string | null }> };

const precache = new PrecacheController();
precache.addToCacheList(self.__WB_MANIFEST);

/**
 * Caches all files of the app. If one file cannot be fetched, the installation fails and the previous worker stays. A
 * cache that a power loss has damaged is deleted first, because no installation could succeed with it.
 */
export async function install(event: ExtendableEvent): Promise<void> {
  await deleteIfDamaged(caches, precache.strategy.cacheName);
  await precache.install(event);
}
export const removeOutdated = (event: ExtendableEvent): Promise<unknown> =>
  precache.activate(event);

/** Returns the precache key of the file that answers this request. Undefined if the network must answer. */
function precacheKey(request: Request): string | undefined {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== scope.location.origin) return undefined;
  const file = request.mode === 'navigate' ? pageFor(url.pathname) : url.pathname;
  return file === null ? undefined : precache.getCacheKeyForURL(file);
}

/** Returns the stored Response itself. A new one made from its body would lose its content security policy. */
async function answer(key: string, request: Request): Promise<Response> {
  const stored = caches.open(precache.strategy.cacheName).then((cache) => cache.match(key));
  return (await stored.catch(undefinedIfDamaged)) ?? (await fetch(request));
}

/** Treats a damaged cache as empty. */
function undefinedIfDamaged(error: unknown): undefined {
  if (!isDamaged(error)) throw error;
}

/** Counts the app's files that are not cached. A browser may have deleted some. */
export async function missingFiles(): Promise<number> {
  const stored = caches.open(precache.strategy.cacheName).then((cache) => cache.keys());
  const here = new Set((await stored.catch(undefinedIfDamaged))?.map(({ url }) => url));
  return [...precache.getURLsToCacheKeys().values()].filter((key) => !here.has(key)).length;
}

/** Answers requests for precached files, and leaves all others to the browser. */
export function respond(event: FetchEvent): void {
  const key = precacheKey(event.request);
  if (key !== undefined) event.respondWith(answer(key, event.request));
}
