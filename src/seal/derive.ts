import { type Bytes, bytesOf } from './sealed-bytes.ts';

/*
 * Keys that come from others, by HKDF with SHA-256. The `info` of each says what it is for, so that no two purposes share one.
 */

const KEY_BITS = 256;
const forSealing: KeyUsage[] = ['encrypt', 'decrypt'];

const hkdf = (salt: Bytes, info: string) => ({
  name: 'HKDF',
  hash: 'SHA-256',
  salt,
  info: bytesOf(info),
});

/** A key that others are derived from; its own bytes can't be had from it again. */
export const asSource = (bytes: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey', 'deriveBits']);

/** A key that seals and opens; its own bytes can't be had from it again. */
export const asSealingKey = (bytes: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, forSealing);

const dataInfo = (submission: string): string => `veld/1/dek/${submission}`;

/** The key of one submission: of its agent's key and of a secret that is its own. */
export const dataKeyOf = (
  agentKey: CryptoKey,
  secret: Bytes,
  submission: string,
): Promise<CryptoKey> =>
  crypto.subtle.deriveKey(
    hkdf(secret, dataInfo(submission)),
    agentKey,
    { name: 'AES-GCM', length: KEY_BITS },
    false,
    forSealing,
  );

/** The same as bytes, to be wrapped under another key. Whoever asks lets go of them at once. */
export const dataKeyBytes = async (
  agentKey: CryptoKey,
  secret: Bytes,
  submission: string,
): Promise<Bytes> =>
  new Uint8Array(
    await crypto.subtle.deriveBits(hkdf(secret, dataInfo(submission)), agentKey, KEY_BITS),
  );

/** The key of what is an agent's and no submission's. */
export const ownKeyOf = (agentKey: CryptoKey, agent: string): Promise<CryptoKey> =>
  crypto.subtle.deriveKey(
    hkdf(new Uint8Array(0), `veld/1/own/${agent}`),
    agentKey,
    { name: 'AES-GCM', length: KEY_BITS },
    false,
    forSealing,
  );

/** How an agent's key is opened. */
export type WrapKind = 'open' | 'pin' | 'passkey' | 'recovery';

/** The key under which an agent's key is wrapped. `from`: 32 zeros, what a PIN becomes, and so on; `salt`: a secret of the wrap's own. */
export const wrappingKeyOf = async (
  kind: WrapKind,
  agent: string,
  from: Bytes,
  salt: Bytes,
): Promise<CryptoKey> =>
  crypto.subtle.deriveKey(
    hkdf(salt, `veld/1/${kind}/${agent}`),
    await asSource(from),
    { name: 'AES-GCM', length: KEY_BITS },
    false,
    forSealing,
  );
