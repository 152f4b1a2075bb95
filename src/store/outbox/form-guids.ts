import { type FormId, formId, formIdKey, type SubmissionId } from '../../domain/ids.ts';
import type { Submission } from '../../domain/submission-types.ts';
import type { Database } from '../db/database.ts';
import type { FormGuidRow } from '../format/rows.ts';

/**
 * The number of unused formGuids to store, so that a form submitted without a network has a reference at once. The number is small,
 * because some backends create a row for each formGuid and later delete it.
 */
export const POOL_GOAL = 5;

/** A formGuid of more than a day counts as old: the backend may have deleted its row. The pool uses the newest first. */
const MAX_AGE_MS = 24 * 60 * 60_000;

/** False if the formGuid is old, or if its age is unknown: no time, or a time far ahead after the clock was set back. */
export const isFresh = (at: number | undefined, now: number): boolean =>
  at !== undefined && Math.abs(now - at) <= MAX_AGE_MS;

/*
 * The phone stores every formGuid that it ever received. If a server or cache returns a formGuid twice, two customers would share a
 * form. Only unused formGuids have a `sequence`, so the index of `sequence` contains only the pool.
 */

const unused = (db: Database) => db.formGuids.orderBy('sequence');

export const unusedFormGuids = (db: Database): Promise<number> => unused(db).count();

/** Counts the unused formGuids that are less than a day old. */
export const freshFormGuids = (db: Database, now: number): Promise<number> =>
  unused(db)
    .filter(({ at }) => isFresh(at, now))
    .count();

/** The key `guid`, and the server's spelling in `as` if it differs. */
const named = (guid: FormId): Pick<FormGuidRow, 'guid' | 'as'> => {
  const key = formIdKey(guid);
  return key === guid ? { guid } : { guid: key, as: guid };
};

/** Finds a formGuid in any spelling. An older build stored the server's spelling. */
const rowOf = async (db: Database, guid: FormId): Promise<FormGuidRow | undefined> =>
  (await db.formGuids.get(formIdKey(guid))) ?? (await db.formGuids.get(guid));

/**
 * Returns the newest formGuid of the pool, or null. In the same readwrite transaction the caller must call `rememberFormGuid`, so that
 * two tabs do not use the same formGuid.
 */
export async function nextFormGuid(db: Database): Promise<FormId | null> {
  const row = await unused(db).last();
  return row === undefined ? null : formId(row.as ?? row.guid);
}

/** Assigns a formGuid to this submission permanently, delivered or not. Call it inside a readwrite transaction over `formGuids`. */
export async function rememberFormGuid(
  db: Database,
  guid: FormId,
  { agent, id, status }: Pick<Submission, 'agent' | 'id'> & Partial<Pick<Submission, 'status'>>,
): Promise<void> {
  const row = named(guid);
  if (row.guid !== guid) await db.formGuids.delete(guid);
  const isDelivered = status === 'delivered' && ({ isDelivered: true } as const);
  await db.formGuids.put({ ...row, submissionId: id, ...(agent && { agent }), ...isDelivered });
}

/** The submissions that this phone delivered, also those without a receipt. */
export async function deliveredIds(db: Database): Promise<ReadonlySet<SubmissionId>> {
  const rows = await db.formGuids.filter(({ isDelivered }) => isDelivered === true).toArray();
  return new Set(rows.flatMap(({ submissionId: id }) => id ?? []));
}

/** Assigns the formGuid of a new GetInfo answer to a submission. Returns false if the phone received it before for other use. */
export const claimFormGuid = (db: Database, guid: FormId, by: SubmissionId): Promise<boolean> =>
  db.transaction('rw', db.formGuids, async () => {
    const row = await rowOf(db, guid);
    if (row !== undefined) return row.submissionId === by;
    await rememberFormGuid(db, guid, { id: by });
    return true;
  });

/**
 * Adds the formGuid of a new GetInfo answer to the pool. Returns false if the phone received it before. If the pool is full, removes
 * formGuids that are older than a day.
 */
export const addFormGuid = (db: Database, guid: FormId, now: number): Promise<boolean> =>
  db.transaction('rw', db.formGuids, async () => {
    if ((await rowOf(db, guid)) !== undefined) return false;
    const pool = await unused(db).toArray();
    const sequence = (pool.at(-1)?.sequence ?? 0) + 1;
    await db.formGuids.put({ ...named(guid), sequence, at: now });
    const surplus = Math.max(0, pool.length + 1 - POOL_GOAL);
    const stale = pool.filter(({ at }) => !isFresh(at, now)).slice(0, surplus);
    await db.formGuids.bulkPut(stale.map(({ sequence: _, ...row }) => row));
    return true;
  });
