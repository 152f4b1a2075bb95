import {
  afterFailure,
  currentFailures,
  NO_FAILED_ATTEMPTS,
  notBefore,
} from '../../../src/domain/lock.ts';
import { pinAsTried, pinFault } from '../../../src/domain/pin.ts';
import { bytesOf } from '../../../src/seal/bytes.ts';
import type {
  AgentKey,
  KeySlot,
  NewUnlockMethod,
  UnlockInput,
} from '../../../src/seal/key-hierarchy.ts';
import type { Secret } from '../../../src/seal/secrets.ts';
import { isSameRow } from '../../../src/store/db/transactions.ts';
import { peppersOf } from '../../../src/store/format/agent-row.ts';
import type { AgentRow, SecretNameRow } from '../../../src/store/format/rows.ts';
import { hasLock } from '../../../src/store/keys/agent-access.ts';
import type {
  LockStore,
  NewCodeResult,
  PreparedCode,
  ProofNotChecked,
  ProofRejected,
  RemoveLockResult,
  WithPinResult,
} from '../../../src/store/lock/lock-contract.ts';
import { hasMethod } from '../../../src/store/lock/unlock-methods.ts';
import type { MemoryKeyStore } from './memory-key-store.ts';
import {
  followSendingInMemory,
  type KeyedTeam,
  type LockDisk,
  memorySharedPhone,
  type RemoveSendingSlot,
} from './memory-shared-phone.ts';

/** The actions of an agent who knows their PIN, without the messages between pages. */
export type KeyedLock = Pick<
  LockStore,
  'unlock' | 'lock' | 'prepareLock' | 'newPinAfterRecovery' | 'resetAgent'
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
  letGo: RemoveSendingSlot;
  /** Returns a unique id. */
  newId: () => string;
}>;

type Change = Readonly<{
  agent: AgentRow;
  by: UnlockInput;
  to: (pepper: Secret) => readonly NewUnlockMethod[];
  stays: (wrap: KeySlot) => boolean;
}>;

type Tried =
  | Readonly<{ status: 'right'; agent: AgentRow; way: UnlockInput }>
  | ProofRejected
  | ProofNotChecked;

const WRONG_CODE = { status: 'wrong', failures: 0, notBefore: null } as const;
const STRETCHED = { memory: 19_456, passes: 2 };

