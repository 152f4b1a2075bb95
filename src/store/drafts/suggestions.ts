import {
  type Street,
  type Suggestions,
  withSuggestions,
} from '../../domain/forms/next-customer.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import { type Bytes, bytesOf } from '../../seal/bytes.ts';
import type { DataKey } from '../../seal/key-hierarchy.ts';
import type { Database } from '../db/database.ts';
import { SIM_KEY } from '../db/stored-names.ts';
import { readThenWrite } from '../db/transactions.ts';
import {
  arePlaces,
  type DeviceValueOf,
  isPlace,
  readKey,
  writeKey,
} from '../device/device-keys.ts';
import type { BrowserCopies } from '../device/device-storage.ts';
import { anyOf, isSealed, isText, listOf, objectOf, orNull, type Shape } from '../format/shape.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { recentSims } from './sim-hashes.ts';

const PLACES = 'veld/1/places';
const STREETS = 'veld/1/streets';

type Stored = Readonly<{
  places: DeviceValueOf<'recentPlaces'> | undefined;
  streets: DeviceValueOf<'recentStreets'> | undefined;
}>;

/** Older builds stored a street as a text, without its place. */
const areStreets: Shape<readonly (string | Street)[]> = listOf(
  anyOf(isText, objectOf({ street: isText, place: orNull(isPlace) })),
);

const readStored = async (db: Database): Promise<Stored> => ({
  places: await readKey(db, 'recentPlaces'),
  streets: await readKey(db, 'recentStreets'),
});

/** Decrypts a stored list. Returns an empty list if it does not decrypt. */
async function opened<T>(
  own: () => Promise<DataKey>,
  name: string,
  stored: readonly T[] | Bytes | undefined,
  isList: Shape<readonly T[]>,
): Promise<readonly T[]> {
  if (!isSealed(stored)) return stored ?? [];
  const plain = await (await own()).open(name, stored);
  const list: unknown = plain && JSON.parse(new TextDecoder().decode(plain));
  return isList(list) ? list : [];
}

const openedBoth = async (
  own: () => Promise<DataKey>,
  { places, streets }: Stored,
): Promise<Suggestions> => ({
  places: await opened(own, PLACES, places, arePlaces),
  streets: (await opened(own, STREETS, streets, areStreets)).map((each) =>
    typeof each === 'string' ? { street: each, place: null } : each,
  ),
});

/** Returns empty lists on any error, because suggestions only save typing. */
export const suggestions = async (
  db: Database,
  { agentDataKey: own }: KeyStore,
): Promise<Suggestions> =>
  openedBoth(own, await readStored(db)).catch(() => ({ places: [], streets: [] }));

export const saveSuggestions = (
  db: Database,
  { agentDataKey: own }: KeyStore,
  added: Suggestions,
): Promise<void> =>
  readThenWrite<Stored, void>(db, {
    tables: ['device'],
    read: () => readStored(db),
    plan: async (stored) => {
      const next = withSuggestions(await openedBoth(own, stored), added);
      const key = await own();
      const places = await key.seal(PLACES, bytesOf(JSON.stringify(next.places)));
      const streets = await key.seal(STREETS, bytesOf(JSON.stringify(next.streets)));
      return {
        result: undefined,
        write: async () => {
          await writeKey(db, 'recentPlaces', places);
          await writeKey(db, 'recentStreets', streets);
        },
      };
    },
  });

const KEY_BYTES = 32;
/** The number of hex digits that are stored, of 64. They are enough to distinguish one phone's SIM numbers. */
const MARK_DIGITS = 32;

const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns the HMAC key; the first use creates it. An attacker with only the database can't find SIM numbers by trying them all. */
function keyBytes(browserCopy: BrowserCopies): Uint8Array<ArrayBuffer> {
  const texts = browserCopy();
  const known = texts.getItem(SIM_KEY) ?? '';
  if (known.length === 2 * KEY_BYTES)
    return Uint8Array.from(known.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const made = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  texts.setItem(SIM_KEY, hex(made));
  return made;
}

/** Returns the HMAC of a SIM number. Returns null if the key cannot be stored; then no warning is shown. */
export async function simHash(
  browserCopy: BrowserCopies | undefined,
  simCardNumber: string,
): Promise<string | null> {
  if (browserCopy === undefined || simCardNumber === '') return null;
  try {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', keyBytes(browserCopy), algorithm, false, [
      'sign',
    ]);
    const text = new TextEncoder().encode(simCardNumber);
    return hex(new Uint8Array(await crypto.subtle.sign('HMAC', key, text))).slice(0, MARK_DIGITS);
  } catch {
    return null;
  }
}

/** Stores the HMAC of a submitted form's SIM number. Deletes HMACs that are older than 90 days. */
export const rememberSim = (
  db: Database,
  id: SubmissionId,
  mark: string | null,
  now: number,
): Promise<void> =>
  readThenWrite(db, {
    tables: ['device'],
    read: () => readKey(db, 'simMarks'),
    plan: (known = []) => {
      const kept = recentSims(known, now).filter((each) => each.id !== id);
      const next = mark === null ? kept : [...kept, { id, mark, at: now }];
      return { result: undefined, write: () => writeKey(db, 'simMarks', next) };
    },
  });
