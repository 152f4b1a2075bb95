import { OUTBOX_PATH } from '../src/paths/page-paths.ts';
import { every } from '../src/platform/timers.ts';
import {
  AT_WORK_EVERY_MS,
  DRAIN_RUNNING,
  type DrainReason,
  workerMessage,
} from '../src/sync/worker-messages.ts';
import { drainForPage, listenForSync, rememberLastChance } from './drains.ts';
import { onActivate, onInstall, skipWaiting } from './lifecycle.ts';
import { reportMissing, respond } from './precache.ts';
import { type SyncEventLike, scope } from './scope.ts';

/** Handles a page's message. Unknown messages are ignored. */
export async function onMessage({ data, ports: [reply] }: ExtendableMessageEvent): Promise<void> {
  const message = workerMessage(data);
  if (message === null || 'action' in message) return;
  if (message.type === 'SKIP_WAITING') await skipWaiting();
  else if (reply === undefined) return;
  else if (message.type === 'COUNT_MISSING') await reportMissing(reply);
  else await drainAndReport(message.reason, reply);
}

/**
 * Drains, and reports regularly meanwhile. A page that receives no report assumes that the worker was stopped, and
 * drains itself.
 */
async function drainAndReport(reason: DrainReason, reply: MessagePort): Promise<void> {
  const report = (): void => reply.postMessage(DRAIN_RUNNING);
  report();
  const stopReporting = every(AT_WORK_EVERY_MS, report);
  try {
    reply.postMessage(await drainForPage(reason));
  } finally {
    stopReporting();
  }
}

/** Shows the outbox in a window that already shows it, or in a new window. So an open form is left as it is. */
export async function showOutbox(event: NotificationEvent): Promise<void> {
  event.notification.close();
  const windows = await scope.clients.matchAll({ type: 'window' });
  const outboxWindow = windows.find(({ url }) => new URL(url).pathname === OUTBOX_PATH);
  if (outboxWindow === undefined) await scope.clients.openWindow(OUTBOX_PATH);
  else await outboxWindow.focus();
}

scope.addEventListener('install', (event) => event.waitUntil(onInstall(event)));
scope.addEventListener('activate', (event) => event.waitUntil(onActivate(event)));
scope.addEventListener('fetch', respond);
scope.addEventListener('message', (event) => event.waitUntil(onMessage(event)));
scope.addEventListener('sync', (event) => rememberLastChance(event as SyncEventLike));
listenForSync();
scope.addEventListener('notificationclick', (event) => event.waitUntil(showOutbox(event)));
