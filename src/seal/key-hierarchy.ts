import { type Bytes, bytesOf, type RandomBytes, randomBytes } from './bytes.ts';
import { open, openFile, seal, sealFile } from './envelope.ts';
import type { Passkey } from './passkeys.ts';
import type { Secret, Secrets } from './secrets.ts';
import type { Stretching } from './stretch/stretching.ts';

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
const ownKeyOf = (agentKey: CryptoKey, agent: string): Promise<CryptoKey> =>
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

/** What seals and opens one submission. Places are of its own making: what lies at another does not open. */
export type DataKey = Readonly<{
  seal: (place: string, plain: Bytes) => Promise<Bytes>;
  /** null: not whole, of another place, or under another key. */
  open: (place: string, sealed: Bytes) => Promise<Bytes | null>;
  sealFile: (file: string, plain: Blob) => Promise<Blob>;
  /** null: as `open`. Rejects where the bytes can't be read. */
  openFile: (file: string, sealed: Blob, type: string) => Promise<Blob | null>;
}>;

/** The second way to a submission's key, for whoever sends it: wrapped under a secret that a worker can read with nobody there. */
export type SendWrap = Readonly<{ name: string; wrap: Bytes }>;

/**
 * An agent's key, wrapped: one way to it. `pepper`: the secret without which it does not open. A recovery code has none, so that it helps
 * where secrets are lost.
 */
export type StoredWrap =
  | Readonly<{ kind: 'open'; pepper: string; sealed: Bytes }>
  | Readonly<{ kind: 'pin'; pepper: string; sealed: Bytes; salt: Bytes; stretched: Stretching }>
  | Readonly<{ kind: 'passkey'; pepper: string; sealed: Bytes; passkey: Passkey }>
  | Readonly<{ kind: 'recovery'; sealed: Bytes; salt: Bytes }>;

/** An agent, as stored. */
export type StoredAgent = Readonly<{ id: string; wraps: readonly StoredWrap[] }>;

/** What opens an agent's key. `from`: what the PIN was stretched to; what the passkey gave; the code's bits. */
export type Way = Readonly<
  { kind: 'open' } | { kind: 'pin' | 'passkey' | 'recovery'; from: Bytes }
>;

type PepperedWay =
  | Readonly<{ kind: 'open'; pepper: Secret }>
  | Readonly<{ kind: 'pin'; pepper: Secret; from: Bytes; salt: Bytes; stretched: Stretching }>
  | Readonly<{ kind: 'passkey'; pepper: Secret; from: Bytes; passkey: Passkey }>;

/** A way that is to be. */
export type NewWay = PepperedWay | Readonly<{ kind: 'recovery'; from: Bytes }>;

export type MadeAgent = Readonly<{ agent: StoredAgent; key: AgentKey }>;

/** An agent's key, in memory. */
export type AgentKey = Readonly<{
  agent: string;
  /** For another page of this browser, which makes the same of it (`keyFrom`). */
  source: unknown;
  /** Of what is theirs, and no submission's. */
  own: () => Promise<DataKey>;
  /** null: the secret is lost. Here and below: rejects where a home of the secrets failed, which may pass. */
  ofSubmission: (id: string, secret: string) => Promise<DataKey | null>;
  /** null: the secret is lost. */
  wrapForSending: (id: string, secret: string, other: Secret) => Promise<SendWrap | null>;
}>;

/** Everything here comes in through this port: the simulation has one of its own that is quick and always the same. */
export type KeySmith = Readonly<{
  /** A new agent whose key opens with nothing but `pepper`. */
  newAgent: (id: string, pepper: Secret) => Promise<MadeAgent>;
  /** null: nothing, or not the right thing, opens it; or a pepper is lost, or the wrap is damaged. */
  openAgent: (agent: StoredAgent, way: Way) => Promise<AgentKey | null>;
  /** Opens it and wraps it for other ways. null: as above. */
  rewrap: (
    agent: StoredAgent,
    way: Way,
    others: readonly NewWay[],
  ) => Promise<readonly StoredWrap[] | null>;
  /** What another page of this browser gave; null: it is none. */
  keyFrom: (agent: string, source: unknown) => AgentKey | null;
  /** null: the secret is lost, or the wrap is damaged. */
  forSending: (id: string, send: SendWrap) => Promise<DataKey | null>;
}>;

