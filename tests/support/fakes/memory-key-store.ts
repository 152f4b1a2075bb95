import { sha256 } from '../../../src/platform/sha256.ts';
import type { AgentKey, CryptoPort, DataKey } from '../../../src/seal/key-hierarchy.ts';
import type { SecretStorage } from '../../../src/seal/secret-storage.ts';
import type { Secrets } from '../../../src/seal/secrets.ts';
import { peppersOf } from '../../../src/store/format/agent-row.ts';
import type { AgentRow, SecretNameRow } from '../../../src/store/format/rows.ts';
import { areKeys, decodeSubmission } from '../../../src/store/format/submission-row.ts';
import { accessOf, hasLock, isOpen } from '../../../src/store/keys/agent-access.ts';
import { AgentLocked } from '../../../src/store/keys/agent-keys.ts';
import type { KeyedRow, KeyStore } from '../../../src/store/keys/key-store.ts';
import { openSubmission } from '../../../src/store/keys/sealed-rows.ts';
import { modelKeys, modelSecrets } from './model-keys.ts';

/** The agents and secrets that outlive a process. */
export type KeyStoreDisk = Readonly<{
  agents: Map<string, AgentRow>;
  secretNames: Map<string, SecretNameRow>;
}>;

/** The number of secrets that are created if none is available. */
const FIRST_FEW = 6;

export type MemoryKeyStore = KeyStore &
  Readonly<{
    secrets: Secrets;
    cryptoPort: CryptoPort;
    spare: () => SecretNameRow | undefined;
    anyAvailable: () => Promise<SecretNameRow>;
    /** An agent unlocked. This process has the agent's key until it is locked. */
    unlocked: (key: AgentKey) => void;
    current: () => AgentKey | null;
    lock: () => void;
  }>;

