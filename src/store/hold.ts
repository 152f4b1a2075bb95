import type { Hold } from '../domain/submission-types.ts';
import type { Database } from './database.ts';
import { readKey } from './device-keys.ts';

/** The hold that is on record, for screens too. */
export const readHold = async (db: Database): Promise<Hold | null> =>
  (await readKey(db, 'hold')) ?? null;