const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** Where nothing is asked of a person. */
const NOTHING = new Uint8Array(KEY_BYTES);

const wrapPlace = (kind: WrapKind, agent: string): string => `veld/1/wrap/${kind}/${agent}`;
const sendPlace = (id: string): string => `veld/1/send/${id}`;

/** As it is kept. */
export function wrapOf(way: PepperedWay, pepper: string, sealed: Bytes): StoredWrap {
  switch (way.kind) {
    case 'open':
      return { kind: 'open', pepper, sealed };
    case 'pin':
      return { kind: 'pin', pepper, sealed, salt: way.salt, stretched: way.stretched };
    case 'passkey':
      return { kind: 'passkey', pepper, sealed, passkey: way.passkey };
  }
}

const fromOf = (way: Way | NewWay): Bytes => (way.kind === 'open' ? NOTHING : way.from);

/** WebCrypto's. */
export function keySmith(
  secrets: Pick<Secrets, 'read'>,
  random: RandomBytes = randomBytes,
): KeySmith {
  const dataKey = (key: CryptoKey): DataKey => ({
    seal: (place, plain) => seal(key, place, plain, random),
    open: (place, sealed) => open(key, place, sealed),
    sealFile: (file, plain) => sealFile(key, file, plain, random),
    openFile: (file, sealed, type) => openFile(key, file, sealed, type),
  });

  const agentKey = (agent: string, source: CryptoKey): AgentKey => ({
    agent,
    source,
    own: async () => dataKey(await ownKeyOf(source, agent)),
    ofSubmission: async (id, name) => {
      const secret = await secrets.read(name);
      return secret && dataKey(await dataKeyOf(source, secret, id));
    },
    wrapForSending: async (id, name, other) => {
      const secret = await secrets.read(name);
      if (secret === null) return null;
      const bits = await dataKeyBytes(source, secret, id);
      const wrap = await seal(await asSealingKey(other.bytes), sendPlace(id), bits, random);
      bits.fill(0);
      return { name: other.name, wrap };
    },
  });

  /** Whoever asks lets go of the bits at once. */
  async function bitsOf({ id, wraps }: StoredAgent, way: Way): Promise<Bytes | null> {
    for (const wrap of wraps) {
      if (wrap.kind !== way.kind) continue;
      const salt = wrap.kind === 'recovery' ? wrap.salt : await secrets.read(wrap.pepper);
      const under = salt && (await wrappingKeyOf(wrap.kind, id, fromOf(way), salt));
      const bits = under && (await open(under, wrapPlace(wrap.kind, id), wrap.sealed));
      if (bits) return bits;
    }
    return null;
  }

  async function wrapped(id: string, bits: Bytes, way: NewWay): Promise<StoredWrap> {
    const { kind } = way;
    const salt = kind === 'recovery' ? random(SALT_BYTES) : way.pepper.bytes;
    const under = await wrappingKeyOf(kind, id, fromOf(way), salt);
    const sealed = await seal(under, wrapPlace(kind, id), bits, random);
    if (kind === 'recovery') return { kind, salt, sealed };
    return wrapOf(way, way.pepper.name, sealed);
  }

  return {
    newAgent: async (id, pepper) => {
      const bits = random(KEY_BYTES);
      const wrap = await wrapped(id, bits, { kind: 'open', pepper });
      const key = agentKey(id, await asSource(bits));
      bits.fill(0);
      return { agent: { id, wraps: [wrap] }, key };
    },

    openAgent: async (agent, way) => {
      const bits = await bitsOf(agent, way);
      if (bits === null) return null;
      const key = agentKey(agent.id, await asSource(bits));
      bits.fill(0);
      return key;
    },

    rewrap: async (agent, way, others) => {
      const bits = await bitsOf(agent, way);
      if (bits === null) return null;
      const wraps = await Promise.all(others.map((other) => wrapped(agent.id, bits, other)));
      bits.fill(0);
      return wraps;
    },

    keyFrom: (agent, source) => (source instanceof CryptoKey ? agentKey(agent, source) : null),

    forSending: async (id, { name, wrap }) => {
      const secret = await secrets.read(name);
      if (secret === null) return null;
      const bits = await open(await asSealingKey(secret), sendPlace(id), wrap);
      if (bits === null) return null;
      const key = dataKey(await asSealingKey(bits));
      bits.fill(0);
      return key;
    },
  };
}
