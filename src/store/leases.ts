import type { Database } from './database.ts';
import { forgetKey, writeKey } from './device-keys.ts';
import { holdsLease, leaseRuns } from './lease-rows.ts';
import type { Leases } from './outbox-ports.ts';
import { reopening } from './reopen.ts';

export function createLeases(db: Database): Leases {
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
  };
}
