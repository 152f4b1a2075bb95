import type { SubmissionId } from '../../../src/domain/ids.ts';
import { asLabel } from '../../../src/domain/lock.ts';
import type { SubmissionKeys } from '../../../src/domain/submission-types.ts';
import type { NewUnlockMethod } from '../../../src/seal/key-hierarchy.ts';
import type { Secret } from '../../../src/seal/secrets.ts';
import { peppersOf } from '../../../src/store/format/agent-row.ts';
import type { AgentRow, SecretNameRow } from '../../../src/store/format/rows.ts';
import { areKeys, type StoredSubmission } from '../../../src/store/format/submission-row.ts';
import { hasLock } from '../../../src/store/keys/agent-access.ts';
import type {
  LockStore,
  PreparedCode,
  WithPinResult,
} from '../../../src/store/lock/lock-contract.ts';
import { unfitLabel } from '../../../src/store/lock/shared-phone.ts';
import { hasAnyMethod, hasMethod } from '../../../src/store/lock/unlock-methods.ts';
import type { KeyStoreDisk, MemoryKeyStore } from './memory-key-store.ts';

/** The lock's data that outlives a process. */
export type LockDisk = KeyStoreDisk &
  Readonly<{ submissions: Map<SubmissionId, StoredSubmission> }>;

/** Removes a sending slot's secret from the copy, then deletes it. */
export type RemoveSendingSlot = (id: SubmissionId, before: SubmissionKeys) => Promise<void>;

/** The lock's actions for agents who share a phone. */
export type KeyedTeam = Pick<
  LockStore,
  'prepareAgent' | 'removeAgent' | 'setLabel' | 'setSendsWhileLocked'
>;

type Needs = Readonly<{
  disk: LockDisk;
  keyStore: MemoryKeyStore;
  newId: () => string;
  followAgents: (gone: readonly string[]) => Promise<void>;
  /** Applies the agent's choice of `sendsOnlyUnlocked` to their earlier submissions. */
  renewSendingSlots: (agent: string) => Promise<void>;
  lock: () => void;
  newCode: (
    set: (
      way: NewUnlockMethod,
    ) => Promise<Readonly<{ status: 'done' | 'changed' | 'locked' | 'lost' }>>,
  ) => PreparedCode;
  pinMethod: (pin: string, pepper: Secret) => NewUnlockMethod;
  saveAgent: (before: AgentRow, after: AgentRow) => void;
  tryOwnPin: (
    pin: string,
  ) => Promise<WithPinResult | Readonly<{ status: 'right'; agent: AgentRow }>>;
  unfit: (pin: string) => Extract<WithPinResult, { status: 'unfit' }> | null;
  intactAvailable: () => Promise<Secret>;
}>;

export function memorySharedPhone(needs: Needs): KeyedTeam {
  const { keyStore, disk, followAgents, newCode, pinMethod, saveAgent, tryOwnPin, unfit } = needs;
  const rows = (): readonly AgentRow[] => [...disk.agents.values()];
  const ownRow = (): AgentRow | undefined => disk.agents.get(keyStore.current()?.agent ?? '');

  async function addAgent(label: string, pin: string, code: NewUnlockMethod) {
    const others = rows().filter(hasAnyMethod);
    if (unfitLabel(rows(), null, label) !== null || others.some((row) => !hasMethod(row, 'pin')))
      return { status: 'changed' } as const;
    const id = needs.newId();
    const pepper = await needs.intactAvailable();
    const { agent } = await keyStore.cryptoPort.newAgent(id, pepper);
    const ways = [pinMethod(pin, pepper), code];
    const wraps = await keyStore.cryptoPort.rewrap(agent, { kind: 'open' }, ways);
    if (wraps === null) return { status: 'lost' } as const;
    saveAgent({ id, wraps: [] }, { id, wraps, label: asLabel(label) });
    await followAgents([]);
    return { status: 'done' } as const;
  }

  const isUndelivered = ({ status }: StoredSubmission): boolean =>
    status === 'draft' || status === 'queued' || status === 'rejected';

  return {
    setLabel: async (label) => {
      const row = ownRow();
      if (row === undefined) return { status: 'locked' };
      const unfitting = unfitLabel(rows(), row.id, label);
      if (unfitting !== null) return unfitting;
      disk.agents.set(row.id, { ...row, label: asLabel(label) });
      await followAgents([]);
      return { status: 'done' };
    },

    prepareAgent: async (label, pin) => {
      if (!rows().some(hasLock)) return { status: 'needsLock' };
      const own = ownRow();
      if (own === undefined) return { status: 'locked' };
      if (!hasMethod(own, 'pin')) return { status: 'needsPin' };
      if (own.label === undefined) return { status: 'needsLabel' };
      const fault = unfitLabel(rows(), null, label) ?? unfit(pin);
      if (fault !== null) return fault;
      return newCode(async (code) =>
        keyStore.current()?.agent === own.id ? addAgent(label, pin, code) : { status: 'locked' },
      );
    },

    removeAgent: async (pin) => {
      const own = ownRow();
      if (own === undefined) return { status: 'locked' };
      if (rows().filter(hasLock).length < 2) return { status: 'last' };
      const theirs = [...disk.submissions.values()].filter(({ agent }) => agent === own.id);
      const count = theirs.filter(isUndelivered).length;
      if (count > 0) return { status: 'undelivered', count };
      const tried = await tryOwnPin(pin);
      if (tried.status !== 'right') return tried;
      for (const { id } of theirs) disk.submissions.delete(id);
      const { failures: _, label: __, ...rest } = tried.agent;
      saveAgent(tried.agent, { ...rest, wraps: [] });
      needs.lock();
      await followAgents(peppersOf(tried.agent));
      return { status: 'done' };
    },

    setSendsWhileLocked: async (sends) => {
      const row = ownRow();
      if (row === undefined) return { status: 'locked' };
      const { sendsOnlyUnlocked: _, ...rest } = row;
      disk.agents.set(row.id, sends ? rest : { ...rest, sendsOnlyUnlocked: true });
      await followAgents([]);
      await needs.renewSendingSlots(row.id);
      return { status: 'done' };
    },
  };
}

type Sending = Readonly<{
  disk: LockDisk;
  keyStore: MemoryKeyStore;
  letGo: RemoveSendingSlot;
  setState: (name: string, state: SecretNameRow['state']) => void;
}>;

/** Runs after an agent unlocks. Adds or removes the sending slots of the agent's queued submissions, as the agent chose. */
export async function followSendingInMemory(
  { keyStore, disk, letGo, setState }: Sending,
  agent: string,
): Promise<void> {
  const isHeldBack = disk.agents.get(agent)?.sendsOnlyUnlocked === true;
  for (const row of [...disk.submissions.values()]) {
    const { id, keys } = row;
    if (row.agent !== agent || row.status !== 'queued' || !areKeys(keys)) continue;
    if (isHeldBack) {
      if (keys.q === undefined) continue;
      disk.submissions.set(id, { ...row, keys: { p: keys.p } });
      setState(keys.q.name, 'dying');
      await letGo(id, keys);
      continue;
    }
    if (keys.q !== undefined && (await keyStore.secrets.read(keys.q.name)) !== null) continue;
    if ((await keyStore.secrets.read(keys.p)) === null) continue;
    const q = await keyStore.claimSendingSlot(row);
    disk.submissions.set(id, { ...row, keys: { p: keys.p, q }, mirrored: false });
    if (keys.q !== undefined) setState(keys.q.name, 'dying');
  }
}
