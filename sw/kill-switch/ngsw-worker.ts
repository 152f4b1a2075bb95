import { PRACTICE_DATABASE, REFETCHABLE_CACHES } from '../../src/store/db/stored-names.ts';
import { SKIP_WAITING, workerMessage } from '../../src/sync/worker-messages.ts';
import { scope } from '../scope.ts';

/**
 * A worker that unregisters itself and deletes its caches. It is built with VELD_KILL_SWITCH=1 and has the service
 * worker's usual address. Captured data (IndexedDB, private files, the cache of secrets) stays, and an open page
 * continues to deliver it. Practice data is deleted. The worker does this at install, not at activate: a page that this
 * worker controlled would register it again before it was gone.
 */
async function removeWorkerAndCaches(): Promise<void> {
  // Not awaited: the browser unregisters only after this installation has ended.
  void scope.registration.unregister();
  const names = await caches.keys();
  const ours = names.filter((name) => REFETCHABLE_CACHES.test(name));
  await Promise.all(ours.map((name) => caches.delete(name)));
  // Not awaited: an open page may use the practice database for a moment.
  indexedDB.deleteDatabase(PRACTICE_DATABASE);
}

scope.addEventListener('install', (event) => event.waitUntil(removeWorkerAndCaches()));
scope.addEventListener('message', (event) => {
  if (workerMessage(event.data) === SKIP_WAITING) event.waitUntil(scope.skipWaiting());
});
