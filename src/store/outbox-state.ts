import * as v from 'valibot';
import type { Hold } from '../domain/submission-types.ts';
import type { Database } from './database.ts';
import type { BackendHabits, OutboxStore } from './outbox-port.ts';
import { reopening } from './reopen.ts';

const leaseSchema = v.object({ owner: v.string(), until: v.number(), length: v.number() });

const holdSchema = v.object({
  reason: v.picklist(['auth', 'version', 'portal', 'clock', 'busy', 'network', 'formNumber']),
  since: v.number(),
  nextProbeAt: v.number(),
  httpStatus: v.nullable(v.number()),
  tries: v.number(),
});

const habitsSchema = v.object({ listsNames: v.boolean(), listsAll: v.boolean() });
const nothingKnown: BackendHabits = { listsNames: false, listsAll: false };

const read = async <T>(
  db: Database,
  key: string,
  schema: v.GenericSchema<unknown, T>,
): Promise<T | null> => {
  const row = await db.device.get(key);
  const parsed = v.safeParse(schema, row?.value);
  return parsed.success ? parsed.output : null;
};

/** The hold that is on record, for screens too. */
export const readHold = (db: Database): Promise<Hold | null> => read(db, 'hold', holdSchema);

/**
 * Whether some drain's lease runs. A lease that ends later than its own length from now was written
 * under another clock and counts for nothing.
 */
export async function leaseRuns(db: Database, now: number): Promise<boolean> {
  const lease = await read(db, 'lease', leaseSchema);
  return lease !== null && now < lease.until && lease.until - now <= lease.length;
}

type State = Pick<
  OutboxStore,
  | 'acquireLease'
  | 'renewLease'
  | 'releaseLease'
  | 'hold'
  | 'setHold'
  | 'habits'
  | 'setHabits'
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
    (await read(db, 'lease', leaseSchema))?.owner === owner;

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
    habits: () =>
      reopening(db, async () => (await read(db, 'habits', habitsSchema)) ?? nothingKnown),
    setHabits: (habits) => put('habits', habits),
    sentinel: () => reopening(db, () => read(db, 'sentinel', v.string())),
    setSentinel: (mark) => put('sentinel', mark),
  };
}
