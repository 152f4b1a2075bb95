import { type FormId, formId, type SubmissionId } from '../../domain/ids.ts';
import type { Database } from '../db/database.ts';

/**
 * How many unused formGuids are kept for captures made without a network: a day's, nearly always, so that each customer gets a
 * reference at once.
 */
export const POOL_GOAL = 20;

/*
 * Every formGuid that this phone ever received stays on record: a server, or a cache before it, that hands out one a
 * second time would put two customers on one form. Only unused ones have a sequence, and so a place in its index.
 */

const unused = (db: Database) => db.formGuids.orderBy('sequence');

export const unusedFormGuids = (db: Database): Promise<number> => unused(db).count();

/**
 * The oldest of the pool. To be taken by `rememberFormGuid` in the same readwrite transaction over `formGuids`: two tabs
 * can't get the same one.
 */
export async function nextFormGuid(db: Database): Promise<FormId | null> {
  const row = await unused(db).first();
  return row === undefined ? null : formId(row.guid);
}

/** It belongs to this submission for life; inside a readwrite transaction over `formGuids`. */
export async function rememberFormGuid(
  db: Database,
  guid: FormId,
  by: SubmissionId,
): Promise<void> {
  await db.formGuids.put({ guid, submissionId: by });
}

/** Takes one that GetInfo just handed out for a submission; false where it was received before, but for that very one. */
export const claimFormGuid = (db: Database, guid: FormId, by: SubmissionId): Promise<boolean> =>
  db.transaction('rw', db.formGuids, async () => {
    const row = await db.formGuids.get(guid);
    if (row !== undefined) return row.submissionId === by;
    await rememberFormGuid(db, guid, by);
    return true;
  });

/** Adds one that GetInfo just handed out to the pool; false where it was received before. */
export const addFormGuid = (db: Database, guid: FormId): Promise<boolean> =>
  db.transaction('rw', db.formGuids, async () => {
    if ((await db.formGuids.get(guid)) !== undefined) return false;
    const last = await unused(db).last();
    await db.formGuids.put({ guid, sequence: (last?.sequence ?? 0) + 1 });
    return true;
  });
