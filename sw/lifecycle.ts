import { OLD_CACHES } from '../src/store/db/stored-names.ts';
import { loadOutbox } from './drains.ts';
import { install, removeOutdated } from './precache.ts';
import { scope } from './scope.ts';
import { ifNoDrainRuns } from './shared-drain.ts';

async function oldCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => OLD_CACHES.test(name));
}

/** True if the installed worker is still the Angular one. Its pages never ask an update to take over. */
const replacesAngularWorker = async (): Promise<boolean> => (await oldCaches()).length > 0;

async function removeOldCaches(): Promise<void> {
  await Promise.all((await oldCaches()).map((name) => caches.delete(name)));
}

/** An update waits until a page asks for it. Pages of the Angular app never ask, so a worker that replaces theirs does not wait. */
export async function onInstall(event: ExtendableEvent): Promise<void> {
  loadOutbox();
  await install(event);
  if (await replacesAngularWorker()) await scope.skipWaiting();
}

export async function onActivate(event: ExtendableEvent): Promise<void> {
  await removeOldCaches();
  await removeOutdated(event);
  await scope.clients.claim();
}

/** Takes over if no drain runs. During a drain nothing happens, and the page asks again. */
export const skipWaiting = (): Promise<void> =>
  ifNoDrainRuns(navigator.locks, () => scope.skipWaiting());
