import { scope } from '../scope.ts';

/**
 * Built with VELD_KILL_SWITCH=1: at the usual address, a worker that takes itself and its caches away. What people
 * captured (IndexedDB, private files) stays, and an open page goes on delivering it.
 */
async function takeAway(): Promise<void> {
  const names = await caches.keys();
  const ours = names.filter((name) => /^(?:workbox-precache|ngsw:)/.test(name));
  await Promise.all(ours.map((name) => caches.delete(name)));
  await scope.registration.unregister();
}

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(takeAway()));
