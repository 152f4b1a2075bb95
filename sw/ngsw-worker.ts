import { listenForSync, rememberLastChance } from './drains.ts';
import { onActivate, onInstall } from './lifecycle.ts';
import { onMessage } from './page-messages.ts';
import { respond } from './precache.ts';
import { type SyncEventLike, scope } from './scope.ts';
import { showOutbox } from './show-outbox.ts';

scope.addEventListener('install', (event) => event.waitUntil(onInstall(event)));
scope.addEventListener('activate', (event) => event.waitUntil(onActivate(event)));
scope.addEventListener('fetch', respond);
scope.addEventListener('message', (event) => event.waitUntil(onMessage(event)));
scope.addEventListener('sync', (event) => rememberLastChance(event as SyncEventLike));
listenForSync();
scope.addEventListener('notificationclick', (event) => event.waitUntil(showOutbox(event)));
