import { Queue } from 'workbox-background-sync/Queue.js';
import { buildSettings, environmentOf } from '../src/environment.ts';
import { Database } from '../src/store/database.ts';
import { countsByStatus } from '../src/store/outbox-queries.ts';
import { browserPorts } from '../src/sync/browser-ports.ts';
import { type DrainReason, drain, syncEventLimits } from '../src/sync/drain.ts';
import { queueName } from '../src/sync/messages.ts';
import { repairFromMirror } from '../src/sync/mirror-repair.ts';
import type { Tally } from './notification-text.ts';
import { tell } from './notify.ts';
import { type SyncEventLike, scope } from './scope.ts';

const db = new Database();
const ports = browserPorts(db, environmentOf(scope.location.href), buildSettings);

type Ended = Readonly<{ isWorkLeft: boolean; nextAt: number | null }>;

/** A killed browser can lose the whole database: what was to be sent then comes back from its copy first. */
async function repairIfWiped(): Promise<void> {
  if ((await ports.store.sentinel()) === null) await repairFromMirror(ports);
}

async function drainOnce(reason: DrainReason, isLastChance: boolean): Promise<Ended> {
  await repairIfWiped();
  let needAttention = 0;
  const result = await drain(ports, {
    ...syncEventLimits,
    reason,
    signal: new AbortController().signal,
    onProgress: ({ status }) => {
      if (status === 'rejected') needAttention += 1;
    },
  });
  if (result.status === 'busy') return { isWorkLeft: true, nextAt: null };
  const { delivered, nextAt, waiting } = result;
  const tally: Tally = { delivered, needAttention, waiting, isLastChance };
  // Work is not done anew because somebody could not be told.
  await tell(db, tally).catch(() => undefined);
  return { isWorkLeft: waiting > 0, nextAt };
}

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

function start(reason: DrainReason, isLast: boolean): Promise<Ended> {
  const ended = drainOnce(reason, isLast).finally(() => {
    current = null;
  });
  current = ended;
  return ended;
}

/** Joins a drain that a page has just asked for: an event has three minutes, not twice two. */
async function onSync(): Promise<void> {
  const isLast = isLastChance;
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
  const { queued } = await countsByStatus(db);
  if (queued > 0) await queue?.registerSync();
  // One that is under way may have passed over what this page has just changed.
  while (current !== null) await current.catch(() => undefined);
  return (await start(reason, false)).nextAt;
}
