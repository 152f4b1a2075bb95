import { PIN_AFTER_RECOVERY_MS, pinFault } from '../../domain/pin.ts';
import type { Bytes } from '../../seal/bytes.ts';
import type { AgentKey, NewUnlockMethod, UnlockInput } from '../../seal/key-hierarchy.ts';
import { newRecoveryCode } from '../../seal/recovery-code.ts';
import type { Secret } from '../../seal/secrets.ts';
import type { Database } from '../db/database.ts';
import { withReopen } from '../db/transactions.ts';
import { peppersOf } from '../format/agent-row.ts';
import type { AgentRow } from '../format/rows.ts';
import { hasLock } from '../keys/agent-access.ts';
import type { LockableKeyStore } from '../keys/key-store.ts';
import { countsByStatus } from '../outbox/counters.ts';
import { agentSession } from './agent-session.ts';
import { lockChannel } from './lock-channel.ts';
import type {
  LockPorts,
  LockStore,
  NewCodeResult,
  PreparedCode,
  PrepareResult,
  Proof,
  ProofNotChecked,
  ProofRejected,
  SetPinResult,
  UnlockResult,
} from './lock-contract.ts';
import { fingerprintState, passkeyMethods, passkeyUnlock } from './passkey-unlock.ts';
import {
  decodeRecoveryCode,
  type NewPin,
  type ProofAccepted,
  pinUnlock,
  type Recovery,
  WRONG_CODE,
} from './pin-unlock.ts';
import { agentReset } from './reset-agent.ts';
import { renewSendingSlots } from './sending-slots.ts';
import { agentsOnLockScreen, type CodeResult, notSaved, sharedPhone } from './shared-phone.ts';
import {
  allExcept,
  changeUnlockMethods,
  restartWaits,
  type UnlockMethodsChange,
} from './unlock-methods.ts';

/** The first unlock method of a lock. */
type NewFirst = Readonly<{ status: 'new'; method: (pepper: Secret) => NewUnlockMethod }> &
  Partial<Pick<NewPin, 'pin'>>;

export type LockedParts = Readonly<{ keyStore: LockableKeyStore; lock: () => void }>;

