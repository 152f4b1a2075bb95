import { PROBE_FOLDER, PROBE_NAME } from '../db/stored-names.ts';
import { isQuotaError } from '../db/transactions.ts';

/** The browser's storage estimate in bytes. Either figure may be missing. */
export type Estimate = () => Promise<Readonly<{ quota?: number; usage?: number }>>;
/** Whether the browser grants this many more bytes. Returns null if the browser can't tell. */
export type Grants = (bytes: number) => Promise<boolean | null>;

/** A photo is refused if the phone has less free space. Typed text may still use that space. */
const KEPT_FREE_BYTES = 50_000_000;
/** The photos and the signature of one form, with their second copy. */
const BYTES_PER_FORM = 1_000_000;

/** The number of customers whose photos the phone still takes. */
export const customersThatFit = (free: number): number =>
  Math.max(0, Math.floor((free - KEPT_FREE_BYTES) / BYTES_PER_FORM));

/** A file needs space for itself, for the database's overhead and for its second copy. */
const TIMES_ITS_SIZE = 3;

/**
 * True if a new file fits and leaves space for typed text. Also true if the browser can't tell; then the write fails if the disk is
 * full.
 */
export async function hasDiskSpaceFor(
  size: number,
  estimate: Estimate,
  grants: Grants,
): Promise<boolean> {
  const needed = Math.max(KEPT_FREE_BYTES, TIMES_ITS_SIZE * size);
  const { quota, usage } = await estimate().catch(() => ({ quota: undefined, usage: undefined }));
  if (quota !== undefined && usage !== undefined && quota - usage < needed) return false;
  return (await grants(needed)) !== false;
}

/**
 * Tests the real free space, in some milliseconds. Chromium's estimate is always 10 GiB, as a protection against fingerprinting. This
 * function enlarges an empty private file, which needs quota but writes no bytes, and then deletes the file.
 */
export const tryAllocate =
  (storage: Partial<Pick<StorageManager, 'getDirectory'>> | undefined): Grants =>
  async (bytes) => {
    if (
      storage?.getDirectory === undefined ||
      typeof FileSystemFileHandle === 'undefined' ||
      !('createWritable' in FileSystemFileHandle.prototype)
    )
      return null;
    try {
      const top = await storage.getDirectory();
      // A probe file of a killed page uses quota until it is deleted. The deletion fails while another tab probes.
      await top.removeEntry(PROBE_FOLDER, { recursive: true }).catch(() => undefined);
      const folder = await top.getDirectoryHandle(PROBE_FOLDER, { create: true });
      const file = await folder.getFileHandle(PROBE_NAME, { create: true });
      const stream = await file.createWritable();
      try {
        await stream.truncate(bytes);
        return true;
      } finally {
        await stream.abort().catch(() => undefined);
        await top.removeEntry(PROBE_FOLDER, { recursive: true }).catch(() => undefined);
      }
    } catch (error) {
      return isQuotaError(error) ? false : null;
    }
  };

/** The types are too strict: iOS before 17 has no `estimate`, and an insecure page has no storage manager. */
const storageManager = (): Partial<StorageManager> | undefined => navigator.storage;

export const browserSpace: Readonly<{ estimate: Estimate; grants: Grants }> = {
  estimate: async () => (await storageManager()?.estimate?.()) ?? {},
  grants: async (bytes) => tryAllocate(storageManager())(bytes),
};
