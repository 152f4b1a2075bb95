import { ANY_LINK, type PhotoRule } from '../../domain/photo-sending.ts';
import type { Database } from '../db/database.ts';
import { type DeviceValueOf, readKey, writeKey } from './device-keys.ts';

/** When photos may go, as the person chose. */
export const readPhotoRule = async (db: Database): Promise<PhotoRule> => ({
  sending: (await readKey(db, 'photoSending')) ?? ANY_LINK.sending,
  said: (await readKey(db, 'linkSaid')) ?? ANY_LINK.said,
});

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

/** What the server answered last. Nothing of it is a customer's. */
export type LastAnswer = DeviceValueOf<'lastAnswer'>;

export const readLastAnswer = async (db: Database): Promise<LastAnswer | null> =>
  (await readKey(db, 'lastAnswer')) ?? null;

export const keepLastAnswer = (db: Database, answer: LastAnswer): Promise<void> =>
  writeKey(db, 'lastAnswer', answer);
