import type { Database } from './database.ts';
import { type DeviceValueOf, readKey, writeKey } from './device-keys.ts';

/** What the server answered last. Nothing of it is a customer's. */
export type LastAnswer = DeviceValueOf<'lastAnswer'>;

export const readLastAnswer = async (db: Database): Promise<LastAnswer | null> =>
  (await readKey(db, 'lastAnswer')) ?? null;

export const keepLastAnswer = (db: Database, answer: LastAnswer): Promise<void> =>
  writeKey(db, 'lastAnswer', answer);
