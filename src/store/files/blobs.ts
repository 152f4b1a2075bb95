import type { AttachmentId } from '../../domain/ids.ts';
import { isQuotaError } from '../db/transactions.ts';
import type { BlobRow } from '../format/rows.ts';

/** A stored row as the Blob it was; Safari's fallback rows hold an ArrayBuffer. */
export const blobOf = (row: BlobRow): Blob =>
  row.bytes instanceof Blob ? row.bytes : new Blob([row.bytes], { type: row.type });

/** A file's bytes as they are to be stored. */
export type StoredFiles = readonly Readonly<{ id: AttachmentId; bytes: Blob | ArrayBuffer }>[];

/**
 * Runs `write`, which writes in one transaction, with the files as Blobs: those stay on the disk until they are read.
 * Safari fails at times to store them ('Error preparing Blob/File data to be stored in object store', Dexie 1919), under
 * more than one name: what failed, other than for room, is tried once more with the bytes themselves.
 */
export async function withFiles<T>(
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
