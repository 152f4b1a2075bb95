import type { Database } from './database.ts';
import { forgetKey, readKey, writeKey } from './device-keys.ts';
import { readHold } from './hold.ts';
import { holdsLease, leaseRuns } from './lease-rows.ts';
import type { BackendCapabilities, OutboxStore } from './outbox-port.ts';
import { reopening } from './reopen.ts';

const nothingKnown: BackendCapabilities = { listsNames: false, listsAll: false };

type State = Pick<
  OutboxStore,
  | 'acquireLease'
  | 'renewLease'
  | 'releaseLease'
  | 'hold'
  | 'setHold'
  | 'capabilities'
  | 'setCapabilities'
  | 'sentinel'
  | 'setSentinel'
>;

/** The small single values of the outbox: lease, hold, what is known of the backend, the sentinel. */
export function createOutboxState(db: Database): State {
  const inDevice = <T>(work: () => Promise<T>): Promise<T> =>
    reopening(db, () => db.transaction('rw', db.device, work));

  return {
    acquireLease: (owner, now, length, isAlone) =>
      inDevice(async () => {
        if (!isAlone && !(await holdsLease(db, owner)) && (await leaseRuns(db, now))) return false;
        await writeKey(db, 'lease', { owner, until: now + length, length });
        return true;
      }),
    renewLease: (owner, now, length) =>
      inDevice(async () => {
        if (!(await holdsLease(db, owner))) return false;
        await writeKey(db, 'lease', { owner, until: now + length, length });
        return true;
      }),
    releaseLease: (owner) =>
      inDevice(async () => {
        if (await holdsLease(db, owner)) await forgetKey(db, 'lease');
      }),
    hold: () => reopening(db, () => readHold(db)),
    setHold: (hold) => reopening(db, () => writeKey(db, 'hold', hold)),
    capabilities: () =>
      reopening(db, async () => (await readKey(db, 'capabilities')) ?? nothingKnown),
    setCapabilities: (learned) => reopening(db, () => writeKey(db, 'capabilities', learned)),
    sentinel: () => reopening(db, async () => (await readKey(db, 'sentinel')) ?? null),
    setSentinel: (sentinel) => reopening(db, () => writeKey(db, 'sentinel', sentinel)),
  };
}
