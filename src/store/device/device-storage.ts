import { Database } from '../db/database.ts';
import { localDay } from '../drafts/new-submission.ts';
import type { AgentAccess } from '../keys/agent-access.ts';
import { oldestUnsentAt } from '../outbox/counters.ts';
import { unusedFormGuids } from '../outbox/form-guids.ts';
import {
  type DeviceKey,
  type DeviceKeyName,
  type DeviceValueOf,
  deleteKey,
  deviceKeys,
  readKey,
  storedKey,
  understood,
  writeKey,
} from './device-keys.ts';
import type { TextStore } from './first-identifier.ts';

/** The stored facts to check before the phone loses its signal. */
export type Readiness = Readonly<{
  formNumbers: number;
  /** When the oldest waiting submission was submitted. Null if none waits. */
  oldestUnsentAt: number | null;
  /** When the app last asked for the operator's answers. Null: not yet. Absent if the backend announces no verdicts. */
  answersAskedAt?: number | null;
}>;

export async function readinessChecks(db: Database, agentAccess: AgentAccess): Promise<Readiness> {
  const formNumbers = await unusedFormGuids(db);
  const saysVerdicts = (await readKey(db, 'announced'))?.accepts.includes('statusAfter');
  return {
    formNumbers,
    oldestUnsentAt: await oldestUnsentAt(db, agentAccess),
    ...(saysVerdicts && { answersAskedAt: (await readKey(db, 'verdictsReadAt')) ?? null }),
  };
}

async function firstReadinessCheck(db: Database, now: number): Promise<boolean> {
  const day = localDay(now);
  if ((await readKey(db, 'readyShownOn')) === day) return false;
  await writeKey(db, 'readyShownOn', day);
  return true;
}

/** The values of the device and the signed-in person under the specification's keys, and the settings. */
export type DeviceValues = {
  readonly [Key in
    | 'DeviceIdentifier'
    | 'AuthToken'
    | 'RefreshToken'
    | 'UserId'
    | 'FirstName'
    | 'Surname'
    | 'ProfileImageUrl'
    | 'dataPricePerMb'
    | 'addsVat'
    | 'wantsNotifications'
    | 'photoSending'
    | 'connectionAnswer'
    | 'lockMinutes']: DeviceValueOf<Key>;
};
/** Only `getDeviceIdentifier` creates the identifier. */
export type WritableDeviceKey = Exclude<keyof DeviceValues, 'DeviceIdentifier'>;

export const deviceDefaults: DeviceValues = {
  DeviceIdentifier: null,
  AuthToken: null,
  RefreshToken: null,
  UserId: 0,
  FirstName: null,
  Surname: null,
  ProfileImageUrl: '',
  dataPricePerMb: null,
  addsVat: false,
  wantsNotifications: false,
  photoSending: 'always',
  connectionAnswer: null,
  lockMinutes: 5,
};
const keys = Object.keys(deviceDefaults) as readonly (keyof DeviceValues)[];

export type DeviceStorage = Readonly<{
  /** The stored values. A missing or unreadable value has its default. */
  all: () => Promise<DeviceValues>;
  /** Stores all values or none. The values are on the disk when the promise resolves. */
  set: (values: Partial<Pick<DeviceValues, WritableDeviceKey>>) => Promise<void>;
  /** True on the first call of a day. Stores the day. For Home's line 'Ready for the field'. */
  firstReadinessCheck: (now: number) => Promise<boolean>;
  /** Deletes the sign-in. Device and settings stay. */
  signOut: () => Promise<void>;
  /** Deletes the report of a wipe, because a person has read it. */
  forgetWipe: () => Promise<void>;
}>;

const SESSION_KEYS = [
  'AuthToken',
  'RefreshToken',
  'UserId',
  'FirstName',
  'Surname',
  'ProfileImageUrl',
] as const satisfies readonly WritableDeviceKey[];

function writeCopy(
  browserCopy: BrowserCopies | undefined,
  key: DeviceKeyName,
  value: unknown,
): void {
  const { copied }: DeviceKey<unknown> = deviceKeys[key];
  if (copied !== true) return;
  try {
    const copy = browserCopy?.();
    if (value === null) copy?.removeItem(key);
    else copy?.setItem(key, String(value));
  } catch {
    // `localStorage` is full or blocked. The copy only saves time.
  }
}

/** Returns `localStorage`, which has copies of the specification's keys. Throws if the browser refuses access. */
export type BrowserCopies = () => TextStore;

export function deviceStorage(db: Database, copy?: BrowserCopies): DeviceStorage {
  const set: DeviceStorage['set'] = async (values) => {
    const names = keys.filter((key) => Object.hasOwn(values, key));
    const value = (key: DeviceKeyName) => values[key as keyof typeof values];
    await db.device.bulkPut(names.map((key) => ({ key: storedKey(key), value: value(key) })));
    for (const key of names) writeCopy(copy, key, value(key));
  };
  const all = async (): Promise<DeviceValues> => {
    const rows = await db.device.bulkGet(keys.map(storedKey));
    const stored = keys.flatMap((key, index) => {
      const value = understood(key, rows[index]?.value);
      return value === undefined ? [] : [[key, value] as const];
    });
    return { ...deviceDefaults, ...Object.fromEntries(stored) };
  };
  return {
    all,
    set,
    firstReadinessCheck: (now) => firstReadinessCheck(db, now),
    forgetWipe: () => deleteKey(db, 'wipeReport'),
    signOut: async () => {
      const session = SESSION_KEYS.map((key) => [key, deviceDefaults[key]] as const);
      await set(Object.fromEntries(session));
    },
  };
}

/** The entry point for the sign-in page, which needs only the settings. */
export const openSettings = (copy: BrowserCopies): DeviceStorage =>
  deviceStorage(new Database(), copy);
