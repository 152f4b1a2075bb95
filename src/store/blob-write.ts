import { isQuotaError } from './blob-bytes.ts';

/** How a write of bytes ended. `quota`: the device is full. `device`: it could not, for a reason of its own. */
export type BlobWrite =
  | Readonly<{ status: 'saved' }>
  | Readonly<{ status: 'notSaved'; reason: 'quota' | 'device' }>;

const failed = (error: unknown): BlobWrite => ({
  status: 'notSaved',
  reason: isQuotaError(error) ? 'quota' : 'device',
});

/**
 * Runs `write` with the bytes as a Blob, which stays on the disk until it is read. Safari fails at times to store Blobs
 * ('Error preparing Blob/File data to be stored in object store', Dexie 1919), under more than one name: whatever failed,
 * other than for room, is tried once more with the bytes themselves. `write` must be one transaction, so that a failed
 * one has changed nothing.
 */
export async function writeBlob(
  bytes: Blob,
  write: (bytes: Blob | ArrayBuffer) => Promise<void>,
): Promise<BlobWrite> {
  try {
    await write(bytes);
    return { status: 'saved' };
  } catch (error) {
    if (isQuotaError(error)) return failed(error);
  }
  try {
    await write(await bytes.arrayBuffer());
    return { status: 'saved' };
  } catch (error) {
    return failed(error);
  }
}
