import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { KeyRing } from '../keys/key-ring.ts';
import { createLimiter } from '../queues.ts';
import type { FileStore, StagedWriter } from './file-store-port.ts';

const CIPHER = 'aes-256-gcm';
/** Each key encrypts only one file, so the IV may be constant. */
const IV = Buffer.alloc(12);
const TAG_BYTES = 16;
/** How many bytes one upload collects for one write. Each write wakes another thread. */
const MAX_HELD_BYTES = 256 * 1024;
/** If all uploads together hold more, each collects only `MIN_HELD_BYTES`. So many slow uploads do not fill the memory. */
const MAX_HELD_BYTES_OF_ALL = 16 * 1024 * 1024;
const MIN_HELD_BYTES = 16 * 1024;
/** Each file is in memory twice while it is decrypted, as ciphertext and plaintext: 20 MB for the largest. */
const MAX_OPENED_AT_ONCE = 4;

/**
 * A file's storage name and its encrypted key from the row. The key is null if the file is older than the encryption.
 */
export type SealedFile = Readonly<{ storageName: string; sealedKey: string | null }>;

/**
 * `sealedKey`: the file's encrypted key, which the row must store. Without the key the bytes are
 * unreadable, so a deletion need not overwrite them. `write` frees the memory of its chunk: the caller must not read the
 * chunk again.
 */
export type SealingWriter = StagedWriter & Readonly<{ sealedKey: string }>;

/**
 * A store of encrypted files, each with its own key. A copy of the files, of the database, or of both reveals nothing.
 */
export type SealedFiles = Omit<FileStore, 'stage' | 'read'> &
  Readonly<{
    stage: () => Promise<SealingWriter>;
    /**
     * Returns all bytes, after it has checked all of them. Null if the file is gone. Throws `FileDamaged` if the check
     * fails.
     */
    read: (file: SealedFile) => Promise<Buffer | null>;
  }>;

/** The bytes are not those that were encrypted. */
export class FileDamaged extends Error {}

export function sealedFiles(store: FileStore, ring: KeyRing): SealedFiles {
  const limited = createLimiter(MAX_OPENED_AT_ONCE);
  let heldByAll = 0;
  const maxHeld = () => (heldByAll > MAX_HELD_BYTES_OF_ALL ? MIN_HELD_BYTES : MAX_HELD_BYTES);
  return {
    keep: (stagedNames) => store.keep(stagedNames),
    discard: (stagedNames) => store.discard(stagedNames),
    remove: (storageNames) => store.remove(storageNames),
    freeBytes: () => store.freeBytes(),
    stage: async () => {
      const key = randomBytes(32);
      // Node takes a key object four times faster than bytes.
      const cipher = createCipheriv(CIPHER, createSecretKey(key), IV);
      const writer = await store.stage();
      let held: Buffer[] = [];
      let heldBytes = 0;
      const hold = (bytes: Buffer) => {
        held.push(bytes);
        heldBytes += bytes.length;
        heldByAll += bytes.length;
      };
      const forget = () => {
        heldByAll -= heldBytes;
        held = [];
        heldBytes = 0;
      };
      const writeHeld = async () => {
        const bytes = Buffer.concat(held);
        for (const each of held) freeMemory(each);
        forget();
        await writer.write(bytes);
        freeMemory(bytes);
      };
      return {
        stagedName: writer.stagedName,
        sealedKey: ring.seal(key.toString('base64url')),
        write: async (chunk) => {
          hold(cipher.update(chunk));
          freeMemory(chunk);
          if (heldBytes >= maxHeld()) await writeHeld();
        },
        finish: async () => {
          hold(cipher.final());
          hold(cipher.getAuthTag());
          await writeHeld();
          await writer.finish();
        },
        abandon: () => {
          forget();
          return writer.abandon();
        },
      };
    },
    read: (file) =>
      limited(1, async () => {
        const stream = await store.read(file.storageName);
        return stream === null ? null : openedFile(await buffer(stream), file, ring);
      }),
  };
}

/**
 * Frees the memory of a buffer that nobody reads again. Does nothing if the buffer shares its memory with others: then V8
 * frees it later. V8 collects all garbage after every 64 MB of such memory. Under load, that took a fifth of the time.
 */
function freeMemory({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}

export function openedFile(
  bytes: Buffer,
  { sealedKey }: Pick<SealedFile, 'sealedKey'>,
  ring: KeyRing,
): Buffer {
  if (sealedKey === null) return bytes;
  const key = Buffer.from(ring.open(sealedKey), 'base64url');
  const end = Math.max(0, bytes.length - TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, key, IV).setAuthTag(bytes.subarray(end));
    return Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()]);
  } catch (cause) {
    throw new FileDamaged('The file is not what was sealed.', { cause });
  }
}
