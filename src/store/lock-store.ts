import type { SubmissionId } from '../domain/ids.ts';
import { NO_FAILURES, notBefore } from '../domain/lock.ts';
import { pinFault } from '../domain/pin.ts';
import type { AgentKey, Way } from '../seal/keyring.ts';
import { newRecoveryCode, recoveryCodeBytes } from '../seal/recovery-code.ts';
import type { Bytes } from '../seal/sealed-bytes.ts';
import type { Stretcher } from '../seal/stretch/stretching.ts';
import { changeWays, endWays, hasWay, type WaysChange } from './agent-ways.ts';
import { countsByStatus } from './counters.ts';
import type { Database } from './database.ts';
import { peppersOf } from './format/agent-row.ts';
import { hasLock } from './has-lock.ts';
import type { LockableDesk } from './key-desk.ts';
import { type Broadcast, lockChannel } from './lock-channel.ts';
import type {
  AgentAtLock,
  LockStore,
  NewCodeResult,
  NotRight,
  NotTried,
  PreparedCode,
  SetPinResult,
} from './lock-port.ts';
import { pinTries, type Right } from './pin-tries.ts';
import { renewSending } from './renew-sending.ts';
import { reopening } from './reopen.ts';
import type { AgentRow } from './rows.ts';
import { NoSecretKept } from './spare-secrets.ts';
import { formsOf, whatIsLost } from './start-again.ts';
import { isQuotaError } from './storage-errors.ts';

/** What the lock needs from outside the store. */
export type LockPorts = Readonly<{
  stretcher: Stretcher;
  now: () => number;
  broadcast: Broadcast;
  /** Has the copies follow the agents' rows, then unlinks `gone`, the secrets of the ways that went. Where it fails, the next start does it. */
  followAgents: (gone: readonly string[]) => Promise<void>;
  /** Deletes a form with its copy and its secrets. False: a call of it is under way. */
  remove: (id: SubmissionId) => Promise<boolean>;
  /** What waited for somebody to unlock can be sent. */
  wake: () => void;
}>;

const WRONG_CODE = { status: 'wrong', failures: 0, notBefore: null } as const;

/** `lock`: forgets every key, and all that was opened with one. */
export type LockedParts = Readonly<{ desk: LockableDesk; lock: () => void }>;

