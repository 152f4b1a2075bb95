import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { uuidFrom } from '../validation/identifiers.ts';

/** A file that is being written: nobody can see it until it is kept. */
export interface StagedWriter {
  readonly stagedName: string;
  write(chunk: Buffer): Promise<void>;
  /** Resolves when the bytes are on the disk. */
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

export interface FileStore {
  stage(): Promise<StagedWriter>;
  /** Gives finished files their lasting names, durably; in the order given. */
  keep(stagedNames: readonly string[]): Promise<string[]>;
  discard(stagedNames: readonly string[]): Promise<void>;
  remove(storageNames: Iterable<string>): Promise<void>;
  /** The bytes of a kept file, or null when it is gone. */
  read(storageName: string): Promise<Readable | null>;
  /** Storage names of all kept files. */
  names(): Promise<string[]>;
  /** Which database these files belong to; null when nobody has said so yet. */
  identity(): Promise<string | null>;
  identify(id: string): Promise<void>;
  /** Deletes everything staged: a crash left it, and nobody was ever told that it had arrived. */
  discardStaged(): Promise<number>;
  /** Puts kept files aside, under the day's name: out of reach, and not yet gone. */
  quarantine(storageNames: readonly string[], day: string): Promise<void>;
  /** Deletes for good what was put aside before this day (YYYY-MM-DD); how many files. */
  emptyQuarantine(day: string): Promise<number>;
}

/** Files in two folders of one disk, so that keeping one is a rename: there whole, or not at all. */
export function openFileStore(dataDir: string): FileStore {
  const staging = join(dataDir, 'incoming');
  const kept = join(dataDir, 'files');
  const aside = join(dataDir, 'quarantine');
  const idFile = join(kept, 'store-id');
  mkdirSync(staging, { recursive: true, mode: 0o700 });
  mkdirSync(kept, { recursive: true, mode: 0o700 });

  const removeFrom = async (folder: string, names: Iterable<string>) => {
    await Promise.all([...names].map((name) => rm(join(folder, name), { force: true })));
  };

  return {
    stage: async () => {
      const stagedName = `${randomUUID()}.part`;
      const path = join(staging, stagedName);
      return stagedWriter(stagedName, await open(path, 'wx', 0o600), () =>
        rm(path, { force: true }),
      );
    },
    keep: async (stagedNames) => {
      const storageNames = stagedNames.map(() => randomUUID());
      await Promise.all(
        stagedNames.map((staged, index) =>
          rename(join(staging, staged), join(kept, storageNames[index] ?? staged)),
        ),
      );
      await syncFolder(kept);
      return storageNames;
    },
    discard: (stagedNames) => removeFrom(staging, stagedNames),
    remove: (storageNames) => removeFrom(kept, storageNames),
    read: async (storageName) => {
      try {
        return (await open(join(kept, storageName), 'r')).createReadStream();
      } catch (error) {
        return nullIfMissing(error);
      }
    },
    // Whatever else lies there (`lost+found`, an operator's note) is none of ours.
    names: async () => (await readdir(kept)).filter((name) => uuidFrom(name) === name),
    identity: () => readFile(idFile, 'utf8').then(uuidFrom, nullIfMissing),
    identify: async (id) => {
      await writeFile(`${idFile}.new`, id, { mode: 0o600, flush: true });
      await rename(`${idFile}.new`, idFile);
      await syncFolder(kept);
    },
    discardStaged: async () => {
      const staged = await readdir(staging);
      await removeFrom(staging, staged);
      return staged.length;
    },
    quarantine: async (storageNames, day) => {
      const folder = join(aside, day);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const name of storageNames) {
        await rename(join(kept, name), join(folder, name));
      }
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
  };
}

function stagedWriter(
  stagedName: string,
  handle: FileHandle,
  unlink: () => Promise<void>,
): StagedWriter {
  return {
    stagedName,
    write: async (chunk) => {
      await handle.writeFile(chunk);
    },
    finish: async () => {
      await handle.sync();
      await handle.close();
    },
    abandon: async () => {
      await handle.close();
      await unlink();
    },
  };
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
    return null;
  }
  throw error;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
