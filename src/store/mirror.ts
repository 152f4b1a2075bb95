import { type MirrorPlace, mirrorPlace, namesIn } from './mirror-place.ts';

/**
 * A second place for what was submitted, outside IndexedDB: a killed browser can lose the whole
 * IndexedDB origin, and the origin's private files survive that. Folders of files, nothing more.
 * Every function rejects with the browser's error, quota included; where there is no such place it does nothing.
 */
export type Mirror = Pick<MirrorPlace, 'isThere' | 'folders'> &
  Readonly<{
    /** Whole or not at all: a reader never sees half a file. */
    put: (folder: string, name: string, bytes: Blob | string) => Promise<void>;
    get: (folder: string, name: string) => Promise<Blob | undefined>;
    getText: (folder: string, name: string) => Promise<string | undefined>;
    names: (folder: string) => Promise<readonly string[]>;
    removeFile: (folder: string, name: string) => Promise<void>;
    remove: (folder: string) => Promise<void>;
  }>;

const isAbsent = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotFoundError';

/** What is absent is undefined; every other failure is the caller's. */
async function orAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** The mirror on the origin private file system; in page and worker alike. */
export function opfsMirror(storage: StorageManager | undefined): Mirror {
  const { folders, isThere, top } = mirrorPlace(storage);
  const folderAt = async (folder: string): Promise<FileSystemDirectoryHandle | undefined> => {
    const all = await top();
    return all && orAbsent(all.getDirectoryHandle(folder));
  };
  const fileAt = async (folder: string, name: string): Promise<File | undefined> => {
    const handle = await folderAt(folder);
    const file = handle === undefined ? undefined : await orAbsent(handle.getFileHandle(name));
    return file === undefined ? undefined : orAbsent(file.getFile());
  };

  return {
    isThere,
    put: async (folder, name, bytes) => {
      const handle = await (await top())?.getDirectoryHandle(folder, { create: true });
      const file = await handle?.getFileHandle(name, { create: true });
      // Written to a swap file; close() puts it in place.
      const stream = await file?.createWritable();
      await stream?.write(bytes);
      await stream?.close();
    },
    get: fileAt,
    getText: async (folder, name) => (await fileAt(folder, name))?.text(),
    names: async (folder) => {
      const handle = await folderAt(folder);
      return handle === undefined ? [] : namesIn(handle, 'file');
    },
    folders,
    removeFile: async (folder, name) => {
      const handle = await folderAt(folder);
      if (handle !== undefined) await orAbsent(handle.removeEntry(name));
    },
    remove: async (folder) => {
      const all = await top();
      if (all !== undefined) await orAbsent(all.removeEntry(folder, { recursive: true }));
    },
  };
}