/** The lock over the store in memory, with the model's keys. Each function writes all its changes at once. */
export function memoryKeyedLock(
  disk: LockDisk,
  keyStore: MemoryKeyStore,
  { followAgents, letGo, newId, now }: Needs,
): KeyedLock {
  let recoveredWithCode: Readonly<{ agent: AgentRow; way: UnlockInput }> | undefined;
  let codes = 0;

  const setState = (name: string, state: SecretNameRow['state']): void => {
    const madeAt = disk.secretNames.get(name)?.madeAt ?? 0;
    disk.secretNames.set(name, { name, state, madeAt });
  };

  function saveAgent(before: AgentRow, after: AgentRow): void {
    disk.agents.set(after.id, after);
    const needed = peppersOf(after);
    for (const pepper of needed) setState(pepper, 'used');
    for (const pepper of peppersOf(before)) if (!needed.includes(pepper)) setState(pepper, 'dying');
  }

  async function intactAvailable(): Promise<Secret> {
    const { name } = await keyStore.anyAvailable();
    const bytes = await keyStore.secrets.read(name);
    if (bytes !== null) return { name, bytes };
    setState(name, 'dying');
    return intactAvailable();
  }

  async function change({ agent, by, stays, to }: Change) {
    const row = disk.agents.get(agent.id);
    if (row === undefined || !isSameRow(row.wraps, agent.wraps))
      return { status: 'changed' } as const;
    const made = await keyStore.cryptoPort.rewrap(row, by, to(await intactAvailable()));
    if (made === null) return { status: 'lost' } as const;
    const { failures: _, ...rest } = row;
    saveAgent(row, { ...rest, wraps: [...row.wraps.filter(stays), ...made] });
    await followAgents(peppersOf({ wraps: row.wraps.filter((wrap) => !stays(wrap)) }));
    return { status: 'done' } as const;
  }

  async function unlockWithPin(id: string | undefined, pin: string): Promise<Tried> {
    const agent = disk.agents.get(id ?? '');
    const wrap = agent?.wraps.find(({ kind }) => kind === 'pin');
    if (agent === undefined || wrap?.kind !== 'pin') return { status: 'lost' };
    if ((await keyStore.secrets.read(wrap.pepper)) === null) return { status: 'lost' };
    const before = currentFailures(agent.failures ?? NO_FAILED_ATTEMPTS, now());
    const until = notBefore(before, now());
    if (until !== null) return { status: 'wait', until };
    const way: UnlockInput = { kind: 'pin', input: bytesOf(pinAsTried(pin)) };
    const isRight = (await keyStore.cryptoPort.openAgent(agent, way)) !== null;
    const failures = isRight ? NO_FAILED_ATTEMPTS : afterFailure(before, now());
    disk.agents.set(agent.id, { ...agent, failures });
    return isRight
      ? { status: 'right', agent, way }
      : { status: 'wrong', failures: failures.count, notBefore: notBefore(failures, now()) };
  }

  async function tryOwnPin(pin: string) {
    const own = keyStore.current();
    return own === null ? ({ status: 'locked' } as const) : unlockWithPin(own.agent, pin);
  }

  const pinMethod = (pin: string, pepper: Secret): NewUnlockMethod => ({
    kind: 'pin',
    pepper,
    input: bytesOf(pinAsTried(pin)),
    salt: bytesOf('sixteen of these'),
    stretched: STRETCHED,
  });

  function newCode(
    set: (
      way: NewUnlockMethod,
    ) => Promise<Readonly<{ status: 'done' | 'changed' | 'locked' | 'lost' }>>,
  ): PreparedCode {
    codes += 1;
    const code = `VELD-${now()}-${codes}`;
    return {
      status: 'ready',
      code,
      finish: async () => {
        const { status } = await set({ kind: 'recovery', input: bytesOf(code) });
        return { status: status === 'lost' ? 'changed' : status };
      },
    };
  }

  const setPin = (agent: AgentRow, by: UnlockInput, pin: string) =>
    change({ agent, by, to: (pepper) => [pinMethod(pin, pepper)], stays: isOf('recovery') });

  const unfit = (pin: string) => {
    const fault = pinFault(pin);
    return fault && ({ status: 'unfit', fault } as const);
  };

  const lock = (): void => {
    recoveredWithCode = undefined;
    keyStore.lock();
  };

  const renewSendingSlots = (agent: string): Promise<void> =>
    followSendingInMemory({ disk, keyStore, letGo, setState }, agent);

  const opened = async (agent: AgentRow, way: UnlockInput): Promise<AgentKey | null> =>
    keyStore.cryptoPort.openAgent(agent, way);

  return {
    lock,

    unlock: async (id, kind, text) => {
      const agent = disk.agents.get(id);
      if (agent === undefined || !hasMethod(agent, kind)) return { status: 'lost' };
      const byText: UnlockInput = { kind: 'recovery', input: bytesOf(text) };
      const tried: Tried =
        kind === 'recovery'
          ? { status: 'right', agent, way: byText }
          : await unlockWithPin(id, text);
      if (tried.status !== 'right') return tried;
      const key = await opened(agent, tried.way);
      if (key === null) return WRONG_CODE;
      keyStore.unlocked(key);
      recoveredWithCode = kind === 'recovery' ? tried : undefined;
      await renewSendingSlots(id);
      return { status: 'unlocked' };
    },

    prepareLock: async (pin) => {
      const fault = unfit(pin);
      if (fault !== null) return fault;
      if ([...disk.agents.values()].some(hasLock)) return { status: 'changed' };
      await keyStore.agentDataKey();
      for (const agent of disk.agents.values()) {
        const key = await opened(agent, { kind: 'open' });
        if (key === null) continue;
        return newCode(async (code) => {
          const to: Change['to'] = (pepper) => [pinMethod(pin, pepper), code];
          const set = await change({ agent, by: { kind: 'open' }, to, stays: () => false });
          if (set.status === 'done') keyStore.unlocked(key);
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
      if (recoveredWithCode === undefined) return { status: 'locked' };
      const set = await setPin(recoveredWithCode.agent, recoveredWithCode.way, pin);
      if (set.status === 'done') recoveredWithCode = undefined;
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

    ...memorySharedPhone({
      disk,
      keyStore,
      newId,
      followAgents,
      renewSendingSlots,
      lock,
      newCode,
      pinMethod,
      saveAgent,
      tryOwnPin,
      unfit,
      intactAvailable,
    }),

    resetAgent: async (id) => {
      const agent = disk.agents.get(id);
      if (agent === undefined) return { status: 'lost' };
      const { failures: _, ...rest } = agent;
      saveAgent(agent, { ...rest, wraps: [] });
      if ([...disk.agents.values()].some(hasLock))
        for (const row of disk.submissions.values())
          if (row.agent === id && row.status === 'delivered') disk.submissions.delete(row.id);
      lock();
      await followAgents(peppersOf(agent));
      return { status: 'done' };
    },
  };
}

const isOf =
  (kind: UnlockInput['kind']): Change['stays'] =>
  (wrap) =>
    wrap.kind === kind;
