import { drainLock } from '../src/sync/drain/lease.ts';
import { outbox } from './load-outbox.ts';
import { install, removeOutdated } from './precache.ts';
import { scope } from './scope.ts';
import { removeOldCaches, takesOver } from './takeover.ts';

/** Our own updates wait until a page asks; an Angular worker's pages never will. */
export async function onInstall(event: ExtendableEvent): Promise<void> {
  outbox();
  await install(event);
  if (await takesOver()) await scope.skipWaiting();
}

export async function onActivate(event: ExtendableEvent): Promise<void> {
  await removeOldCaches();
  await removeOutdated(event);
  await scope.clients.claim();
}

/** Takes over once no drain is at work, and keeps new ones from starting meanwhile: no call is cut. */
export async function skipWaiting(): Promise<void> {
  await navigator.locks.request(drainLock, () => scope.skipWaiting());
}
