import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import {
  type FileHandle,
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { shared } from '../queues.ts';
import { uuidFrom } from '../validation/identifiers.ts';
import type { FolderStore } from './file-store-port.ts';

/** Syncs a file's bytes, or a folder's names, to the disk. Without the sync, a power loss can undo the change. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Syncs all files and folders in a folder, from the inside out, and then the folder itself. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? syncTree(path) : syncPath(path));
  }
  await syncPath(folder);
}

/** With fewer free inodes the store reports no free bytes: the database must still be able to create files. */
const MIN_FREE_INODES = 1000;

/** How long an open folder and a measured free space are used before they are renewed. */
const RENEW_MS = 500;

/** The number of names in memory at a time. */
const BATCH_NAMES = 1000;

/**
 * Stores files in two folders of one disk. Keeping a file is a rename, so a kept file is always complete. `clock`:
 * milliseconds that never go back.
 */
export function openFolderStore(
  dataDir: string,
  clock: () => number = () => performance.now(),
): FolderStore {
  const staging = join(dataDir, 'incoming');
  const kept = join(dataDir, 'files');
  const aside = join(dataDir, 'quarantine');
  const idFile = join(kept, 'store-id');
  mkdirSync(staging, { recursive: true, mode: 0o700 });
  mkdirSync(kept, { recursive: true, mode: 0o700 });

  const removeFrom = async (folder: string, names: Iterable<string>) => {
    await Promise.all([...names].map((name) => rm(join(folder, name), { force: true })));
  };

  let folder: Readonly<{ handle: FileHandle; since: number }> | null = null;
  const closeKept = async () => {
    const opened = folder;
    folder = null;
    await opened?.handle.close();
  };
  // Uploads that end at the same time share one sync. The folder stays open, because opening and closing it takes two
  // calls. It is opened again soon, because somebody may have replaced it.
  const syncKept = shared(async () => {
    if (folder !== null && clock() - folder.since > RENEW_MS) await closeKept();
    folder ??= { handle: await open(kept, 'r'), since: clock() };
    try {
      await folder.handle.sync();
    } catch (error) {
      await closeKept();
      throw error;
    }
  });

  let space: Readonly<{ free: Promise<number>; since: number }> | null = null;
  let writtenSince = 0;
  const measure = async (): Promise<number> => {
    const { bavail, bsize, files, ffree } = await statfs(dataDir);
    // A disk without a free inode takes no file, however many bytes are free. `files` is 0 if the disk does not count
    // inodes.
    return files > 0 && ffree < MIN_FREE_INODES ? 0 : bavail * bsize;
  };

  return {
    stage: async () => {
      const stagedName = `${randomUUID()}.part`;
      const path = join(staging, stagedName);
      const handle = await open(path, 'wx', 0o600);
      return {
        stagedName,
        write: async (chunk) => {
          writtenSince += chunk.length;
          await handle.writeFile(chunk);
        },
        finish: async () => {
          await handle.sync();
          await handle.close();
        },
        abandon: async () => {
          await handle.close();
          await rm(path, { force: true });
        },
      };
    },
    keep: async (stagedNames) => {
      const storageNames = stagedNames.map(() => randomUUID());
      await Promise.all(
        stagedNames.map((staged, index) =>
          rename(join(staging, staged), join(kept, storageNames[index] ?? staged)),
        ),
      );
      await syncKept();
      return storageNames;
    },
    discard: (stagedNames) => removeFrom(staging, stagedNames),
    // Syncs before the caller forgets the names. Otherwise a power loss could bring back files that no row knows.
    remove: async (storageNames) => {
      const names = [...storageNames];
      if (names.length === 0) return;
      await removeFrom(kept, names);
      await syncKept();
    },
    read: async (storageName) => {
      try {
        return (await open(join(kept, storageName), 'r')).createReadStream();
      } catch (error) {
        return nullIfMissing(error);
      }
    },
    names: () => namesIn(kept),
    freeBytes: async () => {
      if (space === null || clock() - space.since > RENEW_MS) {
        writtenSince = 0;
        space = { free: measure(), since: clock() };
      }
      try {
        return Math.max(0, (await space.free) - writtenSince);
      } catch (error) {
        space = null;
        throw error;
      }
    },
    identity: () => readFile(idFile, 'utf8').then(uuidFrom, nullIfMissing),
    identify: async (id) => {
      await writeFile(`${idFile}.new`, id, { mode: 0o600, flush: true });
      await rename(`${idFile}.new`, idFile);
      await syncKept();
    },
    isInPlace: async (id) => {
      const found = await readFile(idFile, 'utf8').then(uuidFrom, nullIfMissing);
      return found === id && (await stat(staging).catch(nullIfMissing)) !== null;
    },
    discardStaged: async () => {
      const staged = await readdir(staging);
      await removeFrom(staging, staged);
      return staged.length;
    },
    quarantine: async (storageNames, day) => {
      const folder = join(aside, day);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const name of storageNames) await rename(join(kept, name), join(folder, name));
      await syncPath(folder);
      await syncPath(aside);
      await syncKept();
    },
    emptyQuarantine: async (day) => {
      const days = (await readdir(aside).catch(nullIfMissing)) ?? [];
      let count = 0;
      for (const old of days.filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(name) && name < day)) {
        count += (await readdir(join(aside, old))).length;
        await rm(join(aside, old), { recursive: true });
      }
      return count;
    },
    close: closeKept,
  };
}

/** Lists the stored files. Ignores other files in the folder (`lost+found`, an operator's note). */
async function* namesIn(folder: string): AsyncGenerator<readonly string[]> {
  let names: string[] = [];
  for await (const { name } of await opendir(folder, { bufferSize: BATCH_NAMES })) {
    if (uuidFrom(name) === name) names.push(name);
    if (names.length === BATCH_NAMES) {
      yield names;
      names = [];
    }
  }
  if (names.length > 0) yield names;
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
