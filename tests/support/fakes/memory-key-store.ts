import { sha256 } from '../../../src/platform/sha256.ts';
import type { AgentKey, DataKey, KeySmith } from '../../../src/seal/key-hierarchy.ts';
import type { SecretHome } from '../../../src/seal/secret-storage.ts';
import type { Secrets } from '../../../src/seal/secrets.ts';
import type { AgentRow, SecretNameRow } from '../../../src/store/format/rows.ts';
import { areKeys, decodeSubmission } from '../../../src/store/format/submission-row.ts';
import { hasLock, isOpen, whoseOf } from '../../../src/store/keys/agent-access.ts';
import { AgentLocked } from '../../../src/store/keys/agent-keys.ts';
import type { KeyDesk, KeyHolder } from '../../../src/store/keys/key-store.ts';
import { openSubmission } from '../../../src/store/keys/sealed-rows.ts';
import { modelKeys, modelSecrets } from './model-keys.ts';

/** The agents and secrets that outlive a process. */
export type DeskDisk = Readonly<{
  agents: Map<string, AgentRow>;
  secretNames: Map<string, SecretNameRow>;
}>;

/** So many secrets are made where there is none. */
const FIRST_FEW = 6;

export type MemoryDesk = KeyDesk &
  Readonly<{
    secrets: Secrets;
    smith: KeySmith;
    spare: () => SecretNameRow | undefined;
    anySpare: () => Promise<SecretNameRow>;
    /** Somebody unlocked: this process has their key until it is locked. */
    unlocked: (key: AgentKey) => void;
    current: () => AgentKey | null;
    lock: () => void;
  }>;

/** The keys of a process in memory, by the model's cryptography. */
export function memoryDesk(
  disk: DeskDisk,
  homes: readonly SecretHome[],
  newId: () => string,
  digest: (bytes: Blob) => Promise<string> = sha256,
  now: () => number = () => 0,
): MemoryDesk {
  const secrets = modelSecrets(homes, newId);
  const smith: KeySmith = modelKeys(secrets);
  const met = new Map<string, AgentRow>();
  /** The keys of agents that unlocked here, or that had no lock when their key was first needed. */
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

  async function anySpare(): Promise<SecretNameRow> {
    const there = spare();
    if (there !== undefined) return there;
    for (let left = FIRST_FEW; left > 0; left -= 1) {
      const made = await secrets.make();
      if (made === null) throw new Error('No home keeps a secret.');
      disk.secretNames.set(made.name, { name: made.name, state: 'spare', madeAt: now() });
    }
    return anySpare();
  }

  const rowOf = (id: unknown): AgentRow | undefined =>
    typeof id === 'string' ? (met.get(id) ?? disk.agents.get(id)) : undefined;

  async function agentOf({ agent: id }: KeyHolder): Promise<AgentKey | null> {
    const row = rowOf(id);
    return held.get(String(id)) ?? (row ? opened(row) : null);
  }

  async function opened(row: AgentRow): Promise<AgentKey | null> {
    const key = held.get(row.id) ?? (await smith.openAgent(row, { kind: 'open' }));
    if (key !== null) held.set(row.id, key);
    return key;
  }

  function mayShow({ agent: id }: KeyHolder): boolean {
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
    const pepper = await anySpare();
    take(pepper);
    const bytes = await secrets.read(pepper.name);
    if (bytes === null) return ownAgent();
    const { agent, key } = await smith.newAgent(newId(), { name: pepper.name, bytes });
    disk.agents.set(agent.id, agent);
    return key;
  }

  const desk: MemoryDesk = {
    digest,
    secrets,
    smith,
    spare,
    anySpare,
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
      const sending = keys.q === undefined ? null : await smith.forSending(id, keys.q);
      const key = sending ?? (await (await agentOf(holder))?.ofSubmission(id, keys.p)) ?? null;
      if (key !== null) known.set(id, { p: keys.p, key });
      return key;
    },
    keyToShow: async (holder) =>
      holder.keys === undefined || mayShow(holder) ? desk.keyOf(holder) : null,
    isLocked: async (holder) => {
      if (!areKeys(holder.keys) || (await desk.keyOf(holder)) !== null) return false;
      const row = rowOf(holder.agent);
      return row !== undefined && hasLock(row);
    },
    // It is as strict about rows, and nobody looks into its memory.
    forgetSent: () => undefined,
    isOthers: async ({ agent }) => {
      const row = rowOf(agent);
      return current !== null && !held.has(String(agent)) && row !== undefined && hasLock(row);
    },
    whose: async () => whoseOf([...disk.agents.values()], current?.agent ?? null),
    isLost: async (holder) => (await desk.keyOf(holder)) === null && !(await desk.isLocked(holder)),
    opened: async (row) => {
      const submission = decodeSubmission(row);
      if (submission?.keys === undefined || submission.personal === null) return submission;
      const key = await desk.keyToShow(row);
      return key ? openSubmission(key, submission) : null;
    },
    own: async () => (await ownAgent()).own(),
    newKey: async (id, { name }) => {
      const agent = await ownAgent();
      const key = await agent.ofSubmission(id, name);
      if (key !== null) known.set(id, { p: name, key });
      return key && { key, agent: agent.agent, keys: { p: name } };
    },
    wrapForSending: async (holder, { name }) => {
      const bytes = await secrets.read(name);
      const agent = await agentOf(holder);
      return bytes && agent && areKeys(holder.keys)
        ? agent.wrapForSending(holder.id, holder.keys.p, { name, bytes })
        : null;
    },
    claimKey: async (id) => {
      await ownAgent();
      const row = await anySpare();
      take(row);
      return (await desk.newKey(id, row)) ?? desk.claimKey(id);
    },
    claimSendWrap: async (holder) => {
      const row = await anySpare();
      take(row);
      if ((await agentOf(holder)) === null)
        throw new Error('The key of what is to be sent is lost.');
      return (await desk.wrapForSending(holder, row)) ?? desk.claimSendWrap(holder);
    },
    meet: (rows) => {
      met.clear();
      for (const row of rows) met.set(row.id, row);
    },
    refill: async () => null,
    withSpare: async () => {
      throw new Error('The store in memory writes at once.');
    },
  };
  return desk;
}
