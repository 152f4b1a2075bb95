import { failuresNow, NO_FAILURES, notBefore, oneMoreFailure } from '../../../src/domain/lock.ts';
import { pinAsTried, pinFault } from '../../../src/domain/pin.ts';
import { bytesOf } from '../../../src/seal/bytes.ts';
import type { AgentKey, NewWay, StoredWrap, Way } from '../../../src/seal/key-hierarchy.ts';
import type { Secret } from '../../../src/seal/secrets.ts';
import { isSameRow } from '../../../src/store/db/transactions.ts';
import { peppersOf } from '../../../src/store/format/agent-row.ts';
import type { AgentRow, SecretNameRow } from '../../../src/store/format/rows.ts';
import { hasLock } from '../../../src/store/keys/agent-access.ts';
import type {
  LockStore,
  NewCodeResult,
  NotRight,
  NotTried,
  PreparedCode,
  RemoveLockResult,
  WithPinResult,
} from '../../../src/store/lock/lock-contract.ts';
import { hasWay } from '../../../src/store/lock/unlock-methods.ts';
import type { MemoryDesk } from './memory-key-store.ts';
import {
  followSendingInMemory,
  type KeyedTeam,
  type LetGo,
  type LockDisk,
  memoryLockTeam,
} from './memory-shared-phone.ts';

/** The actions of an agent who knows their PIN, without the messages between pages. */
export type KeyedLock = Pick<
  LockStore,
  'unlock' | 'lock' | 'prepareLock' | 'newPinAfterRecovery' | 'startAgain'
> &
  KeyedTeam &
  Readonly<{
    changePin: (old: string, pin: string) => Promise<WithPinResult>;
    prepareNewCode: (pin: string) => Promise<NewCodeResult>;
    removeLock: (pin: string) => Promise<RemoveLockResult>;
  }>;

type Needs = Readonly<{
  now: () => number;
  /** Updates the copies, then deletes the old methods' secrets. */
  followAgents: (gone: readonly string[]) => Promise<void>;
  letGo: LetGo;
  /** Unique. */
  newId: () => string;
}>;

type Change = Readonly<{
  agent: AgentRow;
  by: Way;
  to: (pepper: Secret) => readonly NewWay[];
  stays: (wrap: StoredWrap) => boolean;
}>;

type Tried = Readonly<{ status: 'right'; agent: AgentRow; way: Way }> | NotRight | NotTried;

const WRONG_CODE = { status: 'wrong', failures: 0, notBefore: null } as const;
const STRETCHED = { memory: 19_456, passes: 2 };

