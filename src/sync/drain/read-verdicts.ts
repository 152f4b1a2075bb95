import { mayBegin } from '../../domain/announced.ts';
import { idempotencyKey } from '../../domain/ids.ts';
import type { StatusPage } from '../../domain/verdict.ts';
import { POOL_GOAL } from '../../store/outbox/form-guids.ts';
import type { FormIds, ReadPage, Verdicts } from '../../store/outbox/outbox-port.ts';
import type { Uses } from '../ports/ports.ts';
import type { DrainReason } from '../worker-messages.ts';

export type VerdictPorts = Uses<
  'accepts' | 'api' | 'clock' | 'deviceIdentifier' | 'looksOffline' | 'newId' | 'onInfo',
  FormIds & Verdicts
>;

const TIMEOUT_MS = 30_000;
const MAX_PAGES = 5;

const MINUTE_MS = 60_000;
/** The shortest time between two readings, if a person or the network starts the drain. */
const SOON_MS = MINUTE_MS;
/** The shortest time for a drain by timer, if a receipt waits for its verdict, or if a limit stops new forms or is near. */
const WAITING_MS = 10 * MINUTE_MS;
/** The shortest time if nothing waits for an answer. It also holds for a phone that reports to be offline, which may be wrong. */
const RARELY_MS = 6 * 60 * MINUTE_MS;

type Times = Awaited<ReturnType<Verdicts['verdictTimes']>>;

function isDue(
  { clock, looksOffline }: VerdictPorts,
  { begin, lacksVerdict, readAt }: Times,
  reason: DrainReason,
): boolean {
  const now = clock.now();
  // A time in the future comes from a clock that was changed.
  if (readAt === null || readAt > now) return true;
  const isWaiting = lacksVerdict || mayBegin(begin, now).may !== 'yes';
  const byTimer = isWaiting ? WAITING_MS : RARELY_MS;
  const pause = looksOffline() ? RARELY_MS : reason === 'timer' ? byTimer : SOON_MS;
  return now - readAt >= pause;
}

/** A reading under one device identifier. */
type Reading = Pick<ReadPage, 'after' | 'device' | 'isWhole' | 'isImported'>;

/** `unreadable`: the server answered, or was not asked, and no readable page came. */
async function requestPage(
  { accepts, api, clock, newId, onInfo, store }: VerdictPorts,
  { after, device, isImported }: Reading,
  signal: AbortSignal,
): Promise<StatusPage | 'unanswered' | 'unreadable'> {
  // The backend may withdraw the extension with each answer.
  if ((await accepts('statusAfter')) !== true) return 'unreadable';
  // If the pool is not full, the same call also requests a formGuid.
  const wantsNumber = !isImported && (await store.poolSize(clock.now())) < POOL_GOAL;
  const answer = await api.send(
    { call: 'GetInfo', reading: { after, wantsNumber } },
    {
      idempotencyKey: idempotencyKey(newId()),
      timeoutMs: TIMEOUT_MS,
      signal,
      deviceIdentifier: device,
    },
  );
  if (answer.status === 'unanswered') return 'unanswered';
  if (answer.status !== 'result' || !answer.result.wasSuccessful) return 'unreadable';
  const { info, status } = answer.result;
  if (status === undefined) return 'unreadable';
  if (wantsNumber && info !== undefined) await store.addToPool(info.formGuid, clock.now());
  // The device state and the policy in this answer belong to the other phone.
  if (isImported) return status.page ?? 'unreadable';
  const nothing = { titleOptions: [], typeOfBusinessOptions: [] };
  await onInfo(info ?? { ...nothing, ...status.announcement });
  return status.page ?? 'unreadable';
}

/**
 * `stopped`: something can be sent, the pages are used up, or a later page got no answer. `unanswered`: the first page got no answer.
 * `left`: the number of pages that this drain may still ask for.
 */
type ReadingEnd = Readonly<{
  status: 'complete' | 'stopped' | 'unanswered' | 'unreadable';
  left: number;
}>;

/** Asks for at most `budget` pages, and stores each. */
async function readPages(
  ports: VerdictPorts,
  reading: Reading,
  budget: number,
  signal: AbortSignal,
  mayGoOn: () => Promise<boolean>,
): Promise<ReadingEnd> {
  const { clock, store } = ports;
  let { after: sent } = reading;
  for (let left = budget - 1; left >= 0; left -= 1) {
    const isFirst = left === budget - 1;
    if (!isFirst && !(await mayGoOn())) return { status: 'stopped', left };
    const page = await requestPage(ports, { ...reading, after: sent }, signal);
    if (page === 'unanswered') return { status: isFirst ? page : 'stopped', left };
    if (page === 'unreadable') {
      // An empty page records the time. So a refused identifier is asked about as seldom as the others.
      const empty = { items: [], after: sent, isLast: true, now: null, heardAt: clock.now() };
      if (reading.isImported) await store.saveVerdicts({ ...reading, ...empty });
      return { status: page, left };
    }
    const { items, more, next, now } = page;
    const after = next ?? sent;
    // A server may announce pages without end.
    const isLast = !more || after === sent || items.length === 0;
    await store.saveVerdicts({ ...reading, items, after, isLast, now, heardAt: clock.now() });
    if (isLast) return { status: 'complete', left };
    sent = after;
  }
  return { status: 'stopped', left: 0 };
}

/**
 * Reads what the operator said of delivered registrations, if a reading is due. A failure sets no hold and counts no attempt: the next
 * due reading asks again. At most five pages, and only while nothing can be sent; the next reading goes on. The app asks about imported
 * forms under the identifier of their phone.
 */
export async function readVerdicts(
  ports: VerdictPorts,
  reason: DrainReason,
  signal: AbortSignal,
  mayGoOn: () => Promise<boolean>,
): Promise<void> {
  const { accepts, clock, deviceIdentifier, store } = ports;
  if ((await accepts('statusAfter')) !== true) return;
  const times = await store.verdictTimes(clock.now());
  if (!isDue(ports, times, reason) || !(await mayGoOn())) return;
  const device = await deviceIdentifier();
  const begunAt = clock.now();
  const begun = await store.beginReading(device, begunAt, times.readAt);
  if (begun === null) return;
  const { others, ...own } = begun;
  let { status, left } = await readPages(ports, { ...own, device }, MAX_PAGES, signal, mayGoOn);
  // Without a connection nothing was asked, so the next drain asks again.
  if (status === 'unanswered') return store.undoReading(begunAt, times.readAt);
  if (status === 'unreadable') return;
  for (const other of others) {
    if (status === 'stopped' || status === 'unanswered' || left === 0) return;
    if (!(await mayGoOn())) return;
    const reading = { ...other, isWhole: false, isImported: true } as const;
    ({ status, left } = await readPages(ports, reading, left, signal, mayGoOn));
  }
}
