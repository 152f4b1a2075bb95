import type { AgentKey, DataKey, KeySmith } from '../../src/seal/keyring.ts';
import type { SecretHome } from '../../src/seal/secret-home.ts';
import type { Secrets } from '../../src/seal/secrets.ts';
import { areKeys, decodeSubmission } from '../../src/store/format/submission-row.ts';
import { hasLock } from '../../src/store/has-lock.ts';
import type { KeyDesk, KeyHolder } from '../../src/store/key-desk.ts';
import type { AgentRow, SecretNameRow } from '../../src/store/rows.ts';
import { openSubmission } from '../../src/store/sealing.ts';
import { sha256 } from '../../src/web-sha256.ts';
import { modelKeys, modelSecrets } from './model-keys.ts';

/** What outlives a process, of agents and of the reserve. */
export type DeskDisk = Readonly<{
  agents: Map<string, AgentRow>;
  secretNames: Map<string, SecretNameRow>;
}>;

export type MemoryDesk = KeyDesk &
  Readonly<{ secrets: Secrets; spare: () => SecretNameRow | undefined }>;

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
    const made = await secrets.make();
    if (made === null) throw new Error('No home keeps a secret.');
    const row: SecretNameRow = { name: made.name, state: 'spare', madeAt: now() };
    disk.secretNames.set(made.name, row);
    return row;
  }

  async function agentOf({ agent: id }: KeyHolder): Promise<AgentKey | null> {
    const row = typeof id === 'string' ? (met.get(id) ?? disk.agents.get(id)) : undefined;
    return row === undefined ? null : smith.openAgent(row, { kind: 'open' });
  }

  async function ownAgent(): Promise<AgentKey> {
    for (const row of disk.agents.values()) {
      const key = await smith.openAgent(row, { kind: 'open' });
      if (key !== null) return key;
    }
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
    spare,
    keyOf: async (holder): Promise<DataKey | undefined | null> => {
      const { id, keys } = holder;
      if (!areKeys(keys)) return undefined;
      const sending = keys.q === undefined ? null : await smith.forSending(id, keys.q);
      return sending ?? (await (await agentOf(holder))?.ofSubmission(id, keys.p)) ?? null;
    },
    keyToShow: (holder) => desk.keyOf(holder),
    isLocked: async (holder) => {
      if (!areKeys(holder.keys) || (await desk.keyOf(holder)) !== null) return false;
      const row = disk.agents.get(String(holder.agent));
      return row !== undefined && hasLock(row);
    },
    isLost: async (holder) => (await desk.keyOf(holder)) === null && !(await desk.isLocked(holder)),
    opened: async (row) => {
      const submission = decodeSubmission(row);
      if (submission?.keys === undefined || submission.personal === null) return submission;
      const key = await desk.keyOf(row);
      return key ? openSubmission(key, submission) : null;
    },
    own: async () => (await ownAgent()).own(),
    newKey: async (id, { name }) => {
      const agent = await ownAgent();
      const key = await agent.ofSubmission(id, name);
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
      const row = await anySpare();
      take(row);
      return (await desk.newKey(id, row)) ?? desk.claimKey(id);
    },
    claimSendWrap: async (holder) => {
      const row = await anySpare();
      take(row);
      return (await desk.wrapForSending(holder, row)) ?? desk.claimSendWrap(holder);
    },
    meet: (rows) => {
      for (const row of rows) met.set(row.id, row);
    },
    refill: async () => undefined,
    withSpare: async () => {
      throw new Error('The store in memory writes at once.');
    },
  };
  return desk;
}
