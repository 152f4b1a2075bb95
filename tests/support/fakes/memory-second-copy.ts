import type { SecondCopy } from '../../../src/store/second-copy/second-copy.ts';
import type { Lock } from '../../../src/sync/ports/ports.ts';

/** Folders of files in memory. They outlive every simulated process. */
export type CopyDisk = Map<string, Map<string, Blob | string>>;

export const createMemoryCopy = (disk: CopyDisk): SecondCopy => ({
  state: async () => 'open',
  put: async (folder, name, bytes) => {
    const files = disk.get(folder) ?? new Map<string, Blob | string>();
    files.set(name, bytes);
    disk.set(folder, files);
  },
  get: async (folder, name) => {
    const bytes = disk.get(folder)?.get(name);
    return typeof bytes === 'string' ? new Blob([bytes]) : bytes;
  },
  getText: async (folder, name) => {
    const bytes = disk.get(folder)?.get(name);
    return typeof bytes === 'string' ? bytes : bytes?.text();
  },
  names: async (folder) => [...(disk.get(folder)?.keys() ?? [])].sort(),
  folders: async () => [...disk.keys()].sort(),
  removeFile: async (folder, name) => {
    disk.get(folder)?.delete(name);
  },
  remove: async (folder) => {
    disk.delete(folder);
  },
});

/** The second copy in a browser that has no private file system. */
export const noSecondCopy: SecondCopy = {
  state: async () => 'absent',
  put: async () => {},
  get: async () => undefined,
  getText: async () => undefined,
  names: async () => [],
  folders: async () => [],
  removeFile: async () => {},
  remove: async () => {},
};

/** The second copy in a page to which the browser refuses the private file system, even if it has copies. */
export const refusedCopy: SecondCopy = { ...noSecondCopy, state: async () => 'refused' };

const openingLate = async (): Promise<never> => {
  throw new DOMException('late', 'TimeoutError');
};

/** The second copy in a page whose browser opens the private file system too late, even if it has copies. */
export const lateCopy: SecondCopy = {
  state: async () => 'late',
  put: openingLate,
  get: openingLate,
  getText: openingLate,
  names: openingLate,
  folders: openingLate,
  removeFile: openingLate,
  remove: openingLate,
};

/** A `Lock` over a set of held names. All pages and workers of an origin share one set. */
export const createMemoryLock = (held: Set<string>): Lock => ({
  excludes: true,
  ifFree: async (name, work) => {
    if (held.has(name)) return { ran: false };
    held.add(name);
    try {
      return { ran: true, value: await work() };
    } finally {
      held.delete(name);
    }
  },
});
