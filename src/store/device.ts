import * as v from 'valibot';
import type { Database } from './database.ts';

/**
 * What is kept of this device and of who signed in, under the specification's keys, and the settings.
 * IndexedDB is the truth: it is on the disk when a write ends, and a worker can read it. A page may add
 * a copy in `localStorage`, where the specification's keys can be read without waiting.
 */
const specificationSchemas = {
  DeviceIdentifier: v.nullable(v.string()),
  AuthToken: v.nullable(v.string()),
  RefreshToken: v.nullable(v.string()),
  UserId: v.number(),
  FirstName: v.nullable(v.string()),
  Surname: v.nullable(v.string()),
  ProfileImageUrl: v.string(),
};

const settingSchemas = {
  /** Rand for one megabyte; null: not known, so no cost is shown. */
  dataPricePerMb: v.nullable(v.pipe(v.number(), v.minValue(0))),
  /** Whether the price is shown with VAT on top. */
  addsVat: v.boolean(),
  /** Whether the person wants to be told of deliveries while the app is closed. */
  notifies: v.boolean(),
};

const schemas = { ...specificationSchemas, ...settingSchemas };

export type DeviceValues = {
  readonly [Key in keyof typeof schemas]: v.InferOutput<(typeof schemas)[Key]>;
};
export type DeviceKey = keyof DeviceValues;
/** The identifier is made by `getDeviceIdentifier` alone. */
export type WritableDeviceKey = Exclude<DeviceKey, 'DeviceIdentifier'>;

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
};

/** The part of `localStorage` that the copy needs. */
export type TextStore = Readonly<{
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
  removeItem: (key: string) => void;
}>;

export type DeviceStorage = Readonly<{
  /** The stored value, or the default where there is none or it cannot be understood. */
  get: <Key extends DeviceKey>(key: Key) => Promise<DeviceValues[Key]>;
  all: () => Promise<DeviceValues>;
  /** All of them or none; on the disk when it resolves. */
  set: (values: Partial<Pick<DeviceValues, WritableDeviceKey>>) => Promise<void>;
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

function understood<Key extends DeviceKey>(key: Key, value: unknown): DeviceValues[Key] {
  const parsed = v.safeParse(schemas[key], value);
  // The schema at `key` gives the type at `key`; TypeScript cannot follow an index into both.
  return parsed.success ? (parsed.output as DeviceValues[Key]) : deviceDefaults[key];
}

const isSpecificationKey = (key: string): boolean => Object.hasOwn(specificationSchemas, key);

function writeCopy(copyHere: CopyHere | undefined, key: string, value: unknown): void {
  if (!isSpecificationKey(key)) return;
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
    const rows = Object.entries(values).map(([key, value]) => ({ key, value }));
    await db.device.bulkPut(rows);
    for (const { key, value } of rows) writeCopy(copy, key, value);
  };
  const all = async (): Promise<DeviceValues> => {
    const keys = Object.keys(schemas);
    const rows = await db.device.bulkGet(keys);
    const stored = new Map(rows.flatMap((row) => (row ? [[row.key, row.value] as const] : [])));
    const read = <Key extends DeviceKey>(key: Key): DeviceValues[Key] =>
      stored.has(key) ? understood(key, stored.get(key)) : deviceDefaults[key];
    return {
      DeviceIdentifier: read('DeviceIdentifier'),
      AuthToken: read('AuthToken'),
      RefreshToken: read('RefreshToken'),
      UserId: read('UserId'),
      FirstName: read('FirstName'),
      Surname: read('Surname'),
      ProfileImageUrl: read('ProfileImageUrl'),
      dataPricePerMb: read('dataPricePerMb'),
      addsVat: read('addsVat'),
      notifies: read('notifies'),
    };
  };
  return {
    get: async (key) => {
      const row = await db.device.get(key);
      return row === undefined ? deviceDefaults[key] : understood(key, row.value);
    },
    all,
    set,
    signOut: async () => {
      const session = SESSION_KEYS.map((key) => [key, deviceDefaults[key]] as const);
      await set(Object.fromEntries(session));
    },
  };
}
