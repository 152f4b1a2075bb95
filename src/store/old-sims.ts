import type { Database } from './database.ts';
import { readKey, writeKey } from './device-keys.ts';
import { readThenWrite } from './read-then-write.ts';
import { recentSims } from './sim-marks.ts';

/** Forgets marks older than 90 days. */
export const forgetOldSims = (db: Database, now: number): Promise<void> =>
  readThenWrite(db, {
    tables: ['device'],
    read: () => readKey(db, 'simMarks'),
    plan: (known = []) => {
      const kept = recentSims(known, now);
      const result = undefined;
      return kept.length === known.length
        ? { result }
        : { result, write: () => writeKey(db, 'simMarks', kept) };
    },
  });
