import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/store/db/database.ts';
import { readThenWrite, type WritePlan } from '../../../src/store/db/transactions.ts';
import { writeKey } from '../../../src/store/device/device-keys.ts';

let db: Database;
beforeEach(() => {
  db = new Database(`read-then-write-${crypto.randomUUID()}`);
});
afterEach(() => db.delete());

const keys = async (): Promise<readonly unknown[]> =>
  (await db.device.toArray()).map(({ value }) => value);

/** Reads, computes and writes. `between` runs during the computation, for example a write of another tab. */
const add = (between: () => Promise<unknown>, remembered?: readonly unknown[]) =>
  readThenWrite<readonly unknown[], number>(db, {
    tables: ['device'],
    read: keys,
    remembered,
    plan: async (seen): Promise<WritePlan<number>> => {
      await between();
      return {
        result: seen.length,
        write: () => writeKey(db, 'dataPricePerMb', seen.length),
      };
    },
  });

describe('a read, a computation and a write', () => {
  it('are written if nobody changed the rows meanwhile', async () => {
    expect(await add(async () => undefined)).toBe(0);
    expect(await keys()).toEqual([0]);
  });

  it('are repeated if another write changed the rows meanwhile', async () => {
    let times = 0;
    const between = async () => {
      times += 1;
      if (times === 1) await writeKey(db, 'wantsNotifications', true);
    };
    expect(await add(between)).toBe(1);
    expect(times).toBe(2);
    expect(await keys()).toEqual([1, true]);
  });

  it('throw if another write changes the rows each time', async () => {
    let times = 0;
    const between = () => {
      times += 1;
      return writeKey(db, 'lastDeliveredAt', times);
    };
    await expect(add(between)).rejects.toThrow('changed each time');
    expect(times).toBe(5);
    expect(await keys()).toEqual([5]);
  });

  it('use remembered rows as the read, unless they are out of date', async () => {
    expect(await add(async () => undefined, ['older'])).toBe(0);
    expect(await add(async () => undefined, [0])).toBe(1);
  });

  it('are never refused because of remembered rows', async () => {
    const refusing = readThenWrite<string, string>(db, {
      tables: ['device'],
      read: async () => `${await db.device.count()} stored`,
      remembered: 'older',
      plan: (seen) => ({ result: seen }),
    });
    expect(await refusing).toBe('0 stored');
  });

  it('leave nothing of a failed write', async () => {
    const failing = readThenWrite<readonly unknown[], void>(db, {
      tables: ['device'],
      read: keys,
      plan: () => ({
        result: undefined,
        write: async () => {
          await writeKey(db, 'addsVat', true);
          throw new Error('no disk');
        },
      }),
    });
    await expect(failing).rejects.toThrow('no disk');
    expect(await keys()).toEqual([]);
  });
});
