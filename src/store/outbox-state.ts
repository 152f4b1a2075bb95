import * as v from 'valibot';
import type { Database } from './database.ts';
import type { BackendCapabilities, OutboxStore } from './outbox-port.ts';
import { leaseRuns, leaseSchema, readHold, readState } from './outbox-state-rows.ts';
import { reopening } from './reopen.ts';

const capabilitiesSchema = v.object({ listsNames: v.boolean(), listsAll: v.boolean() });
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
  const put = (key: string, value: unknown): Promise<void> =>
    reopening(db, async () => {
      await db.device.put({ key, value });
    });
  const inDevice = <T>(work: () => Promise<T>): Promise<T> =>
    reopening(db, () => db.transaction('rw', db.device, work));
  const owns = async (owner: string): Promise<boolean> =>
    (await readState(db, 'lease', leaseSchema))?.owner === owner;

  return {
    acquireLease: (owner, now, length, isAlone) =>
      inDevice(async () => {
        if (!isAlone && !(await owns(owner)) && (await leaseRuns(db, now))) return false;
        await db.device.put({ key: 'lease', value: { owner, until: now + length, length } });
        return true;
      }),
    renewLease: (owner, now, length) =>
      inDevice(async () => {
        if (!(await owns(owner))) return false;
        await db.device.put({ key: 'lease', value: { owner, until: now + length, length } });
        return true;
      }),
    releaseLease: (owner) =>
      inDevice(async () => {
        if (await owns(owner)) await db.device.delete('lease');
      }),
    hold: () => reopening(db, () => readHold(db)),
    setHold: (hold) => put('hold', hold),
    capabilities: () =>
      reopening(
        db,
        async () => (await readState(db, 'habits', capabilitiesSchema)) ?? nothingKnown,
      ),
    setCapabilities: (learned) => put('habits', learned),
    sentinel: () => reopening(db, () => readState(db, 'sentinel', v.string())),
    setSentinel: (sentinel) => put('sentinel', sentinel),
  };
}
