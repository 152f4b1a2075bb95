import { type Bytes, bytesOf, joined, type RandomBytes, randomBytes } from './bytes.ts';

/*
 * The form of everything small that is sealed: a byte that says which form this is, a random IV, the text under AES-256-GCM with its
 * tag. The place where it lies is sealed in with it, so that what is moved to another place does not open there.
 */

const FORM = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** So much longer is what is sealed. */
export const ENVELOPE_BYTES = 1 + IV_BYTES + TAG_BYTES;

const cipher = (iv: Bytes, place: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: bytesOf(place),
});

/** IV and sealed text, without the byte that says the form; apart, as whoever writes them copies them anyway. */
async function sealChunk(
  key: CryptoKey,
  place: string,
  plain: Bytes,
  random: RandomBytes,
): Promise<readonly [iv: Bytes, text: Bytes]> {
  const iv = random(IV_BYTES);
  return [iv, new Uint8Array(await crypto.subtle.encrypt(cipher(iv, place), key, plain))];
}

/** null: it is not whole, was sealed for another place, or under another key. */
async function openChunk(key: CryptoKey, place: string, sealed: Bytes): Promise<Bytes | null> {
  if (sealed.length < IV_BYTES + TAG_BYTES) return null;
  const iv = sealed.slice(0, IV_BYTES);
  try {
    const text = sealed.subarray(IV_BYTES);
    return new Uint8Array(await crypto.subtle.decrypt(cipher(iv, place), key, text));
  } catch {
    return null;
  }
}

export const seal = async (
  key: CryptoKey,
  place: string,
  plain: Bytes,
  random: RandomBytes = randomBytes,
): Promise<Bytes> =>
  joined(new Uint8Array([FORM]), ...(await sealChunk(key, place, plain, random)));

/** null: it is not whole, was sealed for another place, or under another key; or a later version sealed it. */
export const open = async (key: CryptoKey, place: string, sealed: Bytes): Promise<Bytes | null> =>
  sealed[0] === FORM ? openChunk(key, place, sealed.subarray(1)) : null;

/*
 * A file: the byte that says the form, then chunks, each an IV and a sealed text. A chunk's place says which of them it is, whether it is
 * the last and how long the whole file is: none can be left out, put elsewhere or taken from another file. So a photo is one chunk,
 * and the longest file never needs more memory than two chunks beside the Blob that it becomes. What the collector has not taken yet comes
 * on top: letting go of the buffers by hand was tried, and Chromium could then read no Blob any more after some hundred MB.
 */

const FILE_FORM = 1;
const CHUNK_BYTES = 1_048_576;
/** IV and tag. */
const MORE_BYTES = 28;

const placeOf = (file: string, index: number, isLast: boolean, size: number): string =>
  `veld/1/file/${file}/${index}/${isLast ? 1 : 0}/${size}`;

/** An empty file is one empty chunk. */
const chunksOf = (size: number): number => Math.max(1, Math.ceil(size / CHUNK_BYTES));

/** The length of a file of `size` bytes once it is sealed. */
export const sealedFileSize = (size: number): number => 1 + size + MORE_BYTES * chunksOf(size);

/** null: no file is so long once it is sealed. */
function plainSizeOf(sealed: number): number | null {
  const chunks = Math.ceil((sealed - 1) / (CHUNK_BYTES + MORE_BYTES));
  const size = sealed - 1 - MORE_BYTES * chunks;
  return chunks > 0 && size >= 0 && chunksOf(size) === chunks ? size : null;
}

const bytesIn = async (blob: Blob): Promise<Bytes> => new Uint8Array(await blob.arrayBuffer());

/** Each part is a Blob of its own: the browser may keep it on the disk. */
const whole = ([first, ...others]: readonly Blob[], type: string): Blob =>
  first !== undefined && others.length === 0
    ? first
    : new Blob([...(first ? [first] : []), ...others], { type });

/** @param file its id, which says where it lies */
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
    const place = placeOf(file, index, index === count - 1, size);
    const [iv, text] = await sealChunk(key, place, chunk, random);
    parts.push(new Blob(index === 0 ? [new Uint8Array([FILE_FORM]), iv, text] : [iv, text]));
  }
  return whole(parts, '');
}

/**
 * null: it is not whole, is another file's, or is sealed under another key. Rejects where its bytes can't be read.
 * @param type of the file
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
    // The byte before comes with the first chunk: each reading of a Blob waits for another process.
    const end = 1 + start + CHUNK_BYTES + MORE_BYTES;
    const chunk = await bytesIn(sealed.slice(index === 0 ? 0 : 1 + start, end));
    if (index === 0 && chunk[0] !== FILE_FORM) return null;
    const place = placeOf(file, index, index === count - 1, size);
    const plain = await openChunk(key, place, index === 0 ? chunk.subarray(1) : chunk);
    if (plain === null) return null;
    parts.push(new Blob([plain], { type }));
  }
  return whole(parts, type);
}
