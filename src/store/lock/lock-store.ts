import { pinFault } from '../../domain/pin.ts';
import type { Bytes } from '../../seal/bytes.ts';
import type { AgentKey, NewWay, Way } from '../../seal/key-hierarchy.ts';
import { newRecoveryCode, recoveryCodeBytes } from '../../seal/recovery-code.ts';
import type { Secret } from '../../seal/secrets.ts';
import type { Database } from '../db/database.ts';
import { reopening } from '../db/transactions.ts';
import { peppersOf } from '../format/agent-row.ts';
import type { AgentRow } from '../format/rows.ts';
import { hasLock } from '../keys/agent-access.ts';
import type { LockableDesk } from '../keys/key-store.ts';
import { countsByStatus } from '../outbox/counters.ts';
import { agentSession } from './agent-session.ts';
import { lockChannel } from './lock-channel.ts';
import type {
  LockPorts,
  LockStore,
  NewCodeResult,
  NotRight,
  NotTried,
  PreparedCode,
  PrepareResult,
  Proof,
  SetPinResult,
  UnlockResult,
} from './lock-contract.ts';
import { fingerprintState, fingerTries, fingerWays } from './passkey-unlock.ts';
import { type NewPin, pinTries, type Right } from './pin-unlock.ts';
import { startingAgain } from './reset-agent.ts';
import { followSending } from './sending-slots.ts';
import { atLock, lockTeam, notSaved, type SetByCode } from './shared-phone.ts';
import { changeWays, hasWay, notOf, restartWaits, type WaysChange } from './unlock-methods.ts';

const WRONG_CODE = { status: 'wrong', failures: 0, notBefore: null } as const;

/** The first unlock method of a lock. */
type NewFirst = Readonly<{ status: 'new'; way: (pepper: Secret) => NewWay }> &
  Partial<Pick<NewPin, 'pin'>>;

/** `lock` clears every key and all decrypted data. */
export type LockedParts = Readonly<{ desk: LockableDesk; lock: () => void }>;

