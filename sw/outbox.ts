import { buildSettings, environmentOf } from '../src/environment.ts';
import { openOutbox } from '../src/store/open-outbox.ts';
import { clearWaits } from '../src/sync/drain/clear-waits.ts';
import { drain, syncEventLimits } from '../src/sync/drain/drain.ts';
import type { DrainReason } from '../src/sync/drain/drain-reason.ts';
import { repairFromMirror } from '../src/sync/mirror/mirror-repair.ts';
import { browserPorts } from '../src/sync/ports/browser-ports.ts';
import type { Tally } from './notification-text.ts';
import { tell } from './notify.ts';
import { scope } from './scope.ts';

const store = openOutbox();
const ports = browserPorts(store, environmentOf(scope.location.href), buildSettings);

export type Ended = Readonly<{
  isWorkLeft: boolean;
  /** When it is worth asking again (ms since 1970). */
  nextAt: number | null;
}>;

/** A killed browser can lose the whole database: what was to be sent then comes back from its copy first. */
async function repairIfWiped(): Promise<void> {
  if ((await ports.store.sentinel()) === null) await repairFromMirror(ports).catch(() => null);
}

export async function drainOnce(reason: DrainReason, isLastChance: boolean): Promise<Ended> {
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
  if (result.status === 'busy') return { isWorkLeft: true, nextAt: result.nextAt };
  const { delivered, nextAt, waiting } = result;
  const tally: Tally = { delivered, needAttention, waiting, isLastChance };
  // Work is not done anew because somebody could not be told.
  await tell(tally, store.notifies).catch(() => undefined);
  return { isWorkLeft: waiting > 0, nextAt };
}

/** Whether anything is submitted and not delivered. */
export async function isWorkWaiting(): Promise<boolean> {
  return (await store.waiting()) > 0;
}

/** For a drain that is at work and sleeps out a wait: it looks again within a second. */
export const endWaits = (reason: DrainReason): Promise<void> => clearWaits(ports, reason);
