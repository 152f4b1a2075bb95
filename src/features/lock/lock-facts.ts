import { lockSettingsText } from '../../messages/lock-settings.ts';
import type { DeviceValues } from '../../store/device/device-storage.ts';
import type {
  FingerprintState,
  LockStore,
  PhoneAgent,
  PreparedCode,
  PrepareResult,
  RemoveLockResult,
} from '../../store/lock/lock-contract.ts';
import { type UnlockError, unlockProblem } from './use-unlock-attempt.ts';

export type LockSettings = Readonly<Pick<DeviceValues, 'lockMinutes'>>;

export type LockFacts = Readonly<{
  hasLock: boolean;
  fingerprint: FingerprintState;
  /** Empty while Veld is locked, or if there is no lock. */
  agents: readonly PhoneAgent[];
  sendsWhileLocked: boolean;
  /** True if the unlocked agent's PIN contains letters, so the keyboard must have letters. */
  pinHasLetters: boolean;
}>;

export interface LockPageProps {
  readonly lock: LockStore;
  readonly facts: LockFacts;
  readonly settings: LockSettings;
  readonly onSettings: (change: LockSettings) => void;
  readonly onChanged: () => void;
}

export async function lockFacts(lock: LockStore): Promise<LockFacts> {
  const [{ status }, fingerprint, agents, sendsWhileLocked] = await Promise.all([
    lock.status(),
    lock.fingerprint(),
    lock.agents(),
    lock.sendsWhileLocked(),
  ]);
  const pinHasLetters = agents.find(({ isOwn }) => isOwn)?.pinHasLetters ?? false;
  return { hasLock: status !== 'open', fingerprint, agents, sendsWhileLocked, pinHasLetters };
}

export type SetResult = RemoveLockResult | Exclude<PrepareResult, PreparedCode>;

/** Returns why the lock was not changed. Null if it was changed. */
export function setProblem(result: SetResult): UnlockError | null {
  const t = lockSettingsText();
  switch (result.status) {
    case 'done':
      return null;
    case 'unfit':
      return { text: t.fault[result.fault], until: null };
    case 'changed':
      return { text: t.changedElsewhere, until: null };
    case 'several':
      return { text: t.severalAgents, until: null };
    case 'locked':
      return { text: t.lockedMeanwhile, until: null };
    case 'notSaved':
      return { text: t.notSaved, until: null };
    case 'refused':
      return { text: t.fingerprintNotSet, until: null };
    case 'unable':
      return { text: t.fingerprintUnable, until: null };
    default:
      return unlockProblem(result);
  }
}

/** Like `setProblem`, but calls `done` if the lock was changed. */
export function problemAfter(result: SetResult, done: () => void): UnlockError | null {
  const problem = setProblem(result);
  if (problem === null) done();
  return problem;
}
