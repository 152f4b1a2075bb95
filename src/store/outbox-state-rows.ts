import * as v from 'valibot';
import type { Hold } from '../domain/submission-types.ts';
import type { Database } from './database.ts';

/* The small single values of the outbox as screens read them too; what writes them is in `outbox-state.ts`. */

export const leaseSchema = v.object({ owner: v.string(), until: v.number(), length: v.number() });

const holdSchema = v.object({
  reason: v.picklist(['auth', 'version', 'portal', 'clock', 'busy', 'network', 'formNumber']),
  since: v.number(),
  nextProbeAt: v.number(),
  httpStatus: v.nullable(v.number()),
  tries: v.number(),
});

export const readState = async <T>(
  db: Database,
  key: string,
  schema: v.GenericSchema<unknown, T>,
): Promise<T | null> => {
  const row = await db.device.get(key);
  const parsed = v.safeParse(schema, row?.value);
  return parsed.success ? parsed.output : null;
};

/** The hold that is on record, for screens too. */
export const readHold = (db: Database): Promise<Hold | null> => readState(db, 'hold', holdSchema);

/**
 * Whether some drain's lease runs. A lease that ends later than its own length from now was written
 * under another clock and counts for nothing.
 */
export async function leaseRuns(db: Database, now: number): Promise<boolean> {
  const lease = await readState(db, 'lease', leaseSchema);
  return lease !== null && now < lease.until && lease.until - now <= lease.length;
}
