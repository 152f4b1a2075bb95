import { type Place, withPlaces } from '../domain/forms/places.ts';
import type { DataKey } from '../seal/keyring.ts';
import { bytesOf } from '../seal/sealed-bytes.ts';
import type { Database } from './database.ts';
import { arePlaces, type DeviceValueOf, readKey, writeKey } from './device-keys.ts';
import { isSealed } from './format/sealed-forms.ts';
import type { KeyDesk } from './key-desk.ts';
import { readThenWrite } from './read-then-write.ts';

type Stored = DeviceValueOf<'recentPlaces'> | undefined;

const PLACE = 'veld/1/places';

/** None where they do not open: they only save typing. */
async function opened(own: () => Promise<DataKey>, stored: Stored): Promise<readonly Place[]> {
  if (!isSealed(stored)) return stored ?? [];
  const plain = await (await own()).open(PLACE, stored);
  const places: unknown = plain && JSON.parse(new TextDecoder().decode(plain));
  return arePlaces(places) ? places : [];
}

/** They only save typing: a form goes on without them. */
export const placesToOffer = async (db: Database, { own }: KeyDesk): Promise<readonly Place[]> =>
  opened(own, await readKey(db, 'recentPlaces')).catch(() => []);

/** For the next form. */
export const rememberPlaces = (
  db: Database,
  { own }: KeyDesk,
  places: readonly Place[],
): Promise<void> =>
  readThenWrite<Stored, void>(db, {
    tables: ['device'],
    read: () => readKey(db, 'recentPlaces'),
    plan: async (stored) => {
      const next = withPlaces(await opened(own, stored), places);
      const sealed = await (await own()).seal(PLACE, bytesOf(JSON.stringify(next)));
      return { result: undefined, write: () => writeKey(db, 'recentPlaces', sealed) };
    },
  });
