import { PRACTICE_DATABASE } from '../../src/store/db/stored-names.ts';
import { SKIP_WAITING, workerMessage } from '../../src/worker/worker-messages.ts';
import { REFETCHABLE_CACHES } from '../cache-names.ts';
import { scope } from '../scope.ts';

/**
 * Built with VELD_KILL_SWITCH=1, at the service worker's usual address: a worker that unregisters itself and deletes its
 * caches. Captured data (IndexedDB, private files, the cache of secrets) stays, but what was practised, and an open page goes on delivering it. This happens at install,
 * not at activate: a page that this worker controlled would register it again before it was gone.
 */
async function removeWorkerAndCaches(): Promise<void> {
  // Not awaited: the browser unregisters only after this installation has ended.
  void scope.registration.unregister();
  const names = await caches.keys();
  const ours = names.filter((name) => REFETCHABLE_CACHES.test(name));
  await Promise.all(ours.map((name) => caches.delete(name)));
  // Not awaited: a page in which somebody practises may hold it for a moment.
  indexedDB.deleteDatabase(PRACTICE_DATABASE);
}

scope.addEventListener('install', (event) => event.waitUntil(removeWorkerAndCaches()));
scope.addEventListener('message', (event) => {
  if (workerMessage(event.data) === SKIP_WAITING) event.waitUntil(scope.skipWaiting());
});
