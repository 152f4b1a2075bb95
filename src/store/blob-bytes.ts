import type { AttachmentId } from '../domain/ids.ts';
import type { BlobRow } from './rows.ts';

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

/** The disk, or our share of it, is full: every browser's and Dexie's spelling of it. */
export const isQuotaError = (error: unknown): boolean =>
  namesOf(error).some(
    (name) => name === 'QuotaExceededError' || name === 'NS_ERROR_DOM_QUOTA_REACHED',
  );

/** The connection is gone though the database is there (iOS drops it in the background). */
export const isConnectionLost = (error: unknown): boolean =>
  namesOf(error).some((name) => name === 'DatabaseClosedError' || name === 'InvalidStateError') ||
  textsOf(error).some((text) => text.includes('Connection to Indexed Database server lost'));

/** The error and what it wraps: Dexie puts a quota error inside an AbortError. */
function chain(error: unknown): readonly unknown[] {
  const found: unknown[] = [];
  let current = error;
  while (current !== null && typeof current === 'object' && found.length < 5) {
    found.push(current);
    current = 'inner' in current ? current.inner : 'cause' in current ? current.cause : null;
  }
  return found;
}

const texts = (error: unknown, key: 'name' | 'message'): readonly string[] =>
  chain(error).flatMap((each) => {
    const text = (each as { name?: unknown; message?: unknown })[key];
    return typeof text === 'string' ? [text] : [];
  });
const namesOf = (error: unknown): readonly string[] => texts(error, 'name');
const textsOf = (error: unknown): readonly string[] => texts(error, 'message');