/** The lock over the store in memory, by the model's keys: each function has its whole effect at once. */
export function memoryKeyedLock(
  disk: LockDisk,
  desk: MemoryDesk,
  { followAgents, letGo, newId, now }: Needs,
): KeyedLock {
  let byCode: Readonly<{ agent: AgentRow; way: Way }> | undefined;
  let codes = 0;

  const setState = (name: string, state: SecretNameRow['state']): void => {
    const madeAt = disk.secretNames.get(name)?.madeAt ?? 0;
    disk.secretNames.set(name, { name, state, madeAt });
  };

  function putAgent(before: AgentRow, after: AgentRow): void {
    disk.agents.set(after.id, after);
    const needed = peppersOf(after);
    for (const pepper of needed) setState(pepper, 'used');
    for (const pepper of peppersOf(before)) if (!needed.includes(pepper)) setState(pepper, 'dying');
  }

  async function wholeSpare(): Promise<Secret> {
    const { name } = await desk.anySpare();
    const bytes = await desk.secrets.read(name);
    if (bytes !== null) return { name, bytes };
    setState(name, 'dying');
    return wholeSpare();
  }

  async function change({ agent, by, stays, to }: Change) {
    const row = disk.agents.get(agent.id);
    if (row === undefined || !isSameRow(row.wraps, agent.wraps))
      return { status: 'changed' } as const;
    const made = await desk.smith.rewrap(row, by, to(await wholeSpare()));
    if (made === null) return { status: 'lost' } as const;
    const { failures: _, ...rest } = row;
    putAgent(row, { ...rest, wraps: [...row.wraps.filter(stays), ...made] });
    await followAgents(peppersOf({ wraps: row.wraps.filter((wrap) => !stays(wrap)) }));
    return { status: 'done' } as const;
  }

  async function tryPin(id: string | undefined, pin: string): Promise<Tried> {
    const agent = disk.agents.get(id ?? '');
    const wrap = agent?.wraps.find(({ kind }) => kind === 'pin');
    if (agent === undefined || wrap?.kind !== 'pin') return { status: 'lost' };
    if ((await desk.secrets.read(wrap.pepper)) === null) return { status: 'lost' };
    const before = failuresNow(agent.failures ?? NO_FAILURES, now());
    const until = notBefore(before, now());
    if (until !== null) return { status: 'wait', until };
    const way: Way = { kind: 'pin', from: bytesOf(pinAsTried(pin)) };
    const isRight = (await desk.smith.openAgent(agent, way)) !== null;
    const failures = isRight ? NO_FAILURES : oneMoreFailure(before, now());
    disk.agents.set(agent.id, { ...agent, failures });
    return isRight
      ? { status: 'right', agent, way }
      : { status: 'wrong', failures: failures.count, notBefore: notBefore(failures, now()) };
  }

  async function tryOwnPin(pin: string) {
    const own = desk.current();
    return own === null ? ({ status: 'locked' } as const) : tryPin(own.agent, pin);
  }

  const pinWay = (pin: string, pepper: Secret): NewWay => ({
    kind: 'pin',
    pepper,
    from: bytesOf(pinAsTried(pin)),
    salt: bytesOf('sixteen of these'),
    stretched: STRETCHED,
  });

  function newCode(
    set: (way: NewWay) => Promise<Readonly<{ status: 'done' | 'changed' | 'locked' | 'lost' }>>,
  ): PreparedCode {
    codes += 1;
    const code = `VELD-${now()}-${codes}`;
    return {
      status: 'ready',
      code,
      finish: async () => {
        const { status } = await set({ kind: 'recovery', from: bytesOf(code) });
        return { status: status === 'lost' ? 'changed' : status };
      },
    };
  }

  const setPin = (agent: AgentRow, by: Way, pin: string) =>
    change({ agent, by, to: (pepper) => [pinWay(pin, pepper)], stays: isOf('recovery') });

  const unfit = (pin: string) => {
    const fault = pinFault(pin);
    return fault && ({ status: 'unfit', fault } as const);
  };

  const lock = (): void => {
    byCode = undefined;
    desk.lock();
  };

  const followSending = (agent: string): Promise<void> =>
    followSendingInMemory({ disk, desk, letGo, setState }, agent);

  const opened = async (agent: AgentRow, way: Way): Promise<AgentKey | null> =>
    desk.smith.openAgent(agent, way);

  return {
    lock,

    unlock: async (id, kind, text) => {
      const agent = disk.agents.get(id);
      if (agent === undefined || !hasWay(agent, kind)) return { status: 'lost' };
      const byText: Way = { kind: 'recovery', from: bytesOf(text) };
      const tried: Tried =
        kind === 'recovery' ? { status: 'right', agent, way: byText } : await tryPin(id, text);
      if (tried.status !== 'right') return tried;
      const key = await opened(agent, tried.way);
      if (key === null) return WRONG_CODE;
      desk.unlocked(key);
      byCode = kind === 'recovery' ? tried : undefined;
      await followSending(id);
      return { status: 'unlocked' };
    },

    prepareLock: async (pin) => {
      const fault = unfit(pin);
      if (fault !== null) return fault;
      if ([...disk.agents.values()].some(hasLock)) return { status: 'changed' };
      await desk.own();
      for (const agent of disk.agents.values()) {
        const key = await opened(agent, { kind: 'open' });
        if (key === null) continue;
        return newCode(async (code) => {
          const to: Change['to'] = (pepper) => [pinWay(pin, pepper), code];
          const set = await change({ agent, by: { kind: 'open' }, to, stays: () => false });
          if (set.status === 'done') desk.unlocked(key);
          return set;
        });
      }
      return { status: 'lost' };
    },

    changePin: async (old, pin) => {
      const tried = unfit(pin) ?? (await tryOwnPin(old));
      return tried.status === 'right' ? setPin(tried.agent, tried.way, pin) : tried;
    },

    newPinAfterRecovery: async (pin) => {
      const fault = unfit(pin);
      if (fault !== null) return fault;
      if (byCode === undefined) return { status: 'locked' };
      const set = await setPin(byCode.agent, byCode.way, pin);
      if (set.status === 'done') byCode = undefined;
      return set;
    },

    prepareNewCode: async (pin) => {
      const tried = await tryOwnPin(pin);
      if (tried.status !== 'right') return tried;
      const { agent, way: by } = tried;
      return newCode((code) => change({ agent, by, to: () => [code], stays: isOf('pin') }));
    },

    removeLock: async (pin) => {
      if ([...disk.agents.values()].filter(hasLock).length > 1) return { status: 'several' };
      const tried = await tryOwnPin(pin);
      if (tried.status !== 'right') return tried;
      const { agent, way: by } = tried;
      const to: Change['to'] = (pepper) => [{ kind: 'open', pepper }];
      return change({ agent, by, to, stays: () => false });
    },

    ...memoryLockTeam({
      disk,
      desk,
      newId,
      followAgents,
      followSending,
      lock,
      newCode,
      pinWay,
      putAgent,
      tryOwnPin,
      unfit,
      wholeSpare,
    }),

    startAgain: async (id) => {
      const agent = disk.agents.get(id);
      if (agent === undefined) return { status: 'lost' };
      const { failures: _, ...rest } = agent;
      putAgent(agent, { ...rest, wraps: [] });
      lock();
      await followAgents(peppersOf(agent));
      return { status: 'done' };
    },
  };
}

const isOf =
  (kind: Way['kind']): Change['stays'] =>
  (wrap) =>
    wrap.kind === kind;
