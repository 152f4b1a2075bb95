import { type Bytes, bytesOf, type RandomBytes, randomBytes } from './bytes.ts';
import { open, openFile, seal, sealFile } from './envelope.ts';
import type { Passkey } from './passkeys.ts';
import type { Secret, Secrets } from './secrets.ts';
import type { StretchParams } from './stretch/stretching.ts';

/*
 * All keys are derived by HKDF with SHA-256. The text `info` names the purpose, so that no two purposes share a key.
 */

const KEY_BITS = 256;
const forSealing: KeyUsage[] = ['encrypt', 'decrypt'];

const hkdf = (salt: Bytes, info: string) => ({
  name: 'HKDF',
  hash: 'SHA-256',
  salt,
  info: bytesOf(info),
});

/** A key for HKDF. Its bytes cannot be exported. */
export const importHkdfKey = (bytes: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey', 'deriveBits']);

/** A key that encrypts and decrypts. Its bytes cannot be exported. */
export const importAesKey = (bytes: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, forSealing);

const dataInfo = (submission: string): string => `veld/1/dek/${submission}`;

/** Derives a submission's key from the agent's key and the submission's secret. */
export const deriveSubmissionKey = (
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

/** Derives a submission's key as bytes, to wrap it with another key. The caller must overwrite the bytes after use. */
export const deriveSubmissionKeyBytes = async (
  agentKey: CryptoKey,
  secret: Bytes,
  submission: string,
): Promise<Bytes> =>
  new Uint8Array(
    await crypto.subtle.deriveBits(hkdf(secret, dataInfo(submission)), agentKey, KEY_BITS),
  );

/** Derives the key for an agent's data that belongs to no submission. */
const deriveAgentDataKey = (agentKey: CryptoKey, agent: string): Promise<CryptoKey> =>
  crypto.subtle.deriveKey(
    hkdf(new Uint8Array(0), `veld/1/own/${agent}`),
    agentKey,
    { name: 'AES-GCM', length: KEY_BITS },
    false,
    forSealing,
  );

/** The unlock method of a key slot, stored in the slot. `open` needs no input. */
export type KeySlotKind = 'open' | 'pin' | 'passkey' | 'recovery';

/** Derives the key that wraps an agent's key. `input`: the method's input, or 32 zeros. `salt`: the slot's secret or salt. */
export const deriveWrappingKey = async (
  kind: KeySlotKind,
  agent: string,
  input: Bytes,
  salt: Bytes,
): Promise<CryptoKey> =>
  crypto.subtle.deriveKey(
    hkdf(salt, `veld/1/${kind}/${agent}`),
    await importHkdfKey(input),
    { name: 'AES-GCM', length: KEY_BITS },
    false,
    forSealing,
  );

/**
 * A data encryption key (DEK), for one submission or for an agent's other data. `context` is authenticated, so a value from another place
 * does not decrypt.
 */
export type DataKey = Readonly<{
  seal: (context: string, plain: Bytes) => Promise<Bytes>;
  /** Returns null if the value is damaged, from another place, or encrypted with another key. */
  open: (context: string, sealed: Bytes) => Promise<Bytes | null>;
  sealFile: (file: string, plain: Blob) => Promise<Blob>;
  /** Returns null like `open`. Rejects if the bytes cannot be read. */
  openFile: (file: string, sealed: Blob, type: string) => Promise<Blob | null>;
}>;

/** The sending slot: the submission's key, wrapped with a secret that the worker can read without the agent. */
export type SendingSlot = Readonly<{ name: string; wrap: Bytes }>;

/**
 * A key slot: the agent's key, wrapped for one unlock method. `pepper`: the name of the secret that the slot also needs. A recovery code
 * needs no secret, so it works even if secrets are lost.
 */
export type KeySlot =
  | Readonly<{ kind: 'open'; pepper: string; sealed: Bytes }>
  | Readonly<{ kind: 'pin'; pepper: string; sealed: Bytes; salt: Bytes; stretched: StretchParams }>
  | Readonly<{ kind: 'passkey'; pepper: string; sealed: Bytes; passkey: Passkey }>
  | Readonly<{ kind: 'recovery'; sealed: Bytes; salt: Bytes }>;

export type StoredAgent = Readonly<{ id: string; wraps: readonly KeySlot[] }>;

/** The input that unlocks an agent's key. `input`: the stretched PIN, the passkey's output, or the recovery code's bits. */
export type UnlockInput = Readonly<
  { kind: 'open' } | { kind: 'pin' | 'passkey' | 'recovery'; input: Bytes }
>;

type SecretBackedMethod =
  | Readonly<{ kind: 'open'; pepper: Secret }>
  | Readonly<{ kind: 'pin'; pepper: Secret; input: Bytes; salt: Bytes; stretched: StretchParams }>
  | Readonly<{ kind: 'passkey'; pepper: Secret; input: Bytes; passkey: Passkey }>;

/** An unlock method that is being added. */
export type NewUnlockMethod = SecretBackedMethod | Readonly<{ kind: 'recovery'; input: Bytes }>;

export type MadeAgent = Readonly<{ agent: StoredAgent; key: AgentKey }>;

/** The key encryption key (KEK) in memory. */
export type AgentKey = Readonly<{
  agent: string;
  /** The `CryptoKey` for HKDF. Another tab can make an `AgentKey` from it (`keyFrom`). */
  source: unknown;
  /** The key for the agent's data that belongs to no submission. */
  agentDataKey: () => Promise<DataKey>;
  /** Returns null if the secret is lost. Rejects, like `makeSendingSlot`, if a secret storage fails; a later call may succeed. */
  submissionKey: (id: string, secret: string) => Promise<DataKey | null>;
  /** Returns null if the secret is lost. */
  makeSendingSlot: (id: string, secret: string, other: Secret) => Promise<SendingSlot | null>;
}>;

/** All key operations. A port: the simulation uses a fast and deterministic implementation. */
export type CryptoPort = Readonly<{
  newAgent: (id: string, pepper: Secret) => Promise<MadeAgent>;
  /** Returns null if no slot opens, if the pepper is lost, or if the slot is damaged. */
  openAgent: (agent: StoredAgent, method: UnlockInput) => Promise<AgentKey | null>;
  /** Unlocks the key and wraps it for other methods. Returns null like `openAgent`. */
  rewrap: (
    agent: StoredAgent,
    method: UnlockInput,
    others: readonly NewUnlockMethod[],
  ) => Promise<readonly KeySlot[] | null>;
  /** Makes an agent's key from the `source` that another tab sent. Returns null if `source` is no `CryptoKey`. */
  keyFrom: (agent: string, source: unknown) => AgentKey | null;
  /** Returns null if the secret is lost or the slot is damaged. */
  openSendingSlot: (id: string, send: SendingSlot) => Promise<DataKey | null>;
}>;

const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** The input of a slot of kind `open`: zeros. */
const NOTHING = new Uint8Array(KEY_BYTES);

const slotContext = (kind: KeySlotKind, agent: string): string => `veld/1/wrap/${kind}/${agent}`;
const sendingContext = (id: string): string => `veld/1/send/${id}`;

/** The stored form of a slot. */
export function toKeySlot(method: SecretBackedMethod, pepper: string, sealed: Bytes): KeySlot {
  switch (method.kind) {
    case 'open':
      return { kind: 'open', pepper, sealed };
    case 'pin':
      return { kind: 'pin', pepper, sealed, salt: method.salt, stretched: method.stretched };
    case 'passkey':
      return { kind: 'passkey', pepper, sealed, passkey: method.passkey };
  }
}

const inputOf = (method: UnlockInput | NewUnlockMethod): Bytes =>
  method.kind === 'open' ? NOTHING : method.input;

export function webCryptoPort(
  secrets: Pick<Secrets, 'read'>,
  random: RandomBytes = randomBytes,
): CryptoPort {
  const dataKey = (key: CryptoKey): DataKey => ({
    seal: (context, plain) => seal(key, context, plain, random),
    open: (context, sealed) => open(key, context, sealed),
    sealFile: (file, plain) => sealFile(key, file, plain, random),
    openFile: (file, sealed, type) => openFile(key, file, sealed, type),
  });

  const agentKey = (agent: string, source: CryptoKey): AgentKey => ({
    agent,
    source,
    agentDataKey: async () => dataKey(await deriveAgentDataKey(source, agent)),
    submissionKey: async (id, name) => {
      const secret = await secrets.read(name);
      return secret && dataKey(await deriveSubmissionKey(source, secret, id));
    },
    makeSendingSlot: async (id, name, other) => {
      const secret = await secrets.read(name);
      if (secret === null) return null;
      const bits = await deriveSubmissionKeyBytes(source, secret, id);
      const wrap = await seal(await importAesKey(other.bytes), sendingContext(id), bits, random);
      bits.fill(0);
      return { name: other.name, wrap };
    },
  });

  /** Unwraps an agent's key. The caller must overwrite the bytes after use. */
  async function unwrapKey({ id, wraps }: StoredAgent, method: UnlockInput): Promise<Bytes | null> {
    for (const wrap of wraps) {
      if (wrap.kind !== method.kind) continue;
      const salt = wrap.kind === 'recovery' ? wrap.salt : await secrets.read(wrap.pepper);
      const under = salt && (await deriveWrappingKey(wrap.kind, id, inputOf(method), salt));
      const bits = under && (await open(under, slotContext(wrap.kind, id), wrap.sealed));
      if (bits) return bits;
    }
    return null;
  }

  async function makeKeySlot(id: string, bits: Bytes, method: NewUnlockMethod): Promise<KeySlot> {
    const { kind } = method;
    const salt = kind === 'recovery' ? random(SALT_BYTES) : method.pepper.bytes;
    const under = await deriveWrappingKey(kind, id, inputOf(method), salt);
    const sealed = await seal(under, slotContext(kind, id), bits, random);
    if (kind === 'recovery') return { kind, salt, sealed };
    return toKeySlot(method, method.pepper.name, sealed);
  }

  return {
    newAgent: async (id, pepper) => {
      const bits = random(KEY_BYTES);
      const wrap = await makeKeySlot(id, bits, { kind: 'open', pepper });
      const key = agentKey(id, await importHkdfKey(bits));
      bits.fill(0);
      return { agent: { id, wraps: [wrap] }, key };
    },

    openAgent: async (agent, method) => {
      const bits = await unwrapKey(agent, method);
      if (bits === null) return null;
      const key = agentKey(agent.id, await importHkdfKey(bits));
      bits.fill(0);
      return key;
    },

    rewrap: async (agent, method, others) => {
      const bits = await unwrapKey(agent, method);
      if (bits === null) return null;
      const wraps = await Promise.all(others.map((other) => makeKeySlot(agent.id, bits, other)));
      bits.fill(0);
      return wraps;
    },

    keyFrom: (agent, source) => (source instanceof CryptoKey ? agentKey(agent, source) : null),

    openSendingSlot: async (id, { name, wrap }) => {
      const secret = await secrets.read(name);
      if (secret === null) return null;
      const bits = await open(await importAesKey(secret), sendingContext(id), wrap);
      if (bits === null) return null;
      const key = dataKey(await importAesKey(bits));
      bits.fill(0);
      return key;
    },
  };
}
