import type { SubmissionId } from '../../../src/domain/ids.ts';
import { asLabel } from '../../../src/domain/lock.ts';
import type { SubmissionKeys } from '../../../src/domain/submission-types.ts';
import type { NewWay } from '../../../src/seal/key-hierarchy.ts';
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
import { hasWay, hasWays } from '../../../src/store/lock/unlock-methods.ts';
import type { DeskDisk, MemoryDesk } from './memory-key-store.ts';

/** The lock's data that outlives a process. */
export type LockDisk = DeskDisk & Readonly<{ submissions: Map<SubmissionId, StoredSubmission> }>;

/** Removes a sending slot's secret from the copy, then deletes it. */
export type LetGo = (id: SubmissionId, before: SubmissionKeys) => Promise<void>;

/** The part of a lock in memory for those who share the phone. */
export type KeyedTeam = Pick<
  LockStore,
  'prepareAgent' | 'removeAgent' | 'setLabel' | 'setSendsWhileLocked'
>;

type Needs = Readonly<{
  disk: LockDisk;
  desk: MemoryDesk;
  newId: () => string;
  followAgents: (gone: readonly string[]) => Promise<void>;
  /** Applies the agent's choice to their earlier submissions. */
  followSending: (agent: string) => Promise<void>;
  lock: () => void;
  newCode: (
    set: (way: NewWay) => Promise<Readonly<{ status: 'done' | 'changed' | 'locked' | 'lost' }>>,
  ) => PreparedCode;
  pinWay: (pin: string, pepper: Secret) => NewWay;
  putAgent: (before: AgentRow, after: AgentRow) => void;
  tryOwnPin: (
    pin: string,
  ) => Promise<WithPinResult | Readonly<{ status: 'right'; agent: AgentRow }>>;
  unfit: (pin: string) => Extract<WithPinResult, { status: 'unfit' }> | null;
  wholeSpare: () => Promise<Secret>;
}>;

export function memoryLockTeam(needs: Needs): KeyedTeam {
  const { desk, disk, followAgents, newCode, pinWay, putAgent, tryOwnPin, unfit } = needs;
  const rows = (): readonly AgentRow[] => [...disk.agents.values()];
  const ownRow = (): AgentRow | undefined => disk.agents.get(desk.current()?.agent ?? '');

  async function addAgent(label: string, pin: string, code: NewWay) {
    const others = rows().filter(hasWays);
    if (unfitLabel(rows(), null, label) !== null || others.some((row) => !hasWay(row, 'pin')))
      return { status: 'changed' } as const;
    const id = needs.newId();
    const pepper = await needs.wholeSpare();
    const { agent } = await desk.smith.newAgent(id, pepper);
    const ways = [pinWay(pin, pepper), code];
    const wraps = await desk.smith.rewrap(agent, { kind: 'open' }, ways);
    if (wraps === null) return { status: 'lost' } as const;
    putAgent({ id, wraps: [] }, { id, wraps, label: asLabel(label) });
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
      if (!hasWay(own, 'pin')) return { status: 'needsPin' };
      if (own.label === undefined) return { status: 'needsLabel' };
      const fault = unfitLabel(rows(), null, label) ?? unfit(pin);
      if (fault !== null) return fault;
      return newCode(async (code) =>
        desk.current()?.agent === own.id ? addAgent(label, pin, code) : { status: 'locked' },
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
      putAgent(tried.agent, { ...rest, wraps: [] });
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
      await needs.followSending(row.id);
      return { status: 'done' };
    },
  };
}

type Sending = Readonly<{
  disk: LockDisk;
  desk: MemoryDesk;
  letGo: LetGo;
  setState: (name: string, state: SecretNameRow['state']) => void;
}>;

/** Once an agent is unlocked: what is theirs and waits follows their choice of when it is sent. */
export async function followSendingInMemory(
  { desk, disk, letGo, setState }: Sending,
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
    if (keys.q !== undefined && (await desk.secrets.read(keys.q.name)) !== null) continue;
    if ((await desk.secrets.read(keys.p)) === null) continue;
    const q = await desk.claimSendWrap(row);
    disk.submissions.set(id, { ...row, keys: { p: keys.p, q }, mirrored: false });
    if (keys.q !== undefined) setState(keys.q.name, 'dying');
  }
}
