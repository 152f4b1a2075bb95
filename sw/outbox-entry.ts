import { pauseOf } from '../src/domain/submission-state.ts';
import { backendSettings } from '../src/settings/backend-settings.ts';
import { environmentOf } from '../src/settings/environment.ts';
import { openOutbox } from '../src/store/open-outbox.ts';
import { opfsSecondCopy } from '../src/store/second-copy/second-copy.ts';
import { drain, syncEventLimits } from '../src/sync/drain/drain.ts';
import { clearBackoff } from '../src/sync/drain/throttle.ts';
import { browserPorts } from '../src/sync/ports/browser-ports.ts';
import { repairFromSecondCopy } from '../src/sync/second-copy/repair.ts';
import type { DrainReason } from '../src/sync/worker-messages.ts';
import type { Tally } from './notification-text.ts';
import { notifyPerson } from './notify.ts';
import { scope } from './scope.ts';

const store = openOutbox();
const secondCopy = opfsSecondCopy(navigator.storage);
const ports = browserPorts(store, environmentOf(scope.location.href), backendSettings, secondCopy);

export type DrainSummary = Readonly<{
  isWorkLeft: boolean;
  /** The time of the next attempt (ms since 1970). Null if none is due. */
  nextAt: number | null;
}>;

/** A killed browser can lose the whole database. Then submissions are restored from the second copy before the drain. */
async function repairIfWiped(): Promise<void> {
  if ((await ports.store.sentinel()) === null) await repairFromSecondCopy(ports).catch(() => null);
}

/** @param begunAt when the drain began, ms since 1970 */
async function notify(counts: Omit<Tally, 'verdicts' | 'pause'>, begunAt: number): Promise<void> {
  const pause = pauseOf(await ports.store.hold());
  const verdicts = await store.countNewVerdicts(begunAt, ports.clock.now());
  await notifyPerson({ ...counts, verdicts, pause }, store);
}

export async function drainOnce(reason: DrainReason, isLastChance: boolean): Promise<DrainSummary> {
  await repairIfWiped();
  let needAttention = 0;
  const begunAt = ports.clock.now();
  const result = await drain(ports, {
    ...syncEventLimits,
    reason,
    signal: new AbortController().signal,
    onProgress: ({ status }) => {
      if (status === 'rejected') needAttention += 1;
    },
  });
  if (result.status === 'busy') return { isWorkLeft: true, nextAt: result.nextAt };
  const { delivered, nextAt, waiting, waitingForWifiOrUnlock } = result;
  const tally = { delivered, needAttention, waiting, waitingForWifiOrUnlock, isLastChance };
  // A notification that fails must not make the drain count as failed.
  await notify(tally, begunAt).catch(() => undefined);
  // Submissions that wait for another type of connection do not count. The browser would try again on the same
  // connection and use the battery. A page sends them when the connection changes.
  return { isWorkLeft: waiting > waitingForWifiOrUnlock, nextAt };
}

export async function isWorkWaiting(): Promise<boolean> {
  return (await store.waiting()) > 0;
}

/** Clears the stored wait times. A sleeping drain notices the change within a second. */
export const clearStoredBackoff = (reason: DrainReason): Promise<void> =>
  clearBackoff(ports, reason);
