import type { Database } from './database.ts';
import { readKey } from './device-keys.ts';

/**
 * Whether some drain's lease runs. A lease that ends later than its own length from now was written
 * under another clock and counts for nothing.
 */
export async function leaseRuns(db: Database, now: number): Promise<boolean> {
  const lease = await readKey(db, 'lease');
  return lease !== undefined && now < lease.until && lease.until - now <= lease.length;
}

/** Whether the lease on record is this drain's: each write of a drain to a submission asks that first. */
export const holdsLease = async (db: Database, owner: string): Promise<boolean> =>
  (await readKey(db, 'lease'))?.owner === owner;
