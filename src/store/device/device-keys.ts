import type { Hold } from '../../domain/submission-types.ts';
import type { Database } from '../db/database.ts';
import {
  anyOf,
  isFlag,
  isNumber,
  isObject,
  isSealed,
  isText,
  listOf,
  objectOf,
  oneOf,
  orNull,
  type Shape,
  type Shaped,
} from '../format/shape.ts';

/** As older builds kept them. */
export const arePlaces = listOf(objectOf({ suburb: isText, city: isText }));

export type DeviceKey<T> = Readonly<{
  shape: Shape<T>;
  /** Lets whoever has it act for somebody. */
  secret?: true;
  /** The key in the table, where that is an older word. */
  storedAs?: string;
  /** A page also keeps it in `localStorage`, where the specification has it, to be read without waiting. */
  copied?: true;
}>;

const option = objectOf({ value: isText, label: isText });

/**
 * Every key of the table `device`, and what it holds; keys outside the database are in `names.ts`. IndexedDB is the truth:
 * it is on the disk when a write ends, and a worker can read it.
 */
export const deviceKeys = {
  // The specification's, as it spells them.
  DeviceIdentifier: { shape: orNull(isText), copied: true },
  AuthToken: { shape: orNull(isText), copied: true, secret: true },
  RefreshToken: { shape: orNull(isText), copied: true, secret: true },
  UserId: { shape: isNumber, copied: true },
  FirstName: { shape: orNull(isText), copied: true },
  Surname: { shape: orNull(isText), copied: true },
  ProfileImageUrl: { shape: isText, copied: true },

  // Settings.
  /** Rand for one megabyte; null: not known, so no cost is shown. */
  dataPricePerMb: {
    shape: orNull((value): value is number => isNumber(value) && value >= 0),
  },
  /** Whether the price is shown with VAT on top. */
  addsVat: { shape: isFlag },
  /** Over which links the photos of documents go. */
  photoSending: { shape: oneOf('always', 'unmetered') },
  /** What the person said of the link, for that local calendar day (YYYY-MM-DD), where the browser does not say. */
  linkSaid: {
    shape: orNull(objectOf({ day: isText, link: oneOf('unmetered', 'metered') })),
  },
  /** Whether the person wants to be told of deliveries while the app is closed. */
  notifies: { shape: isFlag },
  /** After so many minutes without a touch or a key Veld locks itself, where a lock is set. */
  lockMinutes: { shape: oneOf(1, 2, 5, 15) },
  /** Who unlocked last: the sign-in is theirs, and ends when somebody else unlocks. */
  sessionAgent: { shape: isText },
  /** The calendar day, YYYY-MM-DD, on which the line 'Ready for the field' was shown last. */
  readyShownOn: { shape: isText },
  /** Suburbs and towns that were registered here last, as chips in the next form; no customer's. */
  recentPlaces: { shape: anyOf(isSealed, arePlaces) },

  /** Of SIM card numbers that were submitted here in the last 90 days: HMACs, with the submission and when. */
  simMarks: { shape: listOf(objectOf({ id: isText, mark: isText, at: isNumber })) },

  // Of the outbox.
  /** The one drain that may write: who, until when and how long it was taken for (ms). */
  lease: { shape: objectOf({ owner: isText, until: isNumber, length: isNumber }) },
  hold: {
    shape: orNull(
      objectOf({
        reason: oneOf('auth', 'version', 'portal', 'clock', 'busy', 'network', 'formNumber'),
        since: isNumber,
        nextProbeAt: isNumber,
        httpStatus: orNull(isNumber),
        tries: isNumber,
      }),
    ),
  },
  /** What the backend was seen to do. */
  capabilities: {
    shape: objectOf({ listsNames: isFlag, listsAll: isFlag }, { refusesWebp: oneOf(true) }),
    storedAs: 'habits',
  },
  /** What the backend at this base address announced in its newest GetInfo answer. */
  announced: {
    shape: objectOf(
      { base: isText, accepts: listOf(isText) },
      // When it was seen to refuse the idempotency header, ms since 1970.
      { keyRefusedAt: isNumber },
    ),
  },
  /** Whether the backend takes an upload in pieces. */
  resumeSupport: {
    shape: objectOf(
      { resumes: isFlag, broken: isNumber, askedAt: isNumber },
      { maxFirst: isNumber },
    ),
  },
  /** Its absence shows that the database was wiped. */
  sentinel: { shape: isText },
  lastDeliveredAt: { shape: orNull(isNumber) },
  /** What was tried since. */
  triedInVain: { shape: objectOf({ tries: isNumber, at: isNumber, httpStatus: orNull(isNumber) }) },
  /** Builds before version 4 wrote customers in the clear, and the browser's files may still hold what they deleted. */
  hadClearText: { shape: isFlag },
  /** For support: what the server answered last, to which call, and the id by which its log knows the call; '' for none. */
  lastAnswer: {
    shape: objectOf({ at: isNumber, call: isText, httpStatus: isNumber, requestId: isText }),
  },

  // What was heard of the server.
  /** As a page last saw it: for workers without a cookie store. */
  'XSRF-TOKEN': { shape: isText, secret: true },
  options: { shape: objectOf({ titles: listOf(option), businessTypes: listOf(option) }) },

  // Of analytics, in builds that have any.
  /** Events that found no network. */
  analyticsEvents: { shape: listOf(isObject) },
  /** Up to when outcomes were told. */
  analyticsCursor: { shape: isNumber },
} as const satisfies Readonly<Record<string, DeviceKey<unknown>>>;

export type DeviceKeyName = keyof typeof deviceKeys;
export type DeviceValueOf<Key extends DeviceKeyName> = Shaped<(typeof deviceKeys)[Key]['shape']>;

/** The value as it is stored; undefined where there is none, or it can't be understood. */
export function understood<Key extends DeviceKeyName>(
  key: Key,
  value: unknown,
): DeviceValueOf<Key> | undefined {
  // The shape at `key` gives the type at `key`; TypeScript cannot follow an index into both.
  return deviceKeys[key].shape(value) ? (value as DeviceValueOf<Key>) : undefined;
}

const storedKey = (key: DeviceKeyName): string => {
  const { storedAs }: DeviceKey<unknown> = deviceKeys[key];
  return storedAs ?? key;
};

export const readKey = async <Key extends DeviceKeyName>(
  db: Database,
  key: Key,
): Promise<DeviceValueOf<Key> | undefined> =>
  understood(key, (await db.device.get(storedKey(key)))?.value);

export const writeKey = async <Key extends DeviceKeyName>(
  db: Database,
  key: Key,
  value: DeviceValueOf<Key>,
): Promise<void> => {
  await db.device.put({ key: storedKey(key), value });
};

export const forgetKey = (db: Database, key: DeviceKeyName): Promise<void> =>
  db.device.delete(storedKey(key));

/** The hold that is on record, for screens too. */
export const readHold = async (db: Database): Promise<Hold | null> =>
  (await readKey(db, 'hold')) ?? null;
