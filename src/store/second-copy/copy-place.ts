import { within } from '../../platform/timers.ts';
import { COPY_FOLDER } from '../db/stored-names.ts';

/**
 * Where private files can be written. `here`: in this page or worker. `worker`: only in a worker of the page (Safari before 26). A
 * service worker can't start such a worker. So in browsers whose service worker sends, the result is `nowhere`.
 */
export function writeContext(): 'here' | 'worker' | 'nowhere' {
  if (typeof FileSystemFileHandle === 'undefined') return 'nowhere';
  if ('createWritable' in FileSystemFileHandle.prototype) return 'here';
  return 'document' in globalThis && !('SyncManager' in globalThis) ? 'worker' : 'nowhere';
}

export type CopyPlace = Readonly<{
  /**
   * Returns false if the browser has no private file system or refuses access (a private window). Then no copy is written. The result is
   * remembered for this page or worker. If the browser did not answer in time, the next call asks again. Never rejects.
   */
  isAvailable: () => Promise<boolean>;
  folders: () => Promise<readonly string[]>;
  /** Returns the folder's handle. Returns undefined if there is no private file system. */
  top: () => Promise<FileSystemDirectoryHandle | undefined>;
}>;

/** The longest time (ms) to open the private file system. A browser that needs longer usually never answers. */
const OPENING_LIMIT_MS = 3_000;

/** A private window has the functions, but refuses access (Firefox: SecurityError) or never answers. */
async function openRoot(
  storage: Pick<StorageManager, 'getDirectory'>,
): Promise<FileSystemDirectoryHandle | 'refused' | 'late'> {
  const opened = storage
    .getDirectory()
    .catch<FileSystemDirectoryHandle | 'refused' | 'late'>(() => 'refused');
  return within(OPENING_LIMIT_MS, opened, () => 'late');
}

/** The root is requested once for all folders: Chromium 106 sometimes does not answer a worker's second call. */
const roots = new WeakMap<object, Promise<FileSystemDirectoryHandle | undefined>>();

const nowhere: CopyPlace = {
  isAvailable: async () => false,
  folders: async () => [],
  top: async () => undefined,
};

/** A folder of the origin private file system. A page and a worker can use it. */
export function copyPlace(
  storage: StorageManager | undefined,
  folder: string = COPY_FOLDER,
): CopyPlace {
  if (storage?.getDirectory === undefined || writeContext() === 'nowhere') return nowhere;

  const root = (): Promise<FileSystemDirectoryHandle | undefined> => {
    const known = roots.get(storage);
    if (known !== undefined) return known;
    const opened = openRoot(storage).then((ended) => {
      // Asks again next time: on a slow phone the page must not stay without second copies.
      if (ended === 'late') roots.delete(storage);
      return typeof ended === 'string' ? undefined : ended;
    });
    roots.set(storage, opened);
    return opened;
  };
  const top = async (): Promise<FileSystemDirectoryHandle | undefined> =>
    (await root())?.getDirectoryHandle(folder, { create: true });
  return {
    isAvailable: async () => (await root()) !== undefined,
    top,
    folders: async () => {
      const all = await top();
      return all === undefined ? [] : fileNames(all, 'directory');
    },
  };
}

export async function fileNames(
  handle: FileSystemDirectoryHandle,
  kind: FileSystemHandleKind,
): Promise<readonly string[]> {
  const names: string[] = [];
  // Skips Chromium's swap files, which exist during a write.
  for await (const [name, entry] of handle.entries())
    if (entry.kind === kind && !name.endsWith('.crswap')) names.push(name);
  return names.sort();
}