/** The key store of a process, in memory, with the model's cryptography. */
export function memoryKeyStore(
  disk: KeyStoreDisk,
  storages: readonly SecretStorage[],
  newId: () => string,
  digest: (bytes: Blob) => Promise<string> = sha256,
  now: () => number = () => 0,
): MemoryKeyStore {
  const secrets = modelSecrets(storages, newId);
  const cryptoPort: CryptoPort = modelKeys(secrets);
  const met = new Map<string, AgentRow>();
  /** The keys of agents who unlocked this process, or who had no lock when their key was first needed. */
  const held = new Map<string, AgentKey>();
  const known = new Map<string, Readonly<{ p: string; key: DataKey }>>();
  let current: AgentKey | null = null;

  const spare = (): SecretNameRow | undefined =>
    [...disk.secretNames.values()]
      .filter(({ state }) => state === 'spare')
      .sort((one, other) => one.madeAt - other.madeAt || (one.name < other.name ? -1 : 1))[0];

  const take = ({ name, madeAt }: SecretNameRow): void => {
    disk.secretNames.set(name, { name, madeAt, state: 'used' });
  };

  async function anyAvailable(): Promise<SecretNameRow> {
    const there = spare();
    if (there !== undefined) return there;
    for (let left = FIRST_FEW; left > 0; left -= 1) {
      const made = await secrets.create();
      if (made === null) throw new Error('No storage keeps a secret.');
      disk.secretNames.set(made.name, { name: made.name, state: 'spare', madeAt: now() });
    }
    return anyAvailable();
  }

  const rowOf = (id: unknown): AgentRow | undefined =>
    typeof id === 'string' ? (met.get(id) ?? disk.agents.get(id)) : undefined;

  async function agentOf({ agent: id }: KeyedRow): Promise<AgentKey | null> {
    const row = rowOf(id);
    return held.get(String(id)) ?? (row ? opened(row) : null);
  }

  async function opened(row: AgentRow): Promise<AgentKey | null> {
    const key = held.get(row.id) ?? (await cryptoPort.openAgent(row, { kind: 'open' }));
    if (key !== null) held.set(row.id, key);
    return key;
  }

  function mayShow({ agent: id }: KeyedRow): boolean {
    const row = rowOf(id);
    return held.has(String(id)) || row === undefined || isOpen(row);
  }

  async function ownAgent(): Promise<AgentKey> {
    if (current !== null) return current;
    for (const row of disk.agents.values()) {
      const key = await opened(row);
      if (key !== null) return key;
    }
    if ([...disk.agents.values()].some(hasLock)) throw new AgentLocked();
    const pepper = await anyAvailable();
    take(pepper);
    const bytes = await secrets.read(pepper.name);
    if (bytes === null) return ownAgent();
    const { agent, key } = await cryptoPort.newAgent(newId(), { name: pepper.name, bytes });
    for (const row of [...disk.agents.values()]) {
      for (const name of peppersOf(row))
        disk.secretNames.set(name, { name, state: 'dying', madeAt: now() });
      disk.agents.set(row.id, { ...row, wraps: [] });
    }
    disk.agents.set(agent.id, agent);
    return key;
  }

  const keyStore: MemoryKeyStore = {
    digest,
    secrets,
    cryptoPort,
    spare,
    anyAvailable,
    unlocked: (key) => {
      current = key;
      held.set(key.agent, key);
    },
    current: () => current,
    lock: () => {
      current = null;
      held.clear();
      known.clear();
    },
    keyOf: async (holder): Promise<DataKey | undefined | null> => {
      const { id, keys } = holder;
      if (!areKeys(keys)) return undefined;
      const have = known.get(id);
      if (have?.p === keys.p) return have.key;
      const sending = keys.q === undefined ? null : await cryptoPort.openSendingSlot(id, keys.q);
      const key = sending ?? (await (await agentOf(holder))?.submissionKey(id, keys.p)) ?? null;
      if (key !== null) known.set(id, { p: keys.p, key });
      return key;
    },
    keyForDisplay: async (holder) =>
      holder.keys === undefined || mayShow(holder) ? keyStore.keyOf(holder) : null,
    isLocked: async (holder) => {
      if (!areKeys(holder.keys) || (await keyStore.keyOf(holder)) !== null) return false;
      const row = rowOf(holder.agent);
      return row !== undefined && hasLock(row);
    },
    // The checks of rows are as strict as in the real key store, and no test inspects the cached keys.
    clearSendingKeys: () => undefined,
    belongsToOther: async ({ agent }) => {
      const row = rowOf(agent);
      return current !== null && !held.has(String(agent)) && row !== undefined && hasLock(row);
    },
    isSentWhileLocked: async (agent) => disk.agents.get(agent)?.sendsOnlyUnlocked !== true,
    agentAccess: async () => accessOf([...disk.agents.values()], current?.agent ?? null),
    isLost: async (holder) =>
      (await keyStore.keyOf(holder)) === null && !(await keyStore.isLocked(holder)),
    decrypted: async (row) => {
      const submission = decodeSubmission(row);
      if (submission?.keys === undefined || submission.personal === null) return submission;
      const key = await keyStore.keyForDisplay(row);
      return key ? openSubmission(key, submission) : null;
    },
    agentDataKey: async () => (await ownAgent()).agentDataKey(),
    newKey: async (id, { name }) => {
      const agent = await ownAgent();
      const key = await agent.submissionKey(id, name);
      if (key !== null) known.set(id, { p: name, key });
      return key && { key, agent: agent.agent, keys: { p: name } };
    },
    makeSendingSlot: async (holder, { name }) => {
      const bytes = await secrets.read(name);
      const agent = await agentOf(holder);
      return bytes && agent && areKeys(holder.keys)
        ? agent.makeSendingSlot(holder.id, holder.keys.p, { name, bytes })
        : null;
    },
    claimKey: async (id) => {
      await ownAgent();
      const row = await anyAvailable();
      take(row);
      return (await keyStore.newKey(id, row)) ?? keyStore.claimKey(id);
    },
    claimSendingSlot: async (holder) => {
      const row = await anyAvailable();
      take(row);
      if ((await agentOf(holder)) === null)
        throw new Error('The key of what is to be sent is lost.');
      return (await keyStore.makeSendingSlot(holder, row)) ?? keyStore.claimSendingSlot(holder);
    },
    loadAgentsOfCopy: (rows) => {
      met.clear();
      for (const row of rows) met.set(row.id, row);
    },
    refillAvailable: async () => null,
    withAvailableSecret: async () => {
      throw new Error('The store in memory writes at once.');
    },
  };
  return keyStore;
}
