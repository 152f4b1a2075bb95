import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A phone's storage as one version of the app left it. Blobs are `{ blob: type, base64 }`. */
export type Golden = Readonly<{
  /** As Dexie counts: the browser's number is ten times this. */
  databaseVersion: number;
  /** Each table's key and indexes, in Dexie's words. */
  schema: Readonly<Record<string, string>>;
  tables: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  /** The second copies: folder, file, bytes as base64. */
  copies: Readonly<Record<string, Readonly<Record<string, string>>>>;
}>;

/** What the rescue file that lies beside it was sealed with. */
export const goldenPassphrase = 'four green bicycles sleep';

/** First names of the made-up customers, by what became of their submissions. */
export const goldenCustomers = {
  delivered: 'Lerato',
  refused: 'Sipho',
  queued: 'Naledi',
  draft: 'Zanele',
} as const;

type StoredBlob = Readonly<{ blob: string; base64: string }>;

const isStoredBlob = (value: unknown): value is StoredBlob =>
  typeof value === 'object' && value !== null && 'blob' in value && 'base64' in value;

/** A row as it lay in the database, with its Blobs. */
export const revived = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      isStoredBlob(value)
        ? new Blob([Buffer.from(value.base64, 'base64')], { type: value.blob })
        : value,
    ]),
  );

/** Each version that left a rescue file here. */
export const goldenFolders: readonly string[] = readdirSync(import.meta.dirname, {
  withFileTypes: true,
})
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Those that left a phone's storage, too. Later ones seal it with keys that never leave the browser. */
export const goldenVersions: readonly string[] = goldenFolders.filter((name) =>
  existsSync(join(import.meta.dirname, name, 'storage.json')),
);
