import { type Bytes, bytesOf, joined } from '../../../src/seal/bytes.ts';
import {
  type AgentKey,
  type CryptoPort,
  type DataKey,
  type KeySlot,
  type NewUnlockMethod,
  type StoredAgent,
  toKeySlot,
  type UnlockInput,
} from '../../../src/seal/key-hierarchy.ts';
import type { SecretStorage } from '../../../src/seal/secret-storage.ts';
import { type Secrets, secretsIn } from '../../../src/seal/secrets.ts';

export const hexOf = (bytes: Bytes): string => Buffer.from(bytes).toString('hex');

export const fromHex = (hex: string): Bytes => new Uint8Array(Buffer.from(hex, 'hex'));

/** `length` bytes that count up from `first`. */
export const bytesFrom = (first: number, length = 32): Bytes =>
  Uint8Array.from({ length }, (_, index) => first + index);

/*
 * Keys without cryptography, for tests that simulate thousands of processes. They are fast, deterministic, and as strict as real keys. An
 * encrypted value starts with a hash of its key, its place and its content. Another key or place does not open it. Its text is hidden.
 */

const MARK_BYTES = 8;

const SEED = 0x811c9dc5;

function hashOf(text: string, before = SEED): number {
  let hash = before;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** A simulation hashes thousands of bytes for each seed, so this loop takes most of its time. */
function hashOfBytes(bytes: Uint8Array, before: number): number {
  let hash = before;
  for (let index = 0; index < bytes.length; index += 1)
    hash = Math.imul(hash ^ (bytes[index] ?? 0), 0x01000193);
  return hash >>> 0;
}

function markOf(key: string, place: string, plain: Uint8Array): Bytes {
  const under = hashOf(key);
  const mark = new DataView(new ArrayBuffer(MARK_BYTES));
  mark.setUint32(0, hashOf(` at ${place}`, under));
  mark.setUint32(4, hashOfBytes(plain, under));
  return new Uint8Array(mark.buffer);
}

/** XORs each byte with a byte that depends only on the key and the position. A second call restores the bytes. */
function turned(key: string, bytes: Uint8Array): Bytes {
  let state = hashOf(key) | 1;
  const made = new Uint8Array(bytes.length);
  for (let index = 0; index < bytes.length; index += 1) {
    state = Math.imul(state, 0x5bd1e995) + 0x7f4a7c15;
    made[index] = (bytes[index] ?? 0) ^ (state >>> 24);
  }
  return made;
}

const sealUnder = (key: string, place: string, plain: Bytes): Bytes =>
  joined(markOf(key, place, plain), turned(key, plain));

function openUnder(key: string, place: string, sealed: Bytes): Bytes | null {
  const plain = turned(key, sealed.subarray(MARK_BYTES));
  return markOf(key, place, plain).every((byte, index) => byte === sealed[index]) ? plain : null;
}

/** The type of an encrypted file begins with this. Only the file's type is encrypted, because the simulation does not read its bytes. */
const SEALED_TYPE = 'application/x-sealed;';

const dataKey = (key: string): DataKey => ({
  seal: async (place, plain) => sealUnder(key, place, plain),
  open: async (place, sealed) => openUnder(key, place, sealed),
  sealFile: async (file, plain) => {
    const form = sealUnder(key, `file ${file} ${plain.size}`, bytesOf(plain.type));
    return plain.slice(0, plain.size, SEALED_TYPE + hexOf(form));
  },
  openFile: async (file, sealed, type) => {
    if (sealed.type.endsWith('unreadable'))
      throw new DOMException('The file is gone.', 'NotReadableError');
    if (!sealed.type.startsWith(SEALED_TYPE)) return null;
    const form = new Uint8Array(Buffer.from(sealed.type.slice(SEALED_TYPE.length), 'hex'));
    const plain = openUnder(key, `file ${file} ${sealed.size}`, form);
    const held = plain && new TextDecoder().decode(plain);
    return held === null ? null : sealed.slice(0, sealed.size, held === '' ? type : held);
  },
});

export function modelKeys(secrets: Pick<Secrets, 'read'>): CryptoPort {
  const underSecret = async (name: string): Promise<string | null> => {
    const secret = await secrets.read(name);
    return secret && hexOf(secret);
  };
  const agentKey = (agent: string, bits: string): AgentKey => {
    const keyOf = (id: string, secret: string): string => `key of ${id} from ${bits} and ${secret}`;
    return {
      agent,
      source: bits,
      agentDataKey: async () => dataKey(`own key of ${agent} from ${bits}`),
      submissionKey: async (id, name) => {
        const secret = await underSecret(name);
        return secret === null ? null : dataKey(keyOf(id, secret));
      },
      makeSendingSlot: async (id, name, other) => {
        const secret = await underSecret(name);
        if (secret === null) return null;
        const bytes = bytesOf(keyOf(id, secret));
        return { name: other.name, wrap: sealUnder(hexOf(other.bytes), `send ${id}`, bytes) };
      },
    };
  };
  /** The input of an unlock method, without its pepper or salt. */
  const fromOf = (way: UnlockInput | NewUnlockMethod): string =>
    way.kind === 'open' ? '' : hexOf(way.input);
  const place = (kind: string, id: string): string => `${kind} way of ${id}`;
  const wrapped = (id: string, bits: string, way: NewUnlockMethod): KeySlot => {
    const { kind } = way;
    const salt = kind === 'recovery' ? bytesFor(`${id} ${fromOf(way)}`, 16) : way.pepper.bytes;
    const sealed = sealUnder(hexOf(salt) + fromOf(way), place(kind, id), bytesOf(bits));
    if (kind === 'recovery') return { kind, salt, sealed };
    return toKeySlot(way, way.pepper.name, sealed);
  };
  const unwrapKey = async (
    { id, wraps }: StoredAgent,
    way: UnlockInput,
  ): Promise<string | null> => {
    for (const wrap of wraps) {
      if (wrap.kind !== way.kind) continue;
      const salt = wrap.kind === 'recovery' ? hexOf(wrap.salt) : await underSecret(wrap.pepper);
      const under = salt && salt + fromOf(way);
      const bits = under && openUnder(under, place(wrap.kind, id), wrap.sealed);
      if (bits) return new TextDecoder().decode(bits);
    }
    return null;
  };
  return {
    newAgent: async (id, pepper) => {
      const bits = `the key of ${id}, ${hashOf(hexOf(pepper.bytes))}`;
      const wrap = wrapped(id, bits, { kind: 'open', pepper });
      return { agent: { id, wraps: [wrap] }, key: agentKey(id, bits) };
    },
    openAgent: async (agent, way) => {
      const bits = await unwrapKey(agent, way);
      return bits === null ? null : agentKey(agent.id, bits);
    },
    rewrap: async (agent, way, others) => {
      const bits = await unwrapKey(agent, way);
      return bits === null ? null : others.map((other) => wrapped(agent.id, bits, other));
    },
    keyFrom: (agent, source) => (typeof source === 'string' ? agentKey(agent, source) : null),
    openSendingSlot: async (id, { name, wrap }) => {
      const under = await underSecret(name);
      const key = under && openUnder(under, `send ${id}`, wrap);
      return key ? dataKey(new TextDecoder().decode(key)) : null;
    },
  };
}

/** Pseudo-random bytes, the same for the same seed. */
function bytesFor(seed: string, length: number): Bytes {
  let state = hashOf(seed);
  return Uint8Array.from({ length }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39;
    return state >>> 24;
  });
}

/** Secrets without WebCrypto. WebCrypto takes real time, and these tests have virtual time. */
export const modelSecrets = (storages: readonly SecretStorage[], newId: () => string): Secrets =>
  secretsIn(storages, {
    newName: newId,
    random: (length) => bytesFor(newId(), length),
    checksumOf: async (bytes) => bytesFor(bytes.join(), 4),
    limitMs: 60_000,
  });
