import { mkdirSync, rmSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import * as v from 'valibot';
import { uuidFrom } from '../validation/identifiers.ts';
import { byLoss, type PartialState, type PartialStore } from './partial-store-port.ts';

/** Enough digits for any offset. The length is fixed, so that a new offset overwrites the old one completely. */
const OFFSET_DIGITS = 16;

/** More parallel reads could exhaust the file descriptors. */
const FOUND_AT_ONCE = 64;

const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const aboutSchema = v.object({
  id: v.string(),
  deviceId: v.string(),
  path: v.string(),
  idempotencyKey: v.nullable(v.string()),
  contentType: v.string(),
  length: wholeNumber,
  createdAt: v.number(),
});
const answerSchema = v.object({ status: v.number(), contentType: v.string(), body: v.string() });
const offsetSchema = v.pipe(v.string(), v.regex(/^\d{16}$/), v.transform(Number), wholeNumber);

/**
 * Each upload has a folder inside its device's folder. The folder has `about` (the upload's facts), `body`, `offset`,
 * and at the end `answer`. The offset is written and synced after its bytes, so after a crash the next piece overwrites
 * uncounted bytes.
 */
export function openFolderPartials(dataDir: string): PartialStore {
  // An older version stored uploads unencrypted. The phones start them again.
  rmSync(join(dataDir, 'partials'), { recursive: true, force: true });
  const root = join(dataDir, 'uploads');
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const folderOf = (deviceId: string, id: string) => join(root, deviceId, id);
  const remove = async (deviceId: string, id: string) => {
    const folder = folderOf(deviceId, id);
    // A folder without `about` is not an upload. So after a crash no upload lacks bytes.
    await rm(join(folder, 'about'), { force: true });
    await rm(folder, { recursive: true, force: true });
    await rmdir(join(root, deviceId)).catch(ignoreFull);
  };
  const find = (deviceId: string, id: string) => stateIn(folderOf(deviceId, id));

  const ofDevice = async (deviceId: string) => {
    const states = await Promise.all(
      (await namesIn(join(root, deviceId))).map((id) => find(deviceId, id)),
    );
    return states
      .filter((state) => state !== null)
      .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  };

  return {
    create: async (upload) => {
      const { deviceId, idempotencyKey: key } = upload;
      const before =
        key === null
          ? undefined
          : (await ofDevice(deviceId)).find((it) => it.idempotencyKey === key);
      if (before !== undefined) return before;
      const folder = folderOf(deviceId, upload.id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole(folder, 'body', '');
      await writeWhole(folder, 'offset', offsetText(0));
      await writeWhole(folder, 'about', JSON.stringify(upload));
      await syncFolder(join(root, upload.deviceId));
      await syncFolder(root);
      return upload;
    },
    find: async (deviceId, id) => (uuidFrom(id) === id ? find(deviceId, id) : null),
    ofDevice,
    append: async ({ deviceId, id }, offset, bytes) => {
      const folder = folderOf(deviceId, id);
      if ((await offsetIn(folder)) !== offset) return 'elsewhere';
      await writeAt(join(folder, 'body'), offset, bytes);
      await writeAt(join(folder, 'offset'), 0, Buffer.from(offsetText(offset + bytes.length)));
      return 'appended';
    },
    read: async ({ deviceId, id, offset }) => {
      if (offset === 0) return Readable.from([]);
      const body = await open(join(folderOf(deviceId, id), 'body'), 'r');
      return body.createReadStream({ start: 0, end: offset - 1 });
    },
    finish: async ({ deviceId, id }, answer) => {
      const folder = folderOf(deviceId, id);
      await writeWhole(folder, 'answer', JSON.stringify(answer));
      await rm(join(folder, 'body'), { force: true });
    },
    remove: ({ deviceId, id }) => remove(deviceId, id),
    surplus: async (max) => {
      const all: [deviceId: string, id: string][] = [];
      for (const deviceId of await namesIn(root)) {
        for (const id of await namesIn(join(root, deviceId))) all.push([deviceId, id]);
      }
      if (all.length <= max) return [];
      const states: PartialState[] = [];
      for (let at = 0; at < all.length; at += FOUND_AT_ONCE) {
        const some = all.slice(at, at + FOUND_AT_ONCE);
        const found = await Promise.all(some.map(([deviceId, id]) => find(deviceId, id)));
        states.push(...found.filter((state) => state !== null));
      }
      return states.toSorted(byLoss).slice(0, Math.max(0, states.length - max));
    },
    removeOlder: async (before) => {
      let count = 0;
      for (const deviceId of await namesIn(root)) {
        for (const id of await namesIn(join(root, deviceId))) {
          const createdAt = await createdAtOf(folderOf(deviceId, id));
          if (createdAt >= before) continue;
          await remove(deviceId, id);
          count += 1;
        }
      }
      return count;
    },
  };
}

/** Returns null if the upload does not exist, or if the disk has damaged one of its files. The phone then begins it again. */
async function stateIn(folder: string): Promise<PartialState | null> {
  const about = await read(folder, 'about', aboutSchema);
  if (about === null || about.id !== basename(folder)) return null;
  const offset = await offsetIn(folder);
  if (offset === null || offset > about.length) return null;
  const answer = await read(folder, 'answer', answerSchema);
  if (answer === null && (await bytesIn(folder)) < offset) return null;
  return { ...about, offset, answer };
}

const offsetIn = async (folder: string): Promise<number | null> =>
  parsed(await textIn(folder, 'offset'), offsetSchema);

const bytesIn = async (folder: string): Promise<number> =>
  (await stat(join(folder, 'body')).catch(nullIfMissing))?.size ?? -1;

async function read<Schema extends v.GenericSchema>(
  folder: string,
  name: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | null> {
  return parsed(jsonIn(await textIn(folder, name)), schema);
}

const textIn = (folder: string, name: string): Promise<string | null> =>
  readFile(join(folder, name), 'utf8').catch(nullIfMissing);

function parsed<Schema extends v.GenericSchema>(
  value: unknown,
  schema: Schema,
): v.InferOutput<Schema> | null {
  const result = v.safeParse(schema, value);
  return result.success ? result.output : null;
}

function jsonIn(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the folder's own time if a crash or a disk error left no readable `about`. */
async function createdAtOf(folder: string): Promise<number> {
  const about = await read(folder, 'about', aboutSchema);
  return about?.createdAt ?? (await stat(folder)).mtimeMs;
}

/** Returns the names that are UUIDs. Other files in the folder are ignored. */
async function namesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(nullIfMissing)) ?? [];
  return names.filter((name) => uuidFrom(name) === name);
}

const offsetText = (offset: number) => String(offset).padStart(OFFSET_DIGITS, '0');

async function writeWhole(folder: string, name: string, text: string): Promise<void> {
  const file = await open(join(folder, `${name}.new`), 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(join(folder, `${name}.new`), join(folder, name));
  await syncFolder(folder);
}

async function writeAt(path: string, position: number, bytes: Buffer): Promise<void> {
  const file = await open(path, 'r+');
  try {
    let written = 0;
    while (written < bytes.length) {
      const left = bytes.length - written;
      written += (await file.write(bytes, written, left, position + written)).bytesWritten;
    }
    await file.datasync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

/** Ignores the error if the folder still has uploads, or if another request already removed the folder. */
function ignoreFull(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOENT') throw error;
}
