import {
  appendFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const folderOf = (profile: string, port: number, kind: 'leveldb' | 'blob'): string =>
  join(profile, 'Default', 'IndexedDB', `http_localhost_${port}.indexeddb.${kind}`);

/** Flips 8 bytes in the middle of the closed profile's IndexedDB log. The browser then finds a wrong checksum and deletes the database. */
export function flipBytes(profile: string, port: number): void {
  const folder = folderOf(profile, port, 'leveldb');
  const logs = readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => join(folder, name))
    .sort((one, other) => statSync(other).size - statSync(one).size);
  flipMiddle(logs[0]);
}

/** Appends half a record to the closed profile's IndexedDB log, as after a power loss in the middle of a write. */
export function tearLog(profile: string, port: number): void {
  const folder = folderOf(profile, port, 'leveldb');
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  // A checksum, the length 0x2000, the type 1 (a record in one piece), and too few bytes.
  const half = Buffer.concat([Buffer.from([1, 2, 3, 4, 0, 0x20, 1]), Buffer.alloc(100, 5)]);
  for (const name of logs) appendFileSync(join(folder, name), half);
}

function flipMiddle(file: string | undefined): void {
  if (file === undefined) throw new Error('There is no log to damage.');
  const { size } = statSync(file);
  if (size < 64) throw new Error('The log is empty.');
  flip(file, Math.floor(size / 2), Math.floor(size / 2) + 8);
}

function flip(file: string, from: number, to: number): void {
  const bytes = readFileSync(file);
  for (let at = from; at < to; at += 1) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(file, bytes);
}

/** Flips every byte of the closed profile's lists of caches. The browser then finds no cache of the origin. */
export function flipCaches(profile: string): void {
  for (const file of cacheFiles(profile, /^index\.txt$/)) flip(file, 0, statSync(file).size);
}

/** Empties the index of each cache of the closed profile, as a power loss does. The browser then can neither read nor write a cache. */
export function emptyCacheIndexes(profile: string): void {
  for (const file of cacheFiles(profile, /^[^/]+\/index$/)) truncateSync(file);
}

/** `path`: matches a path below the folder of an origin's caches. */
function cacheFiles(profile: string, path: RegExp): readonly string[] {
  const files = readdirSync(join(profile, 'Default'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => path.test(/CacheStorage\/[^/]+\/(.+)$/.exec(file)?.[1] ?? ''));
  if (files.length === 0) throw new Error('There is nothing to damage.');
  return files;
}

/** Removes the files in which the browser stores the database's Blobs. Returns the number of files. */
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
