import type { AttachmentId } from '../../domain/ids.ts';
import { isQuotaError } from '../db/transactions.ts';
import type { BlobRow } from '../format/rows.ts';

/** The Blob of a stored row. Safari's fallback rows hold an ArrayBuffer. */
export const toBlob = (row: BlobRow): Blob =>
  row.bytes instanceof Blob ? row.bytes : new Blob([row.bytes], { type: row.type });

/** A file's bytes as they are stored. */
export type StoredFiles = readonly Readonly<{ id: AttachmentId; bytes: Blob | ArrayBuffer }>[];

/**
 * Runs `write` with the files as Blobs, which stay on the disk until they are read. Safari sometimes fails to store Blobs (Dexie
 * 1919), under several error names. So any failure but a full disk is tried once more, with the bytes in memory.
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
