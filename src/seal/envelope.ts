import { type Bytes, bytesOf, joined, type RandomBytes, randomBytes } from './bytes.ts';

/*
 * The format of every small encrypted value: a version byte, a random IV, then the AES-256-GCM ciphertext with its tag. `context` names
 * the value's place and is authenticated, so a value that is moved to another place does not decrypt.
 */

const FORM = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The number of bytes that encryption adds. */
export const ENVELOPE_BYTES = 1 + IV_BYTES + TAG_BYTES;

const cipher = (iv: Bytes, context: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: bytesOf(context),
});

/** Returns the IV and the ciphertext, without the version byte. The callers join them, so this function need not copy them. */
async function sealChunk(
  key: CryptoKey,
  context: string,
  plain: Bytes,
  random: RandomBytes,
): Promise<readonly [iv: Bytes, text: Bytes]> {
  const iv = random(IV_BYTES);
  return [iv, new Uint8Array(await crypto.subtle.encrypt(cipher(iv, context), key, plain))];
}

/** Returns null if the value is damaged, has another `context`, or was encrypted with another key. */
async function openChunk(key: CryptoKey, context: string, sealed: Bytes): Promise<Bytes | null> {
  if (sealed.length < IV_BYTES + TAG_BYTES) return null;
  const iv = sealed.slice(0, IV_BYTES);
  try {
    const text = sealed.subarray(IV_BYTES);
    return new Uint8Array(await crypto.subtle.decrypt(cipher(iv, context), key, text));
  } catch {
    return null;
  }
}

export const seal = async (
  key: CryptoKey,
  context: string,
  plain: Bytes,
  random: RandomBytes = randomBytes,
): Promise<Bytes> =>
  joined(new Uint8Array([FORM]), ...(await sealChunk(key, context, plain, random)));

/** Returns null if the value is damaged, has another `context` or version, or was encrypted with another key. */
export const open = async (
  key: CryptoKey,
  context: string,
  sealed: Bytes,
): Promise<Bytes | null> =>
  sealed[0] === FORM ? openChunk(key, context, sealed.subarray(1)) : null;

/*
 * The format of an encrypted file: a version byte, then chunks. Each chunk has an IV and a
 * ciphertext. It authenticates its index, whether it is the last one, and the file's size. So an
 * attacker can't remove or move a chunk, or take one from another file. Most photos are one chunk.
 * The longest file needs the memory of two chunks, apart from the resulting Blob and garbage. The
 * code does not free buffers by hand: in a trial, Chromium could then read no Blob after some
 * hundred MB.
 */

const FILE_FORM = 1;
const CHUNK_BYTES = 1_048_576;
/** The bytes of an IV and a tag. */
const MORE_BYTES = 28;

const chunkContext = (file: string, index: number, isLast: boolean, size: number): string =>
  `veld/1/file/${file}/${index}/${isLast ? 1 : 0}/${size}`;

/** The number of chunks of a file. An empty file has one empty chunk. */
const chunksOf = (size: number): number => Math.max(1, Math.ceil(size / CHUNK_BYTES));

/** The encrypted length of a file of `size` bytes. */
export const sealedFileSize = (size: number): number => 1 + size + MORE_BYTES * chunksOf(size);

/** Returns the plain file's size. Returns null if no encrypted file can have this length. */
function plainSizeOf(sealed: number): number | null {
  const chunks = Math.ceil((sealed - 1) / (CHUNK_BYTES + MORE_BYTES));
  const size = sealed - 1 - MORE_BYTES * chunks;
  return chunks > 0 && size >= 0 && chunksOf(size) === chunks ? size : null;
}

const bytesIn = async (blob: Blob): Promise<Bytes> => new Uint8Array(await blob.arrayBuffer());

/** Joins Blobs. Each part is its own Blob, so that the browser may store the part on the disk. */
const whole = ([first, ...others]: readonly Blob[], type: string): Blob =>
  first !== undefined && others.length === 0
    ? first
    : new Blob([...(first ? [first] : []), ...others], { type });

/** Encrypts a file. @param file the file's id, which is authenticated */
export async function sealFile(
  key: CryptoKey,
  file: string,
  plain: Blob,
  random: RandomBytes = randomBytes,
): Promise<Blob> {
  const { size } = plain;
  const count = chunksOf(size);
  const parts: Blob[] = [];
  for (let index = 0; index < count; index += 1) {
    const chunk = await bytesIn(plain.slice(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES));
    const context = chunkContext(file, index, index === count - 1, size);
    const [iv, text] = await sealChunk(key, context, chunk, random);
    parts.push(new Blob(index === 0 ? [new Uint8Array([FILE_FORM]), iv, text] : [iv, text]));
  }
  return whole(parts, '');
}

/**
 * Decrypts a file. Returns null if the file is damaged, has another id, or was encrypted with another key. Rejects if its bytes can't be
 * read. @param type the type of the decrypted Blob
 */
export async function openFile(
  key: CryptoKey,
  file: string,
  sealed: Blob,
  type: string,
): Promise<Blob | null> {
  const size = plainSizeOf(sealed.size);
  if (size === null) return null;
  const count = chunksOf(size);
  const parts: Blob[] = [];
  for (let index = 0; index < count; index += 1) {
    const start = index * (CHUNK_BYTES + MORE_BYTES);
    // Reads the version byte together with the first chunk, because each read of a Blob waits for another process.
    const end = 1 + start + CHUNK_BYTES + MORE_BYTES;
    const chunk = await bytesIn(sealed.slice(index === 0 ? 0 : 1 + start, end));
    if (index === 0 && chunk[0] !== FILE_FORM) return null;
    const context = chunkContext(file, index, index === count - 1, size);
    const plain = await openChunk(key, context, index === 0 ? chunk.subarray(1) : chunk);
    if (plain === null) return null;
    parts.push(new Blob([plain], { type }));
  }
  return whole(parts, type);
}
