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

export const isPlace = objectOf({ suburb: isText, city: isText });

/** The format of `recentPlaces` in older builds. */
export const arePlaces = listOf(isPlace);

export type DeviceKey<T> = Readonly<{
  shape: Shape<T>;
  /** True for a secret that lets an attacker act for the agent. */
  secret?: true;
  /** The stored key, if it differs from the name in the code. */
  storedAs?: string;
  /** True if the value is also in `localStorage`, as the specification demands. A page can read it there synchronously. */
  copied?: true;
}>;

const option = objectOf({ value: isText, label: isText });

/**
 * The keys of the table `device` and the shape of their values. Keys outside the database are in `stored-names.ts`. IndexedDB is
 * authoritative: it is on the disk after a write, and a worker can read it.
 */
export const deviceKeys = {
  DeviceIdentifier: { shape: orNull(isText), copied: true },
  AuthToken: { shape: orNull(isText), copied: true, secret: true },
  RefreshToken: { shape: orNull(isText), copied: true, secret: true },
  UserId: { shape: isNumber, copied: true },
  FirstName: { shape: orNull(isText), copied: true },
  Surname: { shape: orNull(isText), copied: true },
  ProfileImageUrl: { shape: isText, copied: true },

  /** Rand for one megabyte. Null: unknown, so no cost is shown. */
  dataPricePerMb: {
    shape: orNull((value): value is number => isNumber(value) && value >= 0),
  },
  /** True if the price includes VAT. */
  addsVat: { shape: isFlag },
  /** Over which connections photos of documents are sent. */
  photoSending: { shape: oneOf('always', 'unmetered') },
  /** The person's answer about the connection on that local calendar day (YYYY-MM-DD), if the browser does not report it. */
  connectionAnswer: {
    shape: orNull(objectOf({ day: isText, link: oneOf('unmetered', 'metered') })),
    storedAs: 'linkSaid',
  },
  /** True if the person wants notifications of deliveries while the app is closed. */
  wantsNotifications: { shape: isFlag, storedAs: 'notifies' },
  /** Veld locks itself after this many minutes without input, if there is a lock. */
  lockMinutes: { shape: oneOf(1, 2, 5, 15) },
  /** The agent who unlocked last. The Google sign-in belongs to this agent and ends when another agent unlocks. */
  sessionAgent: { shape: isText },
  /** The calendar day, YYYY-MM-DD, of the last line 'Ready for the field'. */
  readyShownOn: { shape: isText },
  /** The last suburbs and towns of submitted forms, suggested in the next form. They do not name a customer. */
  recentPlaces: { shape: anyOf(isSealed, arePlaces) },
  /** The last streets of submitted forms, without house numbers and without the customers. */
  recentStreets: { shape: isSealed },

  /** HMACs of SIM numbers submitted in the last 90 days, with submission and time. */
  simMarks: { shape: listOf(objectOf({ id: isText, mark: isText, at: isNumber })) },

  /** The lease of the only drain that may write: owner, end (ms since 1970) and length (ms). */
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
  /** Facts about the backend that a drain learned. */
  capabilities: {
    shape: objectOf({ listsNames: isFlag, listsAll: isFlag }, { refusesWebp: oneOf(true) }),
    storedAs: 'habits',
  },
  /** The announcement of the backend at this base address in its newest GetInfo answer. */
  announced: {
    shape: objectOf(
      { base: isText, accepts: listOf(isText) },
      {
        isRevoked: oneOf(true),
        policy: objectOf(
          { version: isText },
          { minimumVersion: isText, maxUnsent: isNumber, maxAgeHours: isNumber },
        ),
        // The time (ms since 1970) of the last refusal of the idempotency header.
        keyRefusedAt: isNumber,
      },
    ),
  },
  /** The latest time (ms since 1970) that this phone showed, written at most hourly. So setting the clock back makes no form younger. */
  latestTime: { shape: isNumber },
  /** Where the next reading of verdicts begins. `device`: the identifier under which they were read. `isWhole`: a whole reading runs. */
  verdictCursor: { shape: objectOf({ device: isText, after: isText, isWhole: isFlag }) },
  /** The readings under the identifiers of imported forms. `at`: when the app last asked (ms since 1970). */
  otherReadings: { shape: listOf(objectOf({ device: isText, after: isText, at: isNumber })) },
  /** When verdicts were last asked for, and when a whole reading last ended (ms since 1970). */
  verdictsReadAt: { shape: isNumber },
  verdictsWholeAt: { shape: isNumber },
  /** Whether the backend accepts resumable uploads. */
  resumeSupport: {
    shape: objectOf(
      { resumes: isFlag, broken: isNumber, askedAt: isNumber },
      { maxFirst: isNumber },
    ),
  },
  /** A mark in the database. The mark is missing after a wipe. */
  sentinel: { shape: isText },
  /** The ids of the forms that a repair restored after a wipe. A person has not read that report yet. */
  wipeReport: { shape: listOf(isText) },
  lastDeliveredAt: { shape: orNull(isNumber) },
  /** The failed attempts since the last delivery. */
  failedAttempts: {
    shape: objectOf({ tries: isNumber, at: isNumber, httpStatus: orNull(isNumber) }),
    storedAs: 'triedInVain',
  },
  /** Builds before version 4 stored customers unencrypted. The browser's files may still have the deleted bytes. */
  hadPlaintext: { shape: isFlag, storedAs: 'hadClearText' },
  /** For support: the server's last answer, the call, and the answer's id in the server's log ('' if there is none). */
  lastAnswer: {
    shape: objectOf({ at: isNumber, call: isText, httpStatus: isNumber, requestId: isText }),
  },

  /** The token that a page saw last, for workers without a cookie store. */
  'XSRF-TOKEN': { shape: isText, secret: true },
  options: { shape: objectOf({ titles: listOf(option), businessTypes: listOf(option) }) },

  /** Analytics events that could not be sent yet. */
  analyticsEvents: { shape: listOf(isObject) },
  /** Analytics has reported all outcomes up to this time. */
  analyticsCursor: { shape: isNumber },
} as const satisfies Readonly<Record<string, DeviceKey<unknown>>>;

export type DeviceKeyName = keyof typeof deviceKeys;
export type DeviceValueOf<Key extends DeviceKeyName> = Shaped<(typeof deviceKeys)[Key]['shape']>;

/** Returns the value. Returns undefined if it is missing or has the wrong shape. */
export function understood<Key extends DeviceKeyName>(
  key: Key,
  value: unknown,
): DeviceValueOf<Key> | undefined {
  // The shape at `key` checks the type at `key`, but TypeScript can't connect the two.
  return deviceKeys[key].shape(value) ? (value as DeviceValueOf<Key>) : undefined;
}

export const storedKey = (key: DeviceKeyName): string => {
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

export const deleteKey = (db: Database, key: DeviceKeyName): Promise<void> =>
  db.device.delete(storedKey(key));

/** Returns the stored hold, for drains and screens. Returns null if there is none. */
export const readHold = async (db: Database): Promise<Hold | null> =>
  (await readKey(db, 'hold')) ?? null;
