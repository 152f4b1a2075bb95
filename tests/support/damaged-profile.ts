import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folderOf = (profile: string, port: number, kind: 'leveldb' | 'blob'): string =>
  join(profile, 'Default', 'IndexedDB', `http_localhost_${port}.indexeddb.${kind}`);

/** Flips 8 bytes in the middle of the closed profile's IndexedDB log: the browser then finds a wrong checksum and deletes the database. */
export function flipBytes(profile: string, port: number): void {
  const folder = folderOf(profile, port, 'leveldb');
  const logs = readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => join(folder, name))
    .sort((one, other) => statSync(other).size - statSync(one).size);
  const [log] = logs;
  if (log === undefined) throw new Error('There is no log to damage.');
  const bytes = readFileSync(log);
  if (bytes.length < 64) throw new Error('The log is empty.');
  const middle = Math.floor(bytes.length / 2);
  for (let at = middle; at < middle + 8; at += 1) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(log, bytes);
}

/** Removes the files in which the browser stores the database's Blobs. Returns how many there were. */
export function removeBlobFiles(profile: string, port: number): number {
  const folder = folderOf(profile, port, 'blob');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  for (const { name, parentPath } of files) rmSync(join(parentPath, name));
  return files.length;
}

/** Removes the closed profile's IndexedDB, as if the browser had lost the database. */
export function loseDatabase(profile: string, port: number): void {
  for (const kind of ['leveldb', 'blob'] as const)
    rmSync(folderOf(profile, port, kind), { recursive: true, force: true });
}
