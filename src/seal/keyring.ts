import {
  asSealingKey,
  asSource,
  dataKeyBytes,
  dataKeyOf,
  ownKeyOf,
  wrappingKeyOf,
} from './derive.ts';
import { open, seal } from './envelope.ts';
import { openFile, sealFile } from './file-seal.ts';
import { type Bytes, type RandomBytes, randomBytes } from './sealed-bytes.ts';
import type { Secret, Secrets } from './secrets.ts';

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

/** An agent, as stored: their key, wrapped. */
export type StoredAgent = Readonly<{
  id: string;
  /** `pepper`: the secret without which the wrap does not open. */
  wraps: readonly Readonly<{ kind: 'open'; pepper: string; sealed: Bytes }>[];
}>;

export type MadeAgent = Readonly<{ agent: StoredAgent; key: AgentKey }>;

/** An agent's key, in memory. */
export type AgentKey = Readonly<{
  agent: string;
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
  /** null: a pepper is lost, or the wrap is damaged. */
  openAgent: (agent: StoredAgent) => Promise<AgentKey | null>;
  /** null: the secret is lost, or the wrap is damaged. */
  forSending: (id: string, send: SendWrap) => Promise<DataKey | null>;
}>;

const KEY_BYTES = 32;
/** Where nothing is asked of a person. */
const NOTHING = new Uint8Array(KEY_BYTES);

const wrapPlace = (agent: string): string => `veld/1/wrap/open/${agent}`;
const sendPlace = (id: string): string => `veld/1/send/${id}`;

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

  return {
    newAgent: async (id, { bytes: salt, name }) => {
      const bits = random(KEY_BYTES);
      const under = await wrappingKeyOf('open', id, NOTHING, salt);
      const sealed = await seal(under, wrapPlace(id), bits, random);
      const key = agentKey(id, await asSource(bits));
      bits.fill(0);
      return { agent: { id, wraps: [{ kind: 'open', pepper: name, sealed }] }, key };
    },

    openAgent: async ({ id, wraps }) => {
      for (const { kind, pepper, sealed } of wraps) {
        const salt = await secrets.read(pepper);
        const under = salt && (await wrappingKeyOf(kind, id, NOTHING, salt));
        const bits = under && (await open(under, wrapPlace(id), sealed));
        if (!bits) continue;
        const key = agentKey(id, await asSource(bits));
        bits.fill(0);
        return key;
      }
      return null;
    },

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
