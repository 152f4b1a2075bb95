import { failuresNow, NO_FAILURES, notBefore, oneMoreFailure } from '../../src/domain/lock.ts';
import { pinAsTried, pinFault } from '../../src/domain/pin.ts';
import type {
  AgentAtLock,
  LockStore,
  PreparedCode,
  StartAgainLoses,
  UnlockResult,
} from '../../src/store/lock-port.ts';

/** What outlives a page, and is the same for all of a phone's pages. */
export interface ModelLockDisk {
  label: string | null;
  /** null: no lock. */
  lock: Readonly<{ pin: string; code: string }> | null;
  failures: typeof NO_FAILURES;
  loses: StartAgainLoses;
  made: number;
  /** Each locks its page. */
  pages: Set<() => void>;
}

export const newLockDisk = (): ModelLockDisk => ({
  label: null,
  lock: null,
  failures: NO_FAILURES,
  loses: { stays: 0, drafts: [], attention: [] },
  made: 0,
  pages: new Set(),
});

const AGENT = 'agent';

/** A lock without keys and without a database, for whoever shows one. It keeps the same promises (`lock-checks.ts`). */
export function modelLock(disk: ModelLockDisk, now: () => number): LockStore {
  let isUnlocked = false;
  let isLeaving = false;
  let byCode = false;
  const listeners = new Set<() => boolean>();
  const lockHere = (): void => {
    isUnlocked = false;
    isLeaving = false;
  };
  const hear = (): void => {
    if (!isUnlocked || isLeaving) return;
    isLeaving = true;
    const areSaving = [...listeners].map((listener) => listener());
    if (!areSaving.includes(true)) lockHere();
  };
  const leave = (): void => {
    if (!isUnlocked || isLeaving) return;
    isLeaving = true;
    for (const tell of disk.pages) if (tell !== hear) tell();
  };
  const unlock = (): void => {
    isUnlocked = true;
    isLeaving = false;
  };
  disk.pages.add(hear);

  const agent = (): AgentAtLock => ({
    id: AGENT,
    label: disk.label,
    ways: ['pin', 'recovery'],
    notBefore: notBefore(failuresNow(disk.failures, now()), now()),
  });

  const tryPin = (pin: string): UnlockResult => {
    disk.failures = failuresNow(disk.failures, now());
    const until = notBefore(disk.failures, now());
    if (until !== null) return { status: 'wait', until };
    if (disk.lock?.pin === pinAsTried(pin)) {
      disk.failures = NO_FAILURES;
      return { status: 'unlocked' };
    }
    disk.failures = oneMoreFailure(disk.failures, now());
    const { count } = disk.failures;
    return { status: 'wrong', failures: count, notBefore: notBefore(disk.failures, now()) };
  };

  const newCode = (pin: string): PreparedCode => {
    disk.made += 1;
    const before = disk.lock;
    const last = String(disk.made).padStart(5, '0');
    const code = `VELD-00000-00000-00000-${last}`;
    return {
      status: 'ready',
      code,
      finish: async () => {
        if (disk.lock !== before) return { status: 'changed' };
        disk.lock = { pin: pinAsTried(pin), code };
        unlock();
        return { status: 'done' };
      },
    };
  };

  const unfit = (pin: string) => {
    const fault = pinFault(pin);
    return fault && ({ status: 'unfit', fault } as const);
  };

  return {
    status: async () => {
      if (disk.lock === null) return { status: 'open' };
      if (isUnlocked && !isLeaving) return { status: 'unlocked', agent: AGENT };
      return { status: 'locked', agents: [agent()], waiting: disk.loses.stays };
    },
    unlock: async (id, way, text) => {
      if (id !== AGENT || disk.lock === null) return { status: 'lost' };
      if (way === 'recovery') {
        if (text !== disk.lock.code) return { status: 'wrong', failures: 0, notBefore: null };
        unlock();
        byCode = true;
        return { status: 'unlocked' };
      }
      const tried = tryPin(text);
      if (tried.status === 'unlocked') unlock();
      return tried;
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
    prepareLock: async (pin) =>
      unfit(pin) ?? (disk.lock === null ? newCode(pin) : { status: 'changed' }),
    changePin: async (old, pin) => {
      const tried = unfit(pin) ?? tryPin(old);
      if (tried.status !== 'unlocked') return tried;
      disk.lock = disk.lock && { ...disk.lock, pin: pinAsTried(pin) };
      return { status: 'done' };
    },
    newPinAfterRecovery: async (pin) => {
      const fault = unfit(pin);
      if (fault !== null) return fault;
      if (!byCode || !isUnlocked || isLeaving) return { status: 'locked' };
      disk.lock = disk.lock && { ...disk.lock, pin: pinAsTried(pin) };
      disk.failures = NO_FAILURES;
      byCode = false;
      return { status: 'done' };
    },
    prepareNewCode: async (pin) => {
      const tried = tryPin(pin);
      return tried.status === 'unlocked' ? newCode(pin) : tried;
    },
    removeLock: async (pin) => {
      const tried = tryPin(pin);
      if (tried.status !== 'unlocked') return tried;
      disk.lock = null;
      return { status: 'done' };
    },
    whatStartAgainLoses: async () => disk.loses,
    startAgain: async () => {
      disk.lock = null;
      disk.failures = NO_FAILURES;
      disk.loses = { ...disk.loses, drafts: [], attention: [] };
      return { status: 'done' };
    },
  };
}
