import { type FormId, formId, formIdKey, type SubmissionId } from '../../domain/ids.ts';
import type { Database } from '../db/database.ts';
import type { FormGuidRow } from '../format/rows.ts';

/**
 * The number of unused formGuids for captures without a network, so that the customer gets a reference at once. Few, because some
 * backends create a row for each and delete it after a while.
 */
export const POOL_GOAL = 5;

/** An older formGuid is used only if there is no newer one: the backend may have forgotten it. */
const MAX_AGE_MS = 24 * 60 * 60_000;

/** The time is absent, or in the future because the clock was set back: the age is unknown. */
export const isFresh = (at: number | undefined, now: number): boolean =>
  at !== undefined && Math.abs(now - at) <= MAX_AGE_MS;

/*
 * Every formGuid that this phone ever received stays stored. A server or cache that returns one twice would put two customers on one
 * form. Only unused ones have a `sequence`, and so are in its index.
 */

const unused = (db: Database) => db.formGuids.orderBy('sequence');

export const unusedFormGuids = (db: Database): Promise<number> => unused(db).count();

/** Counts the unused formGuids that are less than a day old. */
export const freshFormGuids = (db: Database, now: number): Promise<number> =>
  unused(db)
    .filter(({ at }) => isFresh(at, now))
    .count();

/** The stored key of a formGuid, and its own spelling if that differs. */
const named = (guid: FormId): Pick<FormGuidRow, 'guid' | 'as'> => {
  const key = formIdKey(guid);
  return key === guid ? { guid } : { guid: key, as: guid };
};

/** Finds a formGuid in any spelling. An older build stored the server's spelling. */
const rowOf = async (db: Database, guid: FormId): Promise<FormGuidRow | undefined> =>
  (await db.formGuids.get(formIdKey(guid))) ?? (await db.formGuids.get(guid));

/**
 * Returns the newest formGuid of the pool. `rememberFormGuid` must take it in the same readwrite transaction over `formGuids`, so that
 * two tabs do not use the same one.
 */
export async function nextFormGuid(db: Database): Promise<FormId | null> {
  const row = await unused(db).last();
  return row === undefined ? null : formId(row.as ?? row.guid);
}

/** Binds a formGuid to this submission for life. Call it inside a readwrite transaction over `formGuids`. */
export async function rememberFormGuid(
  db: Database,
  guid: FormId,
  by: SubmissionId,
): Promise<void> {
  const row = named(guid);
  if (row.guid !== guid) await db.formGuids.delete(guid);
  await db.formGuids.put({ ...row, submissionId: by });
}

/** Takes a formGuid of a new GetInfo answer for a submission. Returns false if another submission received it before. */
export const claimFormGuid = (db: Database, guid: FormId, by: SubmissionId): Promise<boolean> =>
  db.transaction('rw', db.formGuids, async () => {
    const row = await rowOf(db, guid);
    if (row !== undefined) return row.submissionId === by;
    await rememberFormGuid(db, guid, by);
    return true;
  });

/**
 * Adds a formGuid of a new GetInfo answer to the pool. Returns false if it was received before. In a full pool it replaces one that is
 * older than a day.
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
