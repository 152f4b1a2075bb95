import { DRAIN_LOCK } from '../src/sync/drain/lease.ts';
import { loadOutbox } from './load-outbox.ts';
import { install, removeOutdated } from './precache.ts';
import { scope } from './scope.ts';
import { removeOldCaches, replacesAngularWorker } from './takeover.ts';

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

/** Takes over while no drain runs: the lock keeps new ones from starting, so no call to the server is cut off. */
export async function skipWaiting(): Promise<void> {
  await navigator.locks.request(DRAIN_LOCK, () => scope.skipWaiting());
}
