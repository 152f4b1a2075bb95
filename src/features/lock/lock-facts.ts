import type { DeviceValues } from '../../store/device.ts';
import type { AgentHere, FingerprintState, LockStore } from '../../store/lock-port.ts';

/** What is remembered of a lock beside it. */
export type LockSettings = Readonly<Pick<DeviceValues, 'lockMinutes'>>;

/** What is known of the lock. */
export type LockFacts = Readonly<{
  hasLock: boolean;
  finger: FingerprintState;
  /** None while it is locked, or before there is a lock. */
  agents: readonly AgentHere[];
  sendsWhileLocked: boolean;
  /** Of the one who is unlocked. */
  pinHasLetters: boolean;
}>;

/** What every card of the lock works with. */
export interface LockCardProps {
  readonly lock: LockStore;
  readonly facts: LockFacts;
  readonly settings: LockSettings;
  readonly onSettings: (change: LockSettings) => void;
  /** Something of it was changed. */
  readonly onChanged: () => void;
}

export async function lockFacts(lock: LockStore): Promise<LockFacts> {
  const [{ status }, finger, agents, sendsWhileLocked] = await Promise.all([
    lock.status(),
    lock.fingerprint(),
    lock.agents(),
    lock.sendsWhileLocked(),
  ]);
  const pinHasLetters = agents.find(({ isOwn }) => isOwn)?.pinHasLetters ?? false;
  return { hasLock: status !== 'open', finger, agents, sendsWhileLocked, pinHasLetters };
}
