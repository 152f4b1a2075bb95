import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { KeyRing } from '../keys/key-ring.ts';
import { createLimiter } from '../queues.ts';
import type { FileStore, StagedWriter } from './file-store-port.ts';

const CIPHER = 'aes-256-gcm';
/** Each key encrypts only one file, so the IV may be constant. */
const IV = Buffer.alloc(12);
const TAG_BYTES = 16;
/** The number of bytes to collect for one write. So a signature needs one write, not one for each chunk and its tag. */
const HELD_BYTES = 16 * 1024;
/** Each file is in memory twice while it is decrypted, as ciphertext and plaintext: 20 MB for the largest. */
const MAX_OPENED_AT_ONCE = 4;

/**
 * A file's storage name and its encrypted key from the row. The key is null if the file is older than the encryption.
 */
export type SealedFile = Readonly<{ storageName: string; sealedKey: string | null }>;

/**
 * `sealedKey`: the file's encrypted key, which the row must store. Without the key the bytes are
 * unreadable, so a deletion need not overwrite them.
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
      };
      const writeHeld = async () => {
        const [first] = held;
        const bytes = held.length === 1 && first !== undefined ? first : Buffer.concat(held);
        held = [];
        heldBytes = 0;
        await writer.write(bytes);
      };
      return {
        stagedName: writer.stagedName,
        sealedKey: ring.seal(key.toString('base64url')),
        write: async (chunk) => {
          hold(cipher.update(chunk));
          if (heldBytes >= HELD_BYTES) await writeHeld();
        },
        finish: async () => {
          hold(cipher.final());
          hold(cipher.getAuthTag());
          await writeHeld();
          await writer.finish();
        },
        abandon: () => writer.abandon(),
      };
    },
    read: (file) =>
      limited(1, async () => {
        const stream = await store.read(file.storageName);
        return stream === null ? null : openedFile(await buffer(stream), file, ring);
      }),
  };
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
