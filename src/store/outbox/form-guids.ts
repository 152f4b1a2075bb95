import { type FormId, formId, formIdKey, type SubmissionId } from '../../domain/ids.ts';
import type { Database } from '../db/database.ts';
import type { FormGuidRow } from '../format/rows.ts';

/**
 * How many unused formGuids are kept for captures made without a network, so that the customer gets a reference at once.
 * Few: some backends make a row for each one, and forget it after a while.
 */
export const POOL_GOAL = 5;

/** An older formGuid is used only if there is no newer one: the backend may have forgotten it. */
const MAX_AGE_MS = 24 * 60 * 60_000;

/** Absent, or in the future because the clock was set back: its age is unknown. */
export const isFresh = (at: number | undefined, now: number): boolean =>
  at !== undefined && Math.abs(now - at) <= MAX_AGE_MS;

/*
 * Every formGuid that this phone ever received stays on record: a server, or a cache before it, that hands out one a
 * second time would put two customers on one form. Only unused ones have a sequence, and so a place in its index.
 */

const unused = (db: Database) => db.formGuids.orderBy('sequence');

export const unusedFormGuids = (db: Database): Promise<number> => unused(db).count();

/** How many unused ones were received less than a day ago. */
export const freshFormGuids = (db: Database, now: number): Promise<number> =>
  unused(db)
    .filter(({ at }) => isFresh(at, now))
    .count();

/** What identifies it on record, and how it was spelled if that differs. */
const named = (guid: FormId): Pick<FormGuidRow, 'guid' | 'as'> => {
  const key = formIdKey(guid);
  return key === guid ? { guid } : { guid: key, as: guid };
};

/** In any spelling. An older build kept its row under the server's own. */
const rowOf = async (db: Database, guid: FormId): Promise<FormGuidRow | undefined> =>
  (await db.formGuids.get(formIdKey(guid))) ?? (await db.formGuids.get(guid));

/**
 * The newest of the pool. To be taken by `rememberFormGuid` in the same readwrite transaction over `formGuids`: two tabs
 * can't get the same one.
 */
export async function nextFormGuid(db: Database): Promise<FormId | null> {
  const row = await unused(db).last();
  return row === undefined ? null : formId(row.as ?? row.guid);
}

/** It belongs to this submission for life; inside a readwrite transaction over `formGuids`. */
export async function rememberFormGuid(
  db: Database,
  guid: FormId,
  by: SubmissionId,
): Promise<void> {
  const row = named(guid);
  if (row.guid !== guid) await db.formGuids.delete(guid);
  await db.formGuids.put({ ...row, submissionId: by });
}

/** Takes one that GetInfo just handed out for a submission; false where it was received before, but for that very one. */
export const claimFormGuid = (db: Database, guid: FormId, by: SubmissionId): Promise<boolean> =>
  db.transaction('rw', db.formGuids, async () => {
    const row = await rowOf(db, guid);
    if (row !== undefined) return row.submissionId === by;
    await rememberFormGuid(db, guid, by);
    return true;
  });

/**
 * Adds one that GetInfo just handed out to the pool; false where it was received before. It replaces one that is older
 * than a day, once the pool is full.
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
