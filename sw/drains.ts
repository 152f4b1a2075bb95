import { Queue } from 'workbox-background-sync/Queue.js';
import type { DrainReason } from '../src/sync/drain/drain-reason.ts';
import { queueName } from '../src/sync/messages.ts';
import { outbox } from './load-outbox.ts';
import type { Ended } from './outbox.ts';
import { type SyncEventLike, scope } from './scope.ts';
import { shareDrain } from './shared-drain.ts';

const REGISTER_WITHIN_MS = 5_000;

let queue: Queue | undefined;
let isLastChance = false;

/** To be heard before the queue's own listener, which does not pass it on. */
export function noteSync(event: SyncEventLike): void {
  isLastChance = event.lastChance;
}

/**
 * Workbox's queue is the trigger only: it holds nothing. Not made where there is no Background Sync,
 * because it would then run at each start of the worker, outside any event; there an open page drains.
 */
export function listenForSync(): void {
  if ('sync' in scope.registration) queue = new Queue(queueName, { onSync });
}

const drains = shareDrain<Ended>({
  run: (reason, isLast) => outbox().drainOnce(reason, isLast),
  endWaits: (reason) => outbox().endWaits(reason),
});

async function onSync(): Promise<void> {
  const isLast = isLastChance;
  const { isWorkLeft } = await drains.forEvent(isLast);
  if (!isWorkLeft) return;
  // After its third try the browser forgets the tag. It accepts a new one only while a window is open.
  if (isLast) await Promise.race([askToBeWoken(), pause(REGISTER_WITHIN_MS)]);
  // An Error, for the browser to try again; Workbox swallows anything else.
  throw new Error('There is work left in the outbox.');
}

/** Where the browser refuses Background Sync, this rejects, or never settles: nothing may wait for it. */
async function askToBeWoken(): Promise<void> {
  if (await outbox().isWorkWaiting()) await queue?.registerSync();
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A page asked: drains, and beside it has the browser promise to wake us, in case we are stopped before the end.
 * Resolves with when to ask again (ms since 1970), or null.
 */
export async function drainForPage(reason: DrainReason): Promise<number | null> {
  void askToBeWoken().catch(() => undefined);
  return (await drains.forPage(reason)).nextAt;
}
