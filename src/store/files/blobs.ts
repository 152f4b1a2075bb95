import type { AttachmentId } from '../../domain/ids.ts';
import { isQuotaError } from '../db/transactions.ts';
import type { BlobRow } from '../format/rows.ts';

/** The Blob of a stored row. If Safari could not store a Blob, the row has an ArrayBuffer. */
export const toBlob = (row: BlobRow): Blob =>
  row.bytes instanceof Blob ? row.bytes : new Blob([row.bytes], { type: row.type });

export type StoredFiles = readonly Readonly<{ id: AttachmentId; bytes: Blob | ArrayBuffer }>[];

/**
 * Runs `write` with the files as Blobs, which need no memory. Safari sometimes fails to store Blobs (Dexie 1919), with several error
 * names. So after any error except a full disk, runs `write` again with the bytes in memory.
 */
export async function withStorableBlobs<T>(
  files: ReadonlyMap<AttachmentId, Blob>,
  write: (stored: StoredFiles) => Promise<T>,
): Promise<T> {
  const blobs = [...files].map(([id, bytes]) => ({ id, bytes }));
  try {
    return await write(blobs);
  } catch (error) {
    if (files.size === 0 || isQuotaError(error)) throw error;
    const buffers = [];
    for (const { id, bytes } of blobs) buffers.push({ id, bytes: await bytes.arrayBuffer() });
    return await write(buffers);
  }
}
