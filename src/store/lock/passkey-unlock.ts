import type { AgentKey, NewWay } from '../../seal/key-hierarchy.ts';
import type { NotEvaluated, Passkeys } from '../../seal/passkeys.ts';
import type { Secret } from '../../seal/secrets.ts';
import type { Database } from '../db/database.ts';
import { reopening } from '../db/transactions.ts';
import { peppersOf } from '../format/agent-row.ts';
import type { AgentRow } from '../format/rows.ts';
import type { LockableDesk } from '../keys/key-store.ts';
import type {
  FingerprintState,
  LockStore,
  NotRight,
  NotTried,
  SetPinResult,
} from './lock-contract.ts';
import type { Right } from './pin-unlock.ts';
import { endPasskey, hasWay, hasWays, notOf, type WaysChange } from './unlock-methods.ts';

/** The output of a new passkey. */
type NewFinger = Readonly<{ status: 'new'; way: (pepper: Secret) => NewWay }>;

export type FingerTries = Readonly<{
  newFinger: () => Promise<NewFinger | NotEvaluated>;
  /** Not counted: the phone itself counts, and soon asks for its own PIN. */
  tryFinger: (agent: string) => Promise<Right | NotTried>;
}>;

/** Unlocks with a passkey; `pin-unlock.ts` does the same with a PIN. */
export function fingerTries(
  db: Database,
  { secrets, smith }: Pick<LockableDesk, 'secrets' | 'smith'>,
  passkeys: Passkeys,
): FingerTries {
  return {
    newFinger: async () => {
      const made = await passkeys.create();
      if (made.status !== 'created') return made;
      const { bytes: from, passkey } = made;
      return { status: 'new', way: (pepper) => ({ kind: 'passkey', pepper, from, passkey }) };
    },

    tryFinger: async (id) => {
      const agent = await reopening(db, () => db.agents.get(id));
      const wrap = agent?.wraps.find(({ kind }) => kind === 'passkey');
      if (agent === undefined || wrap?.kind !== 'passkey') return { status: 'lost' };
      const pepper = await secrets.read(wrap.pepper).catch(() => undefined);
      if (!pepper) return { status: pepper === null ? 'lost' : 'noWorker' };
      const given = await passkeys.evaluate(wrap.passkey);
      if (given.status !== 'evaluated') return given;
      const way = { kind: 'passkey', from: given.bytes } as const;
      // The phone recognised somebody, and gives something else than it did: its passkey was made anew.
      const key = await smith.openAgent(agent, way);
      return key === null ? { status: 'unable' } : { status: 'right', agent, way, key };
    },
  };
}

/** Whether this phone can have a passkey, or has one. */
export async function fingerprintState(
  rows: readonly AgentRow[],
  passkeys: Pick<Passkeys, 'areThere'>,
): Promise<FingerprintState> {
  const [agent, ...others] = rows.filter(hasWays);
  if (agent !== undefined && hasWay(agent, 'passkey'))
    return hasWay(agent, 'pin') ? 'beside' : 'only';
  if (others.length > 0) return 'several';
  return (await passkeys.areThere()) ? 'possible' : 'impossible';
}

/** The functions that it shares with the rest of the lock. */
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
