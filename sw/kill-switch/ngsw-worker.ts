import { SKIP_WAITING, workerMessage } from '../../src/worker/messages.ts';
import { scope } from '../scope.ts';

/**
 * Built with VELD_KILL_SWITCH=1: at the usual address, a worker that takes itself and its caches away. What people
 * captured (IndexedDB, private files) stays, and an open page goes on delivering it. While it installs, not while it
 * activates: a page that it came to control would register it again before it is gone.
 */
async function takeAway(): Promise<void> {
  // Not awaited: it is done once this installation has ended.
  void scope.registration.unregister();
  const names = await caches.keys();
  const ours = names.filter((name) => /^(?:workbox-precache|ngsw:)/.test(name));
  await Promise.all(ours.map((name) => caches.delete(name)));
}

scope.addEventListener('install', (event) => event.waitUntil(takeAway()));
scope.addEventListener('message', (event) => {
  if (workerMessage(event.data) === SKIP_WAITING) event.waitUntil(scope.skipWaiting());
});
