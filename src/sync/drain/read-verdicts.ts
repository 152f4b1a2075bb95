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
/** The same for a drain by timer, while a receipt waits for its verdict, or while a limit stops new forms or is near. */
const WAITING_MS = 10 * MINUTE_MS;
/** The same if nothing waits for an answer, and for a phone that looks offline: that report may be wrong. */
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
type Reading = Pick<ReadPage, 'after' | 'device' | 'isWhole' | 'isOther'>;

/** `unreadable`: the server answered, or was not asked, and no readable page came. */
async function requestPage(
  { accepts, api, clock, newId, onInfo, store }: VerdictPorts,
  { after, device, isOther }: Reading,
  signal: AbortSignal,
): Promise<StatusPage | 'unanswered' | 'unreadable'> {
  // The backend may withdraw the extension with each answer.
  if ((await accepts('statusAfter')) !== true) return 'unreadable';
  // A pool that is short gets a formGuid with the same call. A full pool uses up none.
  const wantsNumber = !isOther && (await store.poolSize(clock.now())) < POOL_GOAL;
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
  // The policy in this answer is meant for the other phone.
  if (isOther) return status.page ?? 'unreadable';
  const nothing = { titleOptions: [], typeOfBusinessOptions: [] };
  await onInfo(info ?? { ...nothing, ...status.announcement });
  return status.page ?? 'unreadable';
}

/**
 * Reads pages, at most `budget`, and stores each. Returns the number of pages that are left, or 0 if nothing more should be asked
 * now. `unanswered`: the first page got no answer.
 */
async function readPages(
  ports: VerdictPorts,
  reading: Reading,
  budget: number,
  signal: AbortSignal,
  mayGoOn: () => Promise<boolean>,
): Promise<number | 'unanswered'> {
  let { after: sent } = reading;
  for (let left = budget; left > 0; left -= 1) {
    if (left < MAX_PAGES && !(await mayGoOn())) return 0;
    const page = await requestPage(ports, { ...reading, after: sent }, signal);
    if (page === 'unanswered' && left === budget) return page;
    if (page === 'unanswered' || page === 'unreadable') return 0;
    const { items, more, next, now } = page;
    const after = next ?? sent;
    // A server may announce pages without end.
    const isLast = !more || after === sent || items.length === 0;
    const heardAt = ports.clock.now();
    await ports.store.saveVerdicts({ ...reading, items, after, isLast, now, heardAt });
    if (isLast) return left - 1;
    sent = after;
  }
  return 0;
}

/**
 * Reads what the operator said of delivered registrations, if a reading is due. A failure sets no hold and counts no attempt: the next
 * due reading asks again. At most five pages, and only while nothing can be sent; the next reading goes on. Receipts of imported forms
 * are asked for under the identifier of their phone.
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
  let left = await readPages(ports, { ...own, device }, MAX_PAGES, signal, mayGoOn);
  // A phone without a connection did not ask. It asks as soon as it has one.
  if (left === 'unanswered') return store.undoReading(begunAt, times.readAt);
  for (const other of others) {
    const reading = { ...other, isWhole: false, isOther: true } as const;
    left = left === 0 ? 0 : await readPages(ports, reading, left, signal, mayGoOn);
    if (left === 'unanswered') return;
  }
}
