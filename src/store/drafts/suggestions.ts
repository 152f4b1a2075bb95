import { type Place, withPlaces } from '../../domain/forms/next-customer.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import { bytesOf } from '../../seal/bytes.ts';
import type { DataKey } from '../../seal/key-hierarchy.ts';
import type { Database } from '../db/database.ts';
import { SIM_KEY } from '../db/stored-names.ts';
import { readThenWrite } from '../db/transactions.ts';
import { arePlaces, type DeviceValueOf, readKey, writeKey } from '../device/device-keys.ts';
import type { BrowserCopies } from '../device/device-storage.ts';
import { isSealed } from '../format/shape.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { recentSims } from './sim-hashes.ts';

type Stored = DeviceValueOf<'recentPlaces'> | undefined;

const PLACE = 'veld/1/places';

/** Decrypts the stored places. Returns an empty list if they do not decrypt. */
async function opened(own: () => Promise<DataKey>, stored: Stored): Promise<readonly Place[]> {
  if (!isSealed(stored)) return stored ?? [];
  const plain = await (await own()).open(PLACE, stored);
  const places: unknown = plain && JSON.parse(new TextDecoder().decode(plain));
  return arePlaces(places) ? places : [];
}

/** Returns an empty list on any error, because suggestions only save typing. */
export const suggestedPlaces = async (
  db: Database,
  { agentDataKey: own }: KeyStore,
): Promise<readonly Place[]> => opened(own, await readKey(db, 'recentPlaces')).catch(() => []);

export const saveSuggestedPlaces = (
  db: Database,
  { agentDataKey: own }: KeyStore,
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
