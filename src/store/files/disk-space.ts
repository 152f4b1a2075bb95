import { PROBE_FOLDER, PROBE_NAME } from '../db/stored-names.ts';
import { isQuotaError } from '../db/transactions.ts';

/** What the browser says of its storage; either figure may be missing. Bytes. */
export type Estimate = () => Promise<Readonly<{ quota?: number; usage?: number }>>;
/** Whether the browser grants so many bytes more; null: it can't be asked. */
export type Grants = (bytes: number) => Promise<boolean | null>;

const KEPT_FREE_BYTES = 50_000_000;
/** The file itself, what the database writes beside it, and the copy that is made of it when it is sent. */
const TIMES_ITS_SIZE = 3;

/**
 * Whether a new file may be taken in, so that the disk is never filled to the last byte: what is typed must always find
 * room. A browser that does not say lets it pass; the write itself still tells.
 */
export async function hasRoomFor(
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
 * Asks the disk itself, in some milliseconds: against fingerprinting Chromium always estimates 10 GiB free. An empty file
 * of the private file system is stretched, which needs the quota and writes nothing, and is let go again.
 */
export const diskGrants =
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
      // What a killed probe left counts against the quota. Refused while another tab asks, too.
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

/** iOS before 17 has no `estimate`, an insecure page no storage manager at all, whatever the types say. */
const storageManager = (): Partial<StorageManager> | undefined => navigator.storage;

export const browserSpace: Readonly<{ estimate: Estimate; grants: Grants }> = {
  estimate: async () => (await storageManager()?.estimate?.()) ?? {},
  grants: async (bytes) => diskGrants(storageManager())(bytes),
};
