import type { SubmissionStatus } from '../domain/submission-types.ts';
import type { Database } from './database.ts';
import { readKey, writeKey } from './device-keys.ts';
import { localDay } from './draft-rows.ts';
import { unusedFormGuids } from './form-guids.ts';
import { isNumber } from './format/shape.ts';
import { isTheirs, type Whose } from './whose.ts';

/** What of this phone's records matters before it leaves the signal. */
export type Readiness = Readonly<{
  /** Form numbers in reserve. */
  formNumbers: number;
  /** When the oldest was submitted that the server does not have; null: it has everything. */
  oldestUnsentAt: number | null;
}>;

/** By the order of capture, which is a row's own and needs no reading of the others. */
const firstOf = (db: Database, whose: Whose, status: SubmissionStatus) =>
  db.submissions
    .where('[status+sequence]')
    .between([status, -Infinity], [status, Infinity])
    .filter((row) => isTheirs(whose, row))
    .first();

export async function readiness(db: Database, whose: Whose): Promise<Readiness> {
  const formNumbers = await unusedFormGuids(db);
  const unsent = [await firstOf(db, whose, 'queued'), await firstOf(db, whose, 'rejected')];
  const times = unsent.map((row) => row?.submittedAt).filter(isNumber);
  return { formNumbers, oldestUnsentAt: times.length === 0 ? null : Math.min(...times) };
}

/** Whether this is the first look on its day, at Home's line 'Ready for the field'. */
export async function firstReadyLook(db: Database, now: number): Promise<boolean> {
  const day = localDay(now);
  if ((await readKey(db, 'readyShownOn')) === day) return false;
  await writeKey(db, 'readyShownOn', day);
  return true;
}
