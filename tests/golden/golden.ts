import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A phone's storage as one version of the app left it. Blobs are `{ blob: type, base64 }`, other bytes `{ bytes: base64 }`. */
export type Golden = Readonly<{
  /** The version number in Dexie. The browser's number is ten times this. */
  databaseVersion: number;
  /** Each table's key and indexes, in Dexie's syntax. */
  schema: Readonly<Record<string, string>>;
  tables: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  /** The second copies: folder, file, bytes as base64. */
  copies: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The secrets of all keys: name, bytes as base64. Versions 1 to 3 had none. */
  secrets?: Readonly<Record<string, string>>;
}>;

/** The passphrase of every golden rescue file. */
export const goldenPassphrase = 'four green bicycles sleep';

/** First names of the made-up customers, by the state of their submissions. */
export const goldenCustomers = {
  delivered: 'Lerato',
  refused: 'Sipho',
  queued: 'Naledi',
  draft: 'Zanele',
} as const;

type StoredBlob = Readonly<{ blob: string; base64: string }>;

const isStoredBlob = (value: unknown): value is StoredBlob =>
  typeof value === 'object' && value !== null && 'blob' in value && 'base64' in value;

type StoredBytes = Readonly<{ bytes: string }>;

const isStoredBytes = (value: object): value is StoredBytes =>
  'bytes' in value && typeof value.bytes === 'string' && Object.keys(value).length === 1;

export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(base64, 'base64'));

/** Converts the JSON of a row, or of a part of it, back to the value in the database. */
export function revived(value: unknown): unknown {
  if (isStoredBlob(value)) return new Blob([bytesOf(value.base64)], { type: value.blob });
  if (Array.isArray(value)) return value.map(revived);
  if (typeof value !== 'object' || value === null) return value;
  if (isStoredBytes(value)) return bytesOf(value.bytes);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, revived(each)]));
}

/** The folders with golden files, one for each version. Each folder has a rescue file. */
export const goldenFolders: readonly string[] = readdirSync(import.meta.dirname, {
  withFileTypes: true,
})
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The versions that also have a phone's storage. */
export const goldenVersions: readonly string[] = goldenFolders.filter((name) =>
  existsSync(join(import.meta.dirname, name, 'storage.json')),
);
