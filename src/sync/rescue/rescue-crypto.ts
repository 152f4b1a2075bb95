/** OWASP's count for PBKDF2 with HMAC-SHA-256 (Password Storage Cheat Sheet). */
export const MIN_ITERATIONS = 600_000;
/** A file that asks for more than this is not ours; it would only keep the phone busy. */
export const MAX_ITERATIONS = 5_000_000;

/** What sealing adds to each part: the authentication tag of AES-GCM. */
export const SEAL_BYTES = 16;

export type Bytes = Uint8Array<ArrayBuffer>;

/** AES-256-GCM under a passphrase; one key for each file, so a counter is a safe nonce. */
export type Sealer = Readonly<{
  seal: (index: number, plain: Bytes) => Promise<Bytes>;
  /** Null: not sealed with this passphrase, at this place, in this file; or damaged. */
  open: (index: number, sealed: Bytes) => Promise<Bytes | null>;
}>;

/** @param about what every part is bound to besides its place: the hash of the file's header */
export async function sealerFor(
  passphrase: string,
  salt: Bytes,
  iterations: number,
  about: string,
): Promise<Sealer> {
  const secret = new TextEncoder().encode(passphrase.normalize('NFC'));
  const base = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey']);
  const key = await crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
  const algorithm = (index: number): AesGcmParams => {
    const iv = new Uint8Array(12);
    new DataView(iv.buffer).setUint32(8, index);
    return {
      name: 'AES-GCM',
      iv,
      additionalData: new TextEncoder().encode(`${about}/${index}`),
    };
  };
  return {
    seal: async (index, plain) =>
      new Uint8Array(await crypto.subtle.encrypt(algorithm(index), key, plain)),
    open: async (index, sealed) => {
      try {
        return new Uint8Array(await crypto.subtle.decrypt(algorithm(index), key, sealed));
      } catch {
        return null;
      }
    },
  };
}

export const toBase64 = (bytes: Bytes): string => btoa(String.fromCharCode(...bytes));

export const fromBase64 = (text: string): Bytes =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
