import { type Bytes, bytesOf, joined, type RandomBytes, randomBytes } from './sealed-bytes.ts';

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
export async function sealChunk(
  key: CryptoKey,
  place: string,
  plain: Bytes,
  random: RandomBytes,
): Promise<readonly [iv: Bytes, text: Bytes]> {
  const iv = random(IV_BYTES);
  return [iv, new Uint8Array(await crypto.subtle.encrypt(cipher(iv, place), key, plain))];
}

/** null: it is not whole, was sealed for another place, or under another key. */
export async function openChunk(
  key: CryptoKey,
  place: string,
  sealed: Bytes,
): Promise<Bytes | null> {
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
