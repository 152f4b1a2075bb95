import { within } from '../within.ts';
/**
 * A second place for what was submitted, outside IndexedDB: a killed browser can lose the whole
 * IndexedDB origin, and the origin's private files survive that. Folders of files, nothing more.
 * Every function rejects with the browser's error, quota included.
 */
export type Mirror = Readonly<{
  /**
   * False where the browser has no such place (Safari before 26), or gives none (a private window); then nothing is
   * mirrored. Decided once for the life of the page or worker, but for a place that did not answer in time: that is
   * asked again. Never rejects.
   */
  isThere: () => Promise<boolean>;
  /** Whole or not at all: a reader never sees half a file. */
  put: (folder: string, name: string, bytes: Blob | string) => Promise<void>;
  get: (folder: string, name: string) => Promise<Blob | undefined>;
  getText: (folder: string, name: string) => Promise<string | undefined>;
  names: (folder: string) => Promise<readonly string[]>;
  folders: () => Promise<readonly string[]>;
  removeFile: (folder: string, name: string) => Promise<void>;
  remove: (folder: string) => Promise<void>;
}>;

export const noMirror: Mirror = {
  isThere: async () => false,
  put: async () => {},
  get: async () => undefined,
  getText: async () => undefined,
  names: async () => [],
  folders: async () => [],
  removeFile: async () => {},
  remove: async () => {},
};

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

/** A browser that has not opened its private files by then will not do so in time for anybody, ms. */
const OPENING_LIMIT_MS = 3_000;

/** Private windows have the functions and refuse the place (Firefox: SecurityError), or never answer. */
async function opens(
  storage: Pick<StorageManager, 'getDirectory'>,
): Promise<'opened' | 'refused' | 'late'> {
  const opened = storage.getDirectory().then<'opened' | 'refused' | 'late', 'refused'>(
    () => 'opened',
    () => 'refused',
  );
  return within(OPENING_LIMIT_MS, opened, () => 'late');
}

/** The mirror on the origin private file system, under `top`; in page and worker alike. */
export function opfsMirror(storage: StorageManager | undefined, top = 'outbox'): Mirror {
  if (
    storage?.getDirectory === undefined ||
    typeof FileSystemFileHandle === 'undefined' ||
    !('createWritable' in FileSystemFileHandle.prototype)
  )
    return noMirror;

  let opened: Promise<boolean> | undefined;
  const isThere = (): Promise<boolean> => {
    opened ??= opens(storage).then((ended) => {
      // A phone that was only slow must not go without second copies for as long as the page lives.
      if (ended === 'late') opened = undefined;
      return ended === 'opened';
    });
    return opened;
  };
  const topFolder = async (): Promise<FileSystemDirectoryHandle | undefined> =>
    (await isThere())
      ? (await storage.getDirectory()).getDirectoryHandle(top, { create: true })
      : undefined;
  const folderAt = async (folder: string): Promise<FileSystemDirectoryHandle | undefined> => {
    const all = await topFolder();
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
      const handle = await (await topFolder())?.getDirectoryHandle(folder, { create: true });
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
    folders: async () => {
      const all = await topFolder();
      return all === undefined ? [] : namesIn(all, 'directory');
    },
    removeFile: async (folder, name) => {
      const handle = await folderAt(folder);
      if (handle !== undefined) await orAbsent(handle.removeEntry(name));
    },
    remove: async (folder) => {
      const all = await topFolder();
      if (all !== undefined) await orAbsent(all.removeEntry(folder, { recursive: true }));
    },
  };
}

async function namesIn(
  handle: FileSystemDirectoryHandle,
  kind: FileSystemHandleKind,
): Promise<readonly string[]> {
  const names: string[] = [];
  // Chromium's swap files end so while a write is under way.
  for await (const [name, entry] of handle.entries())
    if (entry.kind === kind && !name.endsWith('.crswap')) names.push(name);
  return names.sort();
}
