import { within } from '../../platform/within.ts';
import { COPY_FOLDER } from '../db/stored-names.ts';

/**
 * The context that can write private files. `worker`: only a worker of the page (Safari before 26). The service worker cannot start
 * one, so `worker` is excluded in browsers where the service worker sends.
 */
export function writeContext(): 'here' | 'worker' | 'nowhere' {
  if (typeof FileSystemFileHandle === 'undefined') return 'nowhere';
  if ('createWritable' in FileSystemFileHandle.prototype) return 'here';
  return 'document' in globalThis && !('SyncManager' in globalThis) ? 'worker' : 'nowhere';
}

/** The place of the second copies, as far as a reader needs it. */
export type CopyPlace = Readonly<{
  /**
   * Returns false if the browser has no private file system or refuses it (a private window); then no copy is written. Decided once
   * for this page or worker. A place that did not answer in time is asked again. Never rejects.
   */
  isAvailable: () => Promise<boolean>;
  folders: () => Promise<readonly string[]>;
  /** Undefined if there is no such place. */
  top: () => Promise<FileSystemDirectoryHandle | undefined>;
}>;

/** The longest time (ms) to open the private files. A browser that needs longer will not answer at all. */
const OPENING_LIMIT_MS = 3_000;

/** Private windows have the functions and refuse the place (Firefox: SecurityError), or never answer. */
async function openRoot(
  storage: Pick<StorageManager, 'getDirectory'>,
): Promise<FileSystemDirectoryHandle | 'refused' | 'late'> {
  const opened = storage
    .getDirectory()
    .catch<FileSystemDirectoryHandle | 'refused' | 'late'>(() => 'refused');
  return within(OPENING_LIMIT_MS, opened, () => 'late');
}

/** Asked once for all folders: Chromium 106 sometimes does not answer a worker's second call. */
const roots = new WeakMap<object, Promise<FileSystemDirectoryHandle | undefined>>();

const nowhere: CopyPlace = {
  isAvailable: async () => false,
  folders: async () => [],
  top: async () => undefined,
};

/** A place on the origin private file system, under `folder`; in page and worker. */
export function copyPlace(
  storage: StorageManager | undefined,
  folder: string = COPY_FOLDER,
): CopyPlace {
  if (storage?.getDirectory === undefined || writeContext() === 'nowhere') return nowhere;

  const root = (): Promise<FileSystemDirectoryHandle | undefined> => {
    const known = roots.get(storage);
    if (known !== undefined) return known;
    const opened = openRoot(storage).then((ended) => {
      // A slow phone must not lose its second copies for the life of the page.
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
  // Chromium's swap files, which exist during a write.
  for await (const [name, entry] of handle.entries())
    if (entry.kind === kind && !name.endsWith('.crswap')) names.push(name);
  return names.sort();
}
