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
   * Opens the private file system. A result other than `late` is remembered for this page or worker. After `late` the next call asks again.
   * Never rejects.
   * @param limitMs the longest wait for the browser
   */
  state: (limitMs?: number) => Promise<PlaceState>;
  /** Returns no folder if the place is absent or refused. Rejects if it is late. */
  folders: () => Promise<readonly string[]>;
  /** Returns the folder's handle. Returns undefined if the place is absent or refused. Rejects if it is late. */
  top: () => Promise<FileSystemDirectoryHandle | undefined>;
}>;

/**
 * `absent`: the browser has no private file system. `refused`: the browser denies access, as in a private window. `late`: the browser did
 * not answer in time. Copies may exist in a refused or late place.
 */
export type PlaceState = 'open' | 'absent' | 'refused' | 'late';

/** The longest time (ms) to open the private file system. A browser that needs longer usually never answers. */
const OPENING_LIMIT_MS = 3_000;

/** A private window has the functions, but refuses access (Firefox: SecurityError) or never answers. */
const openRoot = (
  storage: Pick<StorageManager, 'getDirectory'>,
): Promise<FileSystemDirectoryHandle | 'refused'> => storage.getDirectory().catch(() => 'refused');

/** The root is requested once for all folders: Chromium 106 sometimes does not answer a worker's second call. */
const roots = new WeakMap<object, ReturnType<typeof openRoot>>();

const nowhere: CopyPlace = {
  state: async () => 'absent',
  folders: async () => [],
  top: async () => undefined,
};

/** A folder of the origin private file system. A page and a worker can use it. */
export function copyPlace(
  storage: StorageManager | undefined,
  folder: string = COPY_FOLDER,
): CopyPlace {
  if (storage?.getDirectory === undefined || writeContext() === 'nowhere') return nowhere;

  const root = async (limitMs: number): Promise<FileSystemDirectoryHandle | 'refused' | 'late'> => {
    const opened = roots.get(storage) ?? openRoot(storage);
    roots.set(storage, opened);
    const ended = await within<FileSystemDirectoryHandle | 'refused' | 'late'>(
      limitMs,
      opened,
      () => 'late',
    );
    // Asks again next time: on a slow phone the page must not stay without second copies.
    if (ended === 'late' && roots.get(storage) === opened) roots.delete(storage);
    return ended;
  };
  const top = async (): Promise<FileSystemDirectoryHandle | undefined> => {
    const opened = await root(OPENING_LIMIT_MS);
    // A late place must not look like an empty one: copies would count as lost, or their secrets as unneeded.
    if (opened === 'late') throw new DOMException('late', 'TimeoutError');
    return opened === 'refused' ? undefined : opened.getDirectoryHandle(folder, { create: true });
  };
  return {
    state: async (limitMs = OPENING_LIMIT_MS) => {
      const opened = await root(limitMs);
      return typeof opened === 'string' ? opened : 'open';
    },
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
