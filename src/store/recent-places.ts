import { type Place, withPlaces } from '../domain/forms/places.ts';
import type { Database } from './database.ts';
import { readKey, writeKey } from './device-keys.ts';
import { readThenWrite } from './read-then-write.ts';

const recentPlaces = async (db: Database): Promise<readonly Place[]> =>
  (await readKey(db, 'recentPlaces')) ?? [];

/** They only save typing: a form goes on without them. */
export const placesToOffer = (db: Database): Promise<readonly Place[]> =>
  recentPlaces(db).catch(() => []);

/** For the next form. */
export const rememberPlaces = (db: Database, places: readonly Place[]): Promise<void> =>
  readThenWrite(db, {
    tables: ['device'],
    read: () => recentPlaces(db),
    plan: (known) => {
      const next = withPlaces(known, places);
      return { result: undefined, write: () => writeKey(db, 'recentPlaces', next) };
    },
  });
