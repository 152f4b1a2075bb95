import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

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
  /** Deletes whatever a crash left: everything staged, and kept files that no row speaks of. */
  sweep(referenced: ReadonlySet<string>): Promise<number>;
}

/** Files in two folders of one disk, so that keeping one is a rename: there whole, or not at all. */
export function openFileStore(dataDir: string): FileStore {
  const staging = join(dataDir, 'incoming');
  const kept = join(dataDir, 'files');
  mkdirSync(staging, { recursive: true });
  mkdirSync(kept, { recursive: true });

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
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
          return null;
        }
        throw error;
      }
    },
    sweep: async (referenced) => {
      const staged = await readdir(staging);
      const orphans = (await readdir(kept)).filter((name) => !referenced.has(name));
      await removeFrom(staging, staged);
      await removeFrom(kept, orphans);
      return staged.length + orphans.length;
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

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
