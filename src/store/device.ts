import type { Database } from './database.ts';
import {
  type DeviceKey,
  type DeviceKeyName,
  type DeviceValueOf,
  deviceKeys,
  understood,
} from './device-keys.ts';
import { firstReadyLook } from './readiness.ts';

/**
 * What is kept of this device and of who signed in, under the specification's keys, and the settings.
 */
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
    | 'notifies'
    | 'photoSending'
    | 'linkSaid'
    | 'lockMinutes']: DeviceValueOf<Key>;
};
/** The identifier is made by `getDeviceIdentifier` alone. */
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
  notifies: false,
  photoSending: 'always',
  linkSaid: null,
  lockMinutes: 5,
};
const keys = Object.keys(deviceDefaults) as readonly (keyof DeviceValues)[];

/** The part of `localStorage` that the copy needs. */
export type TextStore = Readonly<{
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
  removeItem: (key: string) => void;
}>;

export type DeviceStorage = Readonly<{
  /** Each as it is stored, or its default where there is none or it cannot be understood. */
  all: () => Promise<DeviceValues>;
  /** All of them or none; on the disk when it resolves. */
  set: (values: Partial<Pick<DeviceValues, WritableDeviceKey>>) => Promise<void>;
  /** Whether nobody looked yet on this day at Home's line 'Ready for the field'; from then on somebody has. */
  firstReadyLook: (now: number) => Promise<boolean>;
  /** Forgets who signed in; device and settings stay. */
  signOut: () => Promise<void>;
}>;

const SESSION_KEYS = [
  'AuthToken',
  'RefreshToken',
  'UserId',
  'FirstName',
  'Surname',
  'ProfileImageUrl',
] as const satisfies readonly WritableDeviceKey[];

function writeCopy(copyHere: CopyHere | undefined, key: DeviceKeyName, value: unknown): void {
  const { copied }: DeviceKey<unknown> = deviceKeys[key];
  if (copied !== true) return;
  try {
    const copy = copyHere?.();
    if (value === null) copy?.removeItem(key);
    else copy?.setItem(key, String(value));
  } catch {
    // Full or forbidden: the truth is written, and the copy only saves a wait.
  }
}

/** Where the specification's keys are kept a second time. It may throw: some browsers refuse even to look there. */
export type CopyHere = () => TextStore;

export function deviceStorage(db: Database, copy?: CopyHere): DeviceStorage {
  const set: DeviceStorage['set'] = async (values) => {
    const names = keys.filter((key) => Object.hasOwn(values, key));
    const value = (key: DeviceKeyName) => values[key as keyof typeof values];
    await db.device.bulkPut(names.map((key) => ({ key, value: value(key) })));
    for (const key of names) writeCopy(copy, key, value(key));
  };
  const all = async (): Promise<DeviceValues> => {
    const rows = await db.device.bulkGet([...keys]);
    const stored = keys.flatMap((key, index) => {
      const value = understood(key, rows[index]?.value);
      return value === undefined ? [] : [[key, value] as const];
    });
    return { ...deviceDefaults, ...Object.fromEntries(stored) };
  };
  return {
    all,
    set,
    firstReadyLook: (now) => firstReadyLook(db, now),
    signOut: async () => {
      const session = SESSION_KEYS.map((key) => [key, deviceDefaults[key]] as const);
      await set(Object.fromEntries(session));
    },
  };
}
