import { Queue } from 'workbox-background-sync/Queue.js';
import type { DrainReason } from '../src/sync/drain.ts';
import { queueName } from '../src/sync/messages.ts';
import { outbox } from './load-outbox.ts';
import type { Ended } from './outbox.ts';
import { type SyncEventLike, scope } from './scope.ts';

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

let current: Promise<Ended> | null = null;
/** One more after the current one, for all who ask meanwhile. */
let following: Promise<Ended> | null = null;

function start(reason: DrainReason, isLast: boolean): Promise<Ended> {
  const ended = outbox()
    .drainOnce(reason, isLast)
    .finally(() => {
      current = null;
    });
  current = ended;
  return ended;
}

/**
 * A drain that is under way may have passed over what a page has just changed, so one more looks; one, however many
 * pages ask. The waits that they end are ended already: it must not end them again, or each page costs the server a call.
 */
function startAfter(running: Promise<Ended>): Promise<Ended> {
  following ??= running
    .catch(() => undefined)
    .then(() => {
      following = null;
      return current ?? start('timer', false);
    });
  return following;
}

/** Joins a drain that a page has just asked for: an event has three minutes, not twice two. */
async function onSync(): Promise<void> {
  const isLast = isLastChance;
  if (current !== null) await outbox().endWaits('sync');
  const { isWorkLeft } = await (current ?? start('sync', isLast));
  if (!isWorkLeft) return;
  // After its third try the browser forgets the tag. It accepts a new one only while a window is open.
  if (isLast) await queue?.registerSync();
  // An Error, for the browser to try again; Workbox swallows anything else.
  throw new Error('There is work left in the outbox.');
}

/**
 * A page asked: first has the browser promise to wake us, in case we are stopped before the end.
 * Resolves with when to ask again (ms since 1970), or null.
 */
export async function drainForPage(reason: DrainReason): Promise<number | null> {
  if (await outbox().isWorkWaiting()) await queue?.registerSync();
  if (current === null) return (await start(reason, false)).nextAt;
  await outbox().endWaits(reason);
  const ended = current === null ? start('timer', false) : startAfter(current);
  return (await ended).nextAt;
}