export function lockStore(
  db: Database,
  { desk, lock: forget }: LockedParts,
  { followAgents, broadcast, now, remove, stretcher, wake }: LockPorts,
): LockStore {
  const { newPin, tryPin } = pinTries(db, desk, stretcher, now);
  /** Who came in with a code, and what it opens with: until the new PIN is set. */
  let byCode: Readonly<{ agent: AgentRow; from: Bytes }> | undefined;
  const listeners = new Set<() => boolean>();
  /** Somebody may lock while a PIN is still being tried. */
  let locks = 0;
  /** Somebody locked, and nobody unlocked since: what is left of the key is for saving. */
  let isLeaving = false;

  const leaveHere = (): void => {
    locks += 1;
    byCode = undefined;
    isLeaving = true;
  };
  const lockHere = (): void => {
    leaveHere();
    forget();
  };
  const unlocked = (key: AgentKey): void => {
    isLeaving = false;
    desk.agents.unlocked(key);
  };
  /** null: nobody has unlocked this page, or somebody locked it. */
  const current = (): AgentKey | null => (isLeaving ? null : desk.agents.current());
  const channel = lockChannel(broadcast, current, () => {
    leaveHere();
    const areSaving = [...listeners].map((listener) => listener());
    if (!areSaving.includes(true)) lockHere();
  });
  const leave = (): void => {
    if (isLeaving) return;
    leaveHere();
    channel.tellLocked();
  };

  const rows = (): Promise<readonly AgentRow[]> => reopening(db, () => db.agents.toArray());

  const atLock = ({ failures, id, label, wraps }: AgentRow): AgentAtLock => ({
    id,
    label: label ?? null,
    ways: (['pin', 'recovery'] as const).filter((kind) => hasWay({ wraps }, kind)),
    notBefore: notBefore(failures ?? NO_FAILURES, now()),
  });

  const unfit = (pin: string) => {
    const fault = pinFault(pin);
    return fault && ({ status: 'unfit', fault } as const);
  };

  /** Its PIN, of whoever has unlocked this page. */
  const tryOwnPin = async (pin: string) => {
    const own = current();
    return own === null ? ({ status: 'locked' } as const) : tryPin(own.agent, pin);
  };

  async function change(ways: WaysChange) {
    try {
      const status = await changeWays(db, desk, ways);
      const went = { wraps: ways.agent.wraps.filter((wrap) => !ways.stays(wrap)) };
      if (status === 'done') await followAgents(peppersOf(went)).catch(() => undefined);
      return { status };
    } catch (error) {
      if (error instanceof NoSecretKept || isQuotaError(error))
        return { status: 'notSaved' } as const;
      throw error;
    }
  }

  /** Whether it is theirs shows when it opens. */
  async function readCode(id: string, text: string): Promise<Right | NotRight | NotTried> {
    const agent = await reopening(db, () => db.agents.get(id));
    if (agent === undefined || !hasWay(agent, 'recovery')) return { status: 'lost' };
    const from = recoveryCodeBytes(text);
    return from === null ? WRONG_CODE : { status: 'right', agent, way: { kind: 'recovery', from } };
  }

  /** For what was submitted and lost the secret by which it is sent. Whoever unlocks does not wait for it. */
  const sendWhatWaited = (agent: string): void => {
    void renewSending(db, desk, agent).then(
      (renewed) => renewed > 0 && wake(),
      () => undefined,
    );
  };

  const newCode = (set: (from: Bytes) => ReturnType<typeof change>): PreparedCode => {
    const code = newRecoveryCode();
    return {
      status: 'ready',
      code: code.text,
      finish: async () => {
        const { status } = await set(code.bytes);
        return { status: status === 'lost' ? 'changed' : status };
      },
    };
  };

  return {
    status: async () => {
      const locked = (await rows()).filter(hasLock);
      if (locked.length === 0) return { status: 'open' };
      if (current() === null) {
        const held = await channel.ask();
        const key = held && desk.smith.keyFrom(held.agent, held.source);
        if (key) unlocked(key);
      }
      const own = current();
      if (own !== null) return { status: 'unlocked', agent: own.agent };
      const { queued } = await reopening(db, () => countsByStatus(db));
      return { status: 'locked', agents: locked.map(atLock), waiting: queued };
    },

    unlock: async (id, kind, text) => {
      const since = locks;
      const tried = kind === 'recovery' ? await readCode(id, text) : await tryPin(id, text);
      if (tried.status !== 'right') return tried;
      const { agent, way } = tried;
      const key = await desk.smith.openAgent(agent, way);
      if (key === null) return kind === 'recovery' ? WRONG_CODE : { status: 'lost' };
      if (since !== locks) return { status: 'locked' };
      unlocked(key);
      byCode = way.kind === 'recovery' ? { agent, from: way.from } : undefined;
      sendWhatWaited(id);
      return { status: 'unlocked' };
    },

    leave,

    lock: () => {
      leave();
      lockHere();
    },

    onLocked: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    prepareLock: async (pin) => {
      const fault = unfit(pin);
      if (fault !== null) return fault;
      if ((await rows()).some(hasLock)) return { status: 'changed' };
      await desk.own();
      const key = await desk.agents.own(await rows());
      const agent = (await rows()).find(({ id }) => id === key?.agent);
      if (key === null || agent === undefined) return { status: 'lost' };
      const made = await newPin(pin);
      if (made.status !== 'new') return made;
      return newCode(async (from) => {
        const set = await change({
          agent,
          by: { kind: 'open' },
          to: (pepper) => [made.way(pepper), { kind: 'recovery', from }],
          stays: () => false,
        });
        if (set.status === 'done') unlocked(key);
        return set;
      });
    },

    changePin: async (old, pin) => {
      const tried = unfit(pin) ?? (await tryOwnPin(old));
      return tried.status === 'right' ? setPin(tried.agent, tried.way, pin) : tried;
    },

    newPinAfterRecovery: async (pin) => {
      const fault = unfit(pin);
      if (fault !== null) return fault;
      if (byCode === undefined) return { status: 'locked' };
      const { agent, from } = byCode;
      const set = await setPin(agent, { kind: 'recovery', from }, pin);
      if (set.status === 'done') byCode = undefined;
      return set;
    },

    prepareNewCode: async (pin): Promise<NewCodeResult> => {
      const tried = await tryOwnPin(pin);
      if (tried.status !== 'right') return tried;
      const { agent, way: by } = tried;
      return newCode((from) =>
        change({ agent, by, to: () => [{ kind: 'recovery', from }], stays: isOf('pin') }),
      );
    },

    removeLock: async (pin) => {
      const tried = await tryOwnPin(pin);
      if (tried.status !== 'right') return tried;
      const { agent, way: by } = tried;
      const to: WaysChange['to'] = (pepper) => [{ kind: 'open', pepper }];
      return change({ agent, by, to, stays: () => false });
    },

    whatStartAgainLoses: async (agent) => whatIsLost(await formsOf(db, agent)),

    startAgain: async (id) => {
      const agent = await reopening(db, () => db.agents.get(id));
      if (agent === undefined) return { status: 'lost' };
      for (const form of await formsOf(db, id))
        if (form.status !== 'queued' && !(await remove(form.id))) return { status: 'notSaved' };
      await endWays(db, id);
      lockHere();
      channel.tellLocked();
      await followAgents(peppersOf(agent)).catch(() => undefined);
      return { status: 'done' };
    },
  };

  async function setPin(agent: AgentRow, by: Way, pin: string): Promise<SetPinResult> {
    const made = await newPin(pin);
    if (made.status !== 'new') return made;
    return change({ agent, by, to: (pepper) => [made.way(pepper)], stays: isOf('recovery') });
  }
}

const isOf =
  (kind: Way['kind']): WaysChange['stays'] =>
  (wrap) =>
    wrap.kind === kind;
