import { within } from '../../platform/within.ts';
import { MIRROR_FOLDER } from '../db/stored-names.ts';

/**
 * Where this page or worker can write private files. `worker`: in a worker of the page's alone (Safari before 26). The service
 * worker can't start one, so that is no way where it is the service worker that sends.
 */
export function placeToWrite(): 'here' | 'worker' | 'nowhere' {
  if (typeof FileSystemFileHandle === 'undefined') return 'nowhere';
  if ('createWritable' in FileSystemFileHandle.prototype) return 'here';
  return 'document' in globalThis && !('SyncManager' in globalThis) ? 'worker' : 'nowhere';
}

/** Where second copies lie, as much of it as tells whether there are any. */
export type MirrorPlace = Readonly<{
  /**
   * False where the browser has no such place, or gives none (a private window); then nothing is mirrored. Decided once for the life of the page or worker, but for a place that did not answer in time: that is
   * asked again. Never rejects.
   */
  isThere: () => Promise<boolean>;
  folders: () => Promise<readonly string[]>;
  /** Undefined where there is no such place. */
  top: () => Promise<FileSystemDirectoryHandle | undefined>;
}>;

/** A browser that has not opened its private files by then will not do so in time for anybody, ms. */
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

/** Asked once, for whatever lies there: Chromium 106 leaves a worker that asks again without an answer at times. */
const roots = new WeakMap<object, Promise<FileSystemDirectoryHandle | undefined>>();

const nowhere: MirrorPlace = {
  isThere: async () => false,
  folders: async () => [],
  top: async () => undefined,
};

/** The place on the origin private file system, under `folder`; in page and worker alike. */
export function mirrorPlace(
  storage: StorageManager | undefined,
  folder: string = MIRROR_FOLDER,
): MirrorPlace {
  if (storage?.getDirectory === undefined || placeToWrite() === 'nowhere') return nowhere;

  const root = (): Promise<FileSystemDirectoryHandle | undefined> => {
    const known = roots.get(storage);
    if (known !== undefined) return known;
    const opened = openRoot(storage).then((ended) => {
      // A phone that was only slow must not go without second copies for as long as the page lives.
      if (ended === 'late') roots.delete(storage);
      return typeof ended === 'string' ? undefined : ended;
    });
    roots.set(storage, opened);
    return opened;
  };
  const top = async (): Promise<FileSystemDirectoryHandle | undefined> =>
    (await root())?.getDirectoryHandle(folder, { create: true });
  return {
    isThere: async () => (await root()) !== undefined,
    top,
    folders: async () => {
      const all = await top();
      return all === undefined ? [] : namesIn(all, 'directory');
    },
  };
}

export async function namesIn(
  handle: FileSystemDirectoryHandle,
  kind: FileSystemHandleKind,
): Promise<readonly string[]> {
  const names: string[] = [];
  // Chromium's swap files end so while a write is under way.
  for await (const [name, entry] of handle.entries())
    if (entry.kind === kind && !name.endsWith('.crswap')) names.push(name);
  return names.sort();
}
