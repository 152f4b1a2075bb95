import { PrecacheController } from 'workbox-precaching/PrecacheController.js';
import { OLD_BROWSER_WORDS } from '../src/domain/web-names.ts';
import { OLD_BROWSER_PATH } from '../src/paths/page-paths.ts';
import { deleteIfDamaged, isDamaged } from '../src/platform/damaged-cache.ts';
import { pageFor } from './page-for.ts';
import { scope } from './scope.ts';

declare const self: { readonly __WB_MANIFEST: Array<{ url: string; revision: string | null }> };

const isPage = (url: string): boolean => url.endsWith('.html');
const isHtml = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/html') ?? false;

/**
 * True if the page names only scripts and styles of this version. A proxy may answer with a page of its own, and an
 * older server beside a new one with an older page. Once stored, such a page would stay until the next version.
 */
async function isPageOfThisVersion(url: string, page: Response): Promise<boolean> {
  const html = await page.text();
  // Only this page names no file.
  if (new URL(url).pathname === OLD_BROWSER_PATH) return html.includes(OLD_BROWSER_WORDS);
  const files = html.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [];
  if (files.length === 0) return false;
  return files.every((file) => precache.getCacheKeyForURL(file) !== undefined);
}

const precache = new PrecacheController({
  plugins: [
    {
      cacheWillUpdate: async ({ request: { url }, response }) => {
        // A server or a proxy may answer with a page in place of a missing script.
        const isOurs = isPage(url)
          ? await isPageOfThisVersion(url, response.clone())
          : !isHtml(response);
        return response.ok && isOurs ? response : null;
      },
    },
  ],
});
precache.addToCacheList(self.__WB_MANIFEST);

/**
 * Caches all files of the app that are not cached yet. If one file cannot be fetched, the installation fails and the
 * previous worker stays. A cache that a power loss has damaged is deleted first, because no installation could succeed
 * with it.
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
async function missingFiles(): Promise<number> {
  const stored = caches.open(precache.strategy.cacheName).then((cache) => cache.keys());
  const here = new Set((await stored.catch(undefinedIfDamaged))?.map(({ url }) => url));
  return [...precache.getURLsToCacheKeys().values()].filter((key) => !here.has(key)).length;
}

let isRepairing = false;

/**
 * Installs the missing files again, because the browser installs an unchanged worker only once. If one file cannot be
 * fetched, the next count tries again. A new version is looked for first: the server may have its pages already, and
 * its installation fetches all files.
 */
async function repair(): Promise<void> {
  if (isRepairing) return;
  isRepairing = true;
  const { registration } = scope;
  try {
    await registration.update();
    if ((registration.installing ?? registration.waiting) !== null) return;
    // Workbox reads only these two properties.
    await install({ type: 'install', waitUntil: () => undefined } as unknown as ExtendableEvent);
  } catch {
    // Without network, for example. The files that were fetched stay.
  } finally {
    isRepairing = false;
  }
}

/** Answers with the number of missing files at once, because fetching them can take minutes. Then fetches them. */
export async function reportMissing(reply: Pick<MessagePort, 'postMessage'>): Promise<void> {
  const missing = await missingFiles();
  reply.postMessage(missing);
  if (missing > 0) await repair();
}

/** Answers requests for precached files, and leaves all others to the browser. */
export function respond(event: FetchEvent): void {
  const key = precacheKey(event.request);
  if (key !== undefined) event.respondWith(answer(key, event.request));
}
