import type { AgentKey } from '../seal/keyring.ts';
import { endPasskey, type WaysChange } from './agent-ways.ts';
import type { Database } from './database.ts';
import type { FingerTries } from './finger-tries.ts';
import { peppersOf } from './format/agent-row.ts';
import type { LockStore, NotRight, NotTried, SetPinResult } from './lock-port.ts';
import type { Right } from './pin-tries.ts';
import { notOf } from './way-kinds.ts';

/** What it shares with the rest of the lock. */
export type LockParts = Pick<FingerTries, 'newFinger'> &
  Readonly<{
    current: () => AgentKey | null;
    prove: (pin: string) => Promise<Right | NotRight | NotTried | Readonly<{ status: 'locked' }>>;
    change: (ways: WaysChange) => Promise<SetPinResult>;
    followAgents: (gone: readonly string[]) => Promise<void>;
  }>;

/** A fingerprint beside the PIN. */
export const fingerWays = (
  db: Database,
  { change, current, followAgents, newFinger, prove }: LockParts,
): Pick<LockStore, 'addFingerprint' | 'removeFingerprint'> => ({
  addFingerprint: async (pin) => {
    const tried = await prove(pin);
    if (tried.status !== 'right') return tried;
    const made = await newFinger();
    if (made.status !== 'new') return made;
    const { agent, way: by } = tried;
    return change({ agent, by, to: (pepper) => [made.way(pepper)], stays: notOf('passkey') });
  },

  removeFingerprint: async () => {
    const own = current();
    if (own === null) return { status: 'locked' };
    const before = await endPasskey(db, own.agent);
    if (before === null) return { status: 'changed' };
    const wraps = before.wraps.filter(({ kind }) => kind === 'passkey');
    await followAgents(peppersOf({ wraps })).catch(() => undefined);
    return { status: 'done' };
  },
});
