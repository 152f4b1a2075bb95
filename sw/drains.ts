import { outboxScript } from 'virtual:veld-outbox-script';
import { Queue } from 'workbox-background-sync/Queue.js';
import { pause } from '../src/platform/timers.ts';
import { type DrainReason, QUEUE_NAME } from '../src/sync/worker-messages.ts';
import type { DrainSummary } from './outbox-entry.ts';
import { type SyncEventLike, scope } from './scope.ts';
import { shareDrain } from './shared-drain.ts';

type Outbox = typeof import('./outbox-entry.ts');

/**
 * Loads the database and the drain. They are a separate script, so that a worker which only serves the app's files need
 * not read it. The script is first imported at install: the browser stores scripts imported then, and refuses new ones
 * later.
 */
export function loadOutbox(): Outbox {
  const loaded = globalThis as { veldOutbox?: Outbox };
  if (loaded.veldOutbox === undefined) importScripts(outboxScript);
  if (loaded.veldOutbox === undefined) throw new Error(`${outboxScript} defines no outbox.`);
  return loaded.veldOutbox;
}

const REGISTER_WITHIN_MS = 5_000;

let queue: Queue | undefined;
let isLastChance = false;

/** Remembers `lastChance`. Must run before the listener of Workbox's queue, which does not pass `lastChance` on to `onSync`. */
export function rememberLastChance(event: SyncEventLike): void {
  isLastChance = event.lastChance;
}

/**
 * Workbox's queue only registers and receives the sync event; it holds no requests. Without Background Sync the queue
 * is not created: it would call `onSync` at each start of the worker, outside any event. An open page drains instead.
 */
export function listenForSync(): void {
  if ('sync' in scope.registration) queue = new Queue(QUEUE_NAME, { onSync });
}

const drains = shareDrain<DrainSummary>({
  run: (reason, isLast) => loadOutbox().drainOnce(reason, isLast),
  clearBackoff: (reason) => loadOutbox().clearStoredBackoff(reason),
});

async function onSync(): Promise<void> {
  const isLast = isLastChance;
  const { isWorkLeft } = await drains.forEvent(isLast);
  if (!isWorkLeft) return;
  // After its last attempt the browser drops the tag. It accepts a new registration only while a window is open.
  if (isLast) await Promise.race([registerSync(), pause(REGISTER_WITHIN_MS)]);
  // The browser tries again only if this promise rejects. Workbox's queue passes on only an Error.
  throw new Error('There is work left in the outbox.');
}

/**
 * Registers a Background Sync if work waits. If the browser refuses, the promise rejects or never settles: await it
 * only with a time limit.
 */
async function registerSync(): Promise<void> {
  if (await loadOutbox().isWorkWaiting()) await queue?.registerSync();
}

/**
 * Drains because a page asked. Also registers a Background Sync: if the browser stops this worker before the drain
 * ends, the sync wakes it again. Resolves with the time of the next attempt (ms since 1970), or null.
 */
export async function drainForPage(reason: DrainReason): Promise<number | null> {
  void registerSync().catch(() => undefined);
  return (await drains.forPage(reason)).nextAt;
}
