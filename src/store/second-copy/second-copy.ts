import { type MirrorPlace, mirrorPlace, namesIn, placeToWrite } from './copy-place.ts';
import type { SlotWriter } from './slots/slot-writer.ts';
import { slotNamed, slotsOf, wholeContent } from './slots/slots.ts';

/**
 * A second copy of submissions outside IndexedDB. A killed browser can lose the whole IndexedDB origin; the private files survive
 * that. It has folders of files. Every function rejects with the browser's error, quota included. Without such a place it does
 * nothing.
 */
export type Mirror = Pick<MirrorPlace, 'isThere' | 'folders'> &
  Readonly<{
    /** True if the browser has a private file system but denies access here. Second copies may exist that cannot be read. */
    isAway: () => Promise<boolean>;
    /** Puts a whole file or none: a reader never sees half a file. */
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

const slotsIn = async (folder: FileSystemDirectoryHandle, name: string) =>
  slotsOf(name, await namesIn(folder, 'file'));

/** Returns the newest complete version that a worker wrote. */
async function slotContent(
  folder: FileSystemDirectoryHandle,
  name: string,
): Promise<Blob | undefined> {
  for (const { fileName } of await slotsIn(folder, name)) {
    const file = await fileIn(folder, fileName);
    const content = file && (await wholeContent(file));
    if (content !== undefined) return content;
  }
  return undefined;
}

/** Deletes the oldest version first, so that an interrupted deletion never shows older content. */
async function removeSlots(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  for (const { fileName } of [...(await slotsIn(folder, name))].reverse())
    await orAbsent(folder.removeEntry(fileName));
}

/** The names of all complete files. */
async function wholeNames(folder: FileSystemDirectoryHandle): Promise<readonly string[]> {
  const whole = new Set<string>();
  for (const fileName of await namesIn(folder, 'file')) {
    const slot = slotNamed(fileName);
    if (slot === null) whole.add(fileName);
    else if (!whole.has(slot.name) && (await slotContent(folder, slot.name)) !== undefined)
      whole.add(slot.name);
  }
  return [...whole].sort();
}

/**
 * The second copy on the origin private file system, in page and worker. `writer`: used if files cannot be written here. Its files are
 * read here too, also by a later browser that needs no writer.
 */
export function opfsMirror(storage: StorageManager | undefined, writer?: SlotWriter): Mirror {
  const { folders, isThere, top } = mirrorPlace(storage);
  const isPossible = storage?.getDirectory !== undefined && placeToWrite() !== 'nowhere';
  const folderAt = async (folder: string): Promise<FileSystemDirectoryHandle | undefined> => {
    const all = await top();
    return all && orAbsent(all.getDirectoryHandle(folder));
  };
  const fileAt = async (folder: string, name: string): Promise<Blob | undefined> => {
    const handle = await folderAt(folder);
    return handle && ((await fileIn(handle, name)) ?? slotContent(handle, name));
  };
  const canWrite = async (): Promise<boolean> =>
    (await isThere()) && (writer === undefined || writer.isAble());

  return {
    isThere: canWrite,
    isAway: async () => isPossible && !(await isThere()),
    put: async (folder, name, bytes) => {
      if (writer !== undefined)
        return (await canWrite()) ? writer.put(folder, name, bytes) : undefined;
      const handle = await (await top())?.getDirectoryHandle(folder, { create: true });
      const file = await handle?.getFileHandle(name, { create: true });
      // The browser writes a swap file. `close()` puts it in place.
      const stream = await file?.createWritable();
      await stream?.write(bytes);
      await stream?.close();
      if (handle !== undefined) await removeSlots(handle, name);
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
      await removeSlots(handle, name);
      await orAbsent(handle.removeEntry(name));
    },
    remove: async (folder) => {
      const all = await top();
      if (all !== undefined) await orAbsent(all.removeEntry(folder, { recursive: true }));
    },
  };
}