export function lockStore(
  db: Database,
  { desk, lock: forget }: LockedParts,
  ports: LockPorts,
): LockStore {
  const { followAgents, broadcast, letGo, newId, now, passkeys, remove, stretcher, wake } = ports;
  const session = agentSession(db, ports);
  const { newPin, tryPin } = pinTries(db, desk, stretcher, now);
  const { newFinger, tryFinger } = fingerTries(db, desk, passkeys);
  /** The agent who unlocked with a recovery code, and the code's bits, until the new PIN is set. */
  let byCode: Readonly<{ agent: AgentRow; from: Bytes }> | undefined;
  const listeners = new Set<() => boolean>();
  /** Counts locks. The user may lock while a PIN is still being checked. */
  let locks = 0;
  /** The page is locking. The key may still be used to finish saves. */
  let isLeaving = false;

  const leaveHere = (): void => {
    locks += 1;
    byCode = undefined;
    isLeaving = true;
  };
  const lockHere = (): void => {
    // A PIN attempt made during the last save is not discarded.
    if (!isLeaving) leaveHere();
    session.end();
    forget();
  };
  const unlocked = (key: AgentKey): void => {
    isLeaving = false;
    desk.agents.unlocked(key);
    session.begin(key.agent);
  };
  /** Returns null if nobody has unlocked this page, or if it is locking. */
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
  const lockEverywhere = (): void => {
    lockHere();
    channel.tellLocked();
  };

  const follow = (gone: readonly string[] = []): Promise<void> =>
    followAgents(gone).catch(() => undefined);

  const rows = (): Promise<readonly AgentRow[]> => reopening(db, () => db.agents.toArray());

  const unfit = (pin: string) => {
    const fault = pinFault(pin);
    return fault && ({ status: 'unfit', fault } as const);
  };

  /** Checks that the agent who unlocked this page is there. */
  const prove = async (proof: Proof) => {
    const own = current();
    if (own === null) return { status: 'locked' } as const;
    return typeof proof === 'string' ? tryPin(own.agent, proof) : tryFinger(own.agent);
  };

  async function change(ways: WaysChange) {
    try {
      const status = await changeWays(db, desk, ways);
      if (status === 'done')
        await follow(peppersOf({ wraps: ways.agent.wraps.filter((wrap) => !ways.stays(wrap)) }));
      return { status };
    } catch (error) {
      return notSaved(error);
    }
  }

  /** Whether the code is the agent's own shows when it opens the key. */
  async function readCode(id: string, text: string): Promise<Right | NotRight | NotTried> {
    const agent = await reopening(db, () => db.agents.get(id));
    if (agent === undefined || !hasWay(agent, 'recovery')) return { status: 'lost' };
    const from = recoveryCodeBytes(text);
    return from === null ? WRONG_CODE : { status: 'right', agent, way: { kind: 'recovery', from } };
  }

  /** Sends the submissions that waited for this agent. Unlocking does not wait for it. */
  const sendWhatWaited = (agent: string): void => {
    void followSending(db, desk, agent, letGo).then(
      (waits) => waits > 0 && wake(),
      () => undefined,
    );
  };

  const newCode = (set: (from: Bytes) => Promise<SetByCode>): PreparedCode => {
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

  /** Prepares the first lock of this phone, with a recovery code. */
  async function prepare(make: () => Promise<NewFirst | NotTried>): Promise<PrepareResult> {
    if ((await rows()).some(hasLock)) return { status: 'changed' };
    await desk.own();
    const key = await desk.agents.own(await rows());
    const agent = (await rows()).find(({ id }) => id === key?.agent);
    if (key === null || agent === undefined) return { status: 'lost' };
    const made = await make();
    if (made.status !== 'new') return made;
    return newCode(async (from) => {
      const set = await change({
        agent,
        by: { kind: 'open' },
        to: (pepper) => [made.way(pepper), { kind: 'recovery', from }],
        stays: () => false,
        ...(made.pin && { pin: made.pin }),
      });
      if (set.status !== 'done') return set;
      unlocked(key);
      await session.remember(key.agent);
      return set;
    });
  }

  /** `unopened`: the result if the input does not open the key. */
  async function unlockBy(
    id: string,
    tried: () => Promise<Right | NotRight | NotTried>,
    unopened: UnlockResult,
  ): Promise<UnlockResult> {
    const before = desk.agents.current();
    if (before !== null && before.agent !== id) return { status: 'unsaved' };
    const since = locks;
    const right = await tried();
    if (right.status !== 'right') return right;
    const { agent, way } = right;
    const key = right.key ?? (await desk.smith.openAgent(agent, way));
    if (key === null) return unopened;
    await session.prepare(id);
    if (since !== locks) return { status: 'locked' };
    unlocked(key);
    await session.remember(id);
    channel.tellUnlocked(id);
    byCode = way.kind === 'recovery' ? { agent, from: way.from } : undefined;
    sendWhatWaited(id);
    return { status: 'unlocked' };
  }

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
      const agents = atLock(locked, now());
      await restartWaits(db, locked, now());
      if (own !== null) return { status: 'unlocked', agent: own.agent, agents };
      const { queued } = await reopening(db, () => countsByStatus(db));
      return { status: 'locked', agents, waiting: queued };
    },

    unlock: (id, kind, text) =>
      kind === 'recovery'
        ? unlockBy(id, () => readCode(id, text), WRONG_CODE)
        : unlockBy(id, () => tryPin(id, text), { status: 'lost' }),

    unlockByFingerprint: (id) => unlockBy(id, () => tryFinger(id), { status: 'lost' }),

    leave,

    lock: () => {
      leave();
      lockHere();
    },

    onLocked: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    prepareLock: async (pin) => unfit(pin) ?? prepare(() => newPin(pin)),

    prepareFingerprintLock: () => prepare(newFinger),

    fingerprint: async () => fingerprintState(await rows(), passkeys),

    ...fingerWays(db, { change, current, followAgents, newFinger, prove }),

    changePin: async (proof, pin) => {
      const tried = unfit(pin) ?? (await prove(proof));
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
      const tried = await prove(pin);
      if (tried.status !== 'right') return tried;
      const { agent, way: by } = tried;
      return newCode((from) =>
        change({ agent, by, to: () => [{ kind: 'recovery', from }], stays: notOf('recovery') }),
      );
    },

    removeLock: async (pin) => {
      if ((await rows()).filter(hasLock).length > 1) return { status: 'several' };
      const tried = await prove(pin);
      if (tried.status !== 'right') return tried;
      const { agent, way: by } = tried;
      const to: WaysChange['to'] = (pepper) => [{ kind: 'open', pepper }];
      return change({ agent, by, to, stays: () => false });
    },

    ...lockTeam(db, desk, {
      current: () => current()?.agent ?? null,
      follow,
      followChoice: async (agent) => {
        if ((await followSending(db, desk, agent, letGo)) > 0) wake();
      },
      lockEverywhere,
      newCode,
      newId,
      newPin,
      prove,
      unfit,
    }),

    ...startingAgain(db, { follow, lockEverywhere, remove }),
  };

  async function setPin(agent: AgentRow, by: Way, pin: string): Promise<SetPinResult> {
    const made = await newPin(pin);
    if (made.status !== 'new') return made;
    const { pin: kept, way } = made;
    return change({ agent, by, to: (pepper) => [way(pepper)], stays: notOf('pin'), pin: kept });
  }
}