export function lockStore(
  db: Database,
  { keyStore, lock: clearCache }: LockedParts,
  ports: LockPorts,
): LockStore {
  const {
    followAgents,
    broadcast,
    unlockedPages,
    removeSendingSlot,
    newId,
    now,
    passkeys,
    remove,
    stretcher,
    wake,
  } = ports;
  const session = agentSession(db, ports);
  const { newPin, unlockWithPin } = pinUnlock(db, keyStore, stretcher, now);
  const { newPasskey, unlockWithPasskey } = passkeyUnlock(db, keyStore, passkeys);
  /** Set after the right recovery code, until the new PIN is set. */
  let recovery: Recovery | undefined;
  const listeners = new Set<() => boolean>();
  /** Counts locks. A person may lock while a PIN is still being checked. */
  let locks = 0;
  /** True while the page locks. The key may still be used to finish saves. */
  let isLeaving = false;
  let leaveUnlockedPages = (): void => undefined;

  const beginLeaving = (): void => {
    locks += 1;
    leaveUnlockedPages();
    recovery = undefined;
    isLeaving = true;
  };
  const lockPage = (): void => {
    // If `leave` has counted the lock already, a PIN tried during the last save still unlocks.
    if (!isLeaving) beginLeaving();
    session.end();
    clearCache();
  };
  const unlocked = (key: AgentKey): void => {
    isLeaving = false;
    if ((keyStore.agents.current()?.agent ?? key.agent) !== key.agent) clearCache();
    keyStore.agents.unlocked(key);
    session.begin(key.agent);
    leaveUnlockedPages();
    if (recovery === undefined) leaveUnlockedPages = unlockedPages.join();
  };
  /** Returns null if nobody has unlocked this page, if it is locking, or if it waits for the new PIN after a recovery code. */
  const current = (): AgentKey | null =>
    isLeaving || recovery !== undefined ? null : keyStore.agents.current();
  const channel = lockChannel(broadcast, unlockedPages, current, () => {
    beginLeaving();
    const areSaving = [...listeners].map((listener) => listener());
    if (!areSaving.includes(true)) lockPage();
  });
  const leave = (): void => {
    if (isLeaving) return;
    beginLeaving();
    channel.tellLocked();
  };
  const lockEverywhere = (): void => {
    lockPage();
    channel.tellLocked();
  };

  const follow = (unused: readonly string[] = []): Promise<void> =>
    followAgents(unused).catch(() => undefined);

  const rows = (): Promise<readonly AgentRow[]> => withReopen(db, () => db.agents.toArray());

  const unfit = (pin: string) => {
    const fault = pinFault(pin);
    return fault && ({ status: 'unfit', fault } as const);
  };

  /** Checks the PIN or the passkey of the agent who unlocked this page. */
  const prove = async (proof: Proof) => {
    const own = current();
    if (own === null) return { status: 'locked' } as const;
    return typeof proof === 'string'
      ? unlockWithPin(own.agent, proof)
      : unlockWithPasskey(own.agent);
  };

  /** `onDone` runs before the second copies follow. */
  async function change(methods: UnlockMethodsChange, onDone = (): void => undefined) {
    try {
      const status = await changeUnlockMethods(db, keyStore, methods);
      if (status !== 'done') return { status };
      onDone();
      await follow(
        peppersOf({ wraps: methods.agent.wraps.filter((slot) => !methods.stays(slot)) }),
      );
      return { status };
    } catch (error) {
      return notSaved(error);
    }
  }

  /** Sends the submissions that waited for this agent. Unlocking does not wait for the sending. */
  const sendWhatWaited = (agent: string): void => {
    void renewSendingSlots(db, keyStore, agent, removeSendingSlot).then(
      (waits) => waits > 0 && wake(),
      () => undefined,
    );
  };

  const newCode = (set: (input: Bytes) => Promise<CodeResult>): PreparedCode => {
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
  async function prepare(make: () => Promise<NewFirst | ProofNotChecked>): Promise<PrepareResult> {
    if ((await rows()).some(hasLock)) return { status: 'changed' };
    await keyStore.agentDataKey();
    const key = await keyStore.agents.own(await rows());
    const agent = (await rows()).find(({ id }) => id === key?.agent);
    if (key === null || agent === undefined) return { status: 'lost' };
    const made = await make();
    if (made.status !== 'new') return made;
    return newCode(async (input) => {
      const to: UnlockMethodsChange['to'] = (pepper) => [
        made.method(pepper),
        { kind: 'recovery', input },
      ];
      const [by, stays] = [{ kind: 'open' } as const, () => false];
      // A page that sees the new lock without its key would lock at once.
      const set = await change({ agent, by, to, stays, ...(made.pin && { pin: made.pin }) }, () =>
        unlocked(key),
      );
      if (set.status === 'done') await session.remember(key.agent);
      return set;
    });
  }

  /** `unopened`: the result if the input does not open the key. */
  async function unlockBy(
    id: string,
    tried: () => Promise<ProofAccepted | ProofRejected | ProofNotChecked>,
    unopened: UnlockResult,
  ): Promise<UnlockResult> {
    const before = keyStore.agents.current();
    const isUnsaved = before !== null && (recovery?.isUnsaved ?? true);
    if (isUnsaved && before.agent !== id) return { status: 'unsaved' };
    const since = locks;
    const right = await tried();
    if (right.status !== 'right') return right;
    const { agent, method } = right;
    const key = right.key ?? (await keyStore.cryptoPort.openAgent(agent, method));
    if (key === null) return unopened;
    await session.prepare(id);
    if (since !== locks) return { status: 'locked' };
    recovery =
      method.kind === 'recovery' ? { agent, input: method.input, at: now(), isUnsaved } : undefined;
    unlocked(key);
    await session.remember(id);
    if (recovery === undefined) channel.tellUnlocked(id);
    sendWhatWaited(id);
    return { status: 'unlocked' };
  }

  const shared = sharedPhone(db, keyStore, {
    current: () => current()?.agent ?? null,
    follow,
    followChoice: async (agent) => {
      if ((await renewSendingSlots(db, keyStore, agent, removeSendingSlot)) > 0) wake();
    },
    lockEverywhere,
    newCode,
    newId,
    newPin,
    prove,
    unfit,
  });

  return {
    status: async () => {
      const locked = (await rows()).filter(hasLock);
      if (locked.length === 0) return { status: 'open' };
      if (current() === null) {
        const held = await channel.ask();
        const key = held && keyStore.cryptoPort.keyFrom(held.agent, held.source);
        if (key) {
          recovery = undefined;
          unlocked(key);
        }
      }
      const own = current();
      const agents = agentsOnLockScreen(locked, now());
      await restartWaits(db, locked, now());
      if (own !== null) return { status: 'unlocked', agent: own.agent, agents };
      const { queued } = await withReopen(db, () => countsByStatus(db));
      return { status: 'locked', agents, waiting: queued };
    },

    unlock: (id, kind, text) =>
      kind === 'recovery'
        ? unlockBy(id, () => decodeRecoveryCode(db, id, text), WRONG_CODE)
        : unlockBy(id, () => unlockWithPin(id, text), { status: 'lost' }),

    unlockByFingerprint: (id) => unlockBy(id, () => unlockWithPasskey(id), { status: 'lost' }),

    leave,

    lock: () => {
      leave();
      lockPage();
    },

    onLocked: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    prepareLock: async (pin) => unfit(pin) ?? prepare(() => newPin(pin)),

    prepareFingerprintLock: () => prepare(newPasskey),

    fingerprint: async () => fingerprintState(await rows(), passkeys),

    ...passkeyMethods(db, { change, current, followAgents, newPasskey, prove }),

    changePin: async (proof, pin) => {
      const tried = unfit(pin) ?? (await prove(proof));
      return tried.status === 'right' ? setPin(tried.agent, tried.method, pin) : tried;
    },

    newPinAfterRecovery: async (pin) => {
      const fault = unfit(pin);
      if (fault !== null) return fault;
      if (recovery === undefined) return { status: 'locked' };
      const { agent, at, input } = recovery;
      if (Math.abs(now() - at) > PIN_AFTER_RECOVERY_MS) return { status: 'locked' };
      const since = locks;
      const set = await setPin(agent, { kind: 'recovery', input }, pin);
      if (set.status !== 'done') return set;
      if (since !== locks) return { status: 'doneButLocked' };
      recovery = undefined;
      leaveUnlockedPages = unlockedPages.join();
      channel.tellUnlocked(agent.id);
      return set;
    },

    prepareNewCode: async (pin): Promise<NewCodeResult> => {
      const tried = await prove(pin);
      if (tried.status !== 'right') return tried;
      const { agent, method: by } = tried;
      return newCode((input) =>
        change({
          agent,
          by,
          to: () => [{ kind: 'recovery', input }],
          stays: allExcept('recovery'),
        }),
      );
    },

    removeLock: async (pin) => {
      if ((await rows()).filter(hasLock).length > 1) return { status: 'several' };
      const tried = await prove(pin);
      if (tried.status !== 'right') return tried;
      const { agent, method: by } = tried;
      // Without a lock, an agent cannot send only while Veld is unlocked.
      const sends = agent.sendsOnlyUnlocked ? await shared.setSendsWhileLocked(true) : undefined;
      if (sends !== undefined && sends.status !== 'done') return sends;
      const to: UnlockMethodsChange['to'] = (pepper) => [{ kind: 'open', pepper }];
      return change({ agent, by, to, stays: () => false });
    },

    ...shared,

    ...agentReset(db, { follow, lockEverywhere, remove }),
  };

  async function setPin(agent: AgentRow, by: UnlockInput, pin: string): Promise<SetPinResult> {
    const made = await newPin(pin);
    if (made.status !== 'new') return made;
    const { pin: kept, method } = made;
    return change({
      agent,
      by,
      to: (pepper) => [method(pepper)],
      stays: allExcept('pin'),
      pin: kept,
    });
  }
}
