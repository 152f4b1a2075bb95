import { type CopyPlace, copyPlace, fileNames, type PlaceState } from './copy-place.ts';
import { versionNamed, versionsOf, wholeContent } from './slots/file-versions.ts';
import type { VersionedFileWriter } from './slots/versioned-file-writer.ts';

/**
 * A second copy of submissions outside IndexedDB, in folders of private files. A killed browser can lose all IndexedDB databases of the
 * origin, but not the private files. Every function rejects with the browser's error, for example if the disk is full. Without a private
 * file system the functions do nothing.
 */
export type SecondCopy = Pick<CopyPlace, 'folders'> &
  Readonly<{
    /** Copies are written only if the place is `open`. `absent` also if the place opens, but this page can't write. */
    state: () => Promise<PlaceState>;
    /** Writes a file atomically: a reader never sees half a file. */
    put: (folder: string, name: string, bytes: Blob | string) => Promise<void>;
    get: (folder: string, name: string) => Promise<Blob | undefined>;
    getText: (folder: string, name: string) => Promise<string | undefined>;
    names: (folder: string) => Promise<readonly string[]>;
    removeFile: (folder: string, name: string) => Promise<void>;
    remove: (folder: string) => Promise<void>;
  }>;

const isAbsent = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotFoundError';

/** Returns undefined if the file is absent. Throws every other error. */
async function orAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

async function fileIn(folder: FileSystemDirectoryHandle, name: string): Promise<File | undefined> {
  const file = await orAbsent(folder.getFileHandle(name));
  return file && orAbsent(file.getFile());
}

const versionsIn = async (folder: FileSystemDirectoryHandle, name: string) =>
  versionsOf(name, await fileNames(folder, 'file'));

/** Returns the newest complete version that a worker wrote. */
async function versionContent(
  folder: FileSystemDirectoryHandle,
  name: string,
): Promise<Blob | undefined> {
  for (const { fileName } of await versionsIn(folder, name)) {
    const file = await fileIn(folder, fileName);
    const content = file && (await wholeContent(file));
    if (content !== undefined) return content;
  }
  return undefined;
}

/** Deletes the oldest version first, so that after an interrupted deletion no older content becomes the newest. */
async function removeVersions(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  for (const { fileName } of [...(await versionsIn(folder, name))].reverse())
    await orAbsent(folder.removeEntry(fileName));
}

async function wholeNames(folder: FileSystemDirectoryHandle): Promise<readonly string[]> {
  const whole = new Set<string>();
  for (const fileName of await fileNames(folder, 'file')) {
    const version = versionNamed(fileName);
    if (version === null) whole.add(fileName);
    else if (!whole.has(version.name) && (await versionContent(folder, version.name)) !== undefined)
      whole.add(version.name);
  }
  return [...whole].sort();
}

/**
 * The second copy in the origin private file system, for page and worker. `writer`: writes the files if this page can't. This code also
 * reads the writer's files, even after a browser update that makes the writer unnecessary.
 */
export function opfsSecondCopy(
  storage: StorageManager | undefined,
  writer?: VersionedFileWriter,
): SecondCopy {
  const { folders, state, top } = copyPlace(storage);
  const folderAt = async (folder: string): Promise<FileSystemDirectoryHandle | undefined> => {
    const all = await top();
    return all && orAbsent(all.getDirectoryHandle(folder));
  };
  const fileAt = async (folder: string, name: string): Promise<Blob | undefined> => {
    const handle = await folderAt(folder);
    return handle && ((await fileIn(handle, name)) ?? versionContent(handle, name));
  };
  const writableState = async (): Promise<PlaceState> => {
    const place = await state();
    return place === 'open' && writer !== undefined && !(await writer.isAble()) ? 'absent' : place;
  };

  return {
    state: writableState,
    put: async (folder, name, bytes) => {
      if (writer !== undefined)
        return (await writableState()) === 'open' ? writer.put(folder, name, bytes) : undefined;
      const handle = await (await top())?.getDirectoryHandle(folder, { create: true });
      const file = await handle?.getFileHandle(name, { create: true });
      // The browser writes a swap file. `close()` puts it in place.
      const stream = await file?.createWritable();
      await stream?.write(bytes);
      await stream?.close();
      if (handle !== undefined) await removeVersions(handle, name);
    },
    get: fileAt,
    getText: async (folder, name) => (await fileAt(folder, name))?.text(),
    names: async (folder) => {
      const handle = await folderAt(folder);
      return handle === undefined ? [] : wholeNames(handle);
    },
    folders,
    removeFile: async (folder, name) => {
      const handle = await folderAt(folder);
      if (handle === undefined) return;
      await removeVersions(handle, name);
      await orAbsent(handle.removeEntry(name));
    },
    remove: async (folder) => {
      const all = await top();
      if (all !== undefined) await orAbsent(all.removeEntry(folder, { recursive: true }));
    },
  };
}
