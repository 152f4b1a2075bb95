import { type MirrorPlace, mirrorPlace, namesIn, placeToWrite } from './copy-place.ts';
import type { SlotWriter } from './slots/slot-writer.ts';
import { slotNamed, slotsOf, wholeContent } from './slots/slots.ts';

/**
 * A second place for what was submitted, outside IndexedDB: a killed browser can lose the whole
 * IndexedDB origin, and the origin's private files survive that. Folders of files, nothing more.
 * Every function rejects with the browser's error, quota included; where there is no such place it does nothing.
 */
export type Mirror = Pick<MirrorPlace, 'isThere' | 'folders'> &
  Readonly<{
    /** Whether the browser has such a place and does not give it here: second copies may lie there, and nobody can look. */
    isAway: () => Promise<boolean>;
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

async function fileIn(folder: FileSystemDirectoryHandle, name: string): Promise<File | undefined> {
  const file = await orAbsent(folder.getFileHandle(name));
  return file && orAbsent(file.getFile());
}

const slotsIn = async (folder: FileSystemDirectoryHandle, name: string) =>
  slotsOf(name, await namesIn(folder, 'file'));

/** What a worker put there last, and whole. */
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

/** The oldest first: whatever is left when it is cut short, no older content comes to light. */
async function removeSlots(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  for (const { fileName } of [...(await slotsIn(folder, name))].reverse())
    await orAbsent(folder.removeEntry(fileName));
}

/** The names of what was put, and whole. */
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
 * The mirror on the origin private file system; in page and worker alike. `writer`: where files can't be written here.
 * What it has put is read here too, and also by a later version of the browser, which needs none.
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
      // Written to a swap file; close() puts it in place.
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
