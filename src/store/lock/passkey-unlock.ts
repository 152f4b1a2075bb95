import type { AgentKey, NewUnlockMethod } from '../../seal/key-hierarchy.ts';
import type { Passkeys, PrfUnavailable } from '../../seal/passkeys.ts';
import type { Secret } from '../../seal/secrets.ts';
import type { Database } from '../db/database.ts';
import { withReopen } from '../db/transactions.ts';
import { peppersOf } from '../format/agent-row.ts';
import type { AgentRow } from '../format/rows.ts';
import type { LockableKeyStore } from '../keys/key-store.ts';
import type {
  FingerprintState,
  LockStore,
  ProofNotChecked,
  ProofRejected,
  SetPinResult,
} from './lock-contract.ts';
import type { ProofAccepted } from './pin-unlock.ts';
import {
  allExcept,
  hasAnyMethod,
  hasMethod,
  removePasskey,
  type UnlockMethodsChange,
} from './unlock-methods.ts';

type NewPasskey = Readonly<{ status: 'new'; method: (pepper: Secret) => NewUnlockMethod }>;

export type PasskeyUnlock = Readonly<{
  newPasskey: () => Promise<NewPasskey | PrfUnavailable>;
  /** Failed attempts are not counted here. The phone counts them, and soon asks for the phone's own PIN. */
  unlockWithPasskey: (agent: string) => Promise<ProofAccepted | ProofNotChecked>;
}>;

/** Unlocks with a passkey; `pin-unlock.ts` does the same with a PIN. */
export function passkeyUnlock(
  db: Database,
  { secrets, cryptoPort }: Pick<LockableKeyStore, 'secrets' | 'cryptoPort'>,
  passkeys: Passkeys,
): PasskeyUnlock {
  return {
    newPasskey: async () => {
      const made = await passkeys.create();
      if (made.status !== 'created') return made;
      const { bytes: input, passkey } = made;
      return { status: 'new', method: (pepper) => ({ kind: 'passkey', pepper, input, passkey }) };
    },

    unlockWithPasskey: async (id) => {
      const agent = await withReopen(db, () => db.agents.get(id));
      const slot = agent?.wraps.find(({ kind }) => kind === 'passkey');
      if (agent === undefined || slot?.kind !== 'passkey') return { status: 'lost' };
      const pepper = await secrets.read(slot.pepper).catch(() => undefined);
      if (!pepper) return { status: pepper === null ? 'lost' : 'failed' };
      const given = await passkeys.evaluate(slot.passkey);
      if (given.status !== 'evaluated') return given;
      const method = { kind: 'passkey', input: given.bytes } as const;
      // If the phone recognises the person but the key does not open, the phone's passkey was replaced.
      const key = await cryptoPort.openAgent(agent, method);
      return key === null ? { status: 'unable' } : { status: 'right', agent, method, key };
    },
  };
}

/** Whether this phone has a passkey, or can have one. */
export async function fingerprintState(
  rows: readonly AgentRow[],
  passkeys: Pick<Passkeys, 'areThere'>,
): Promise<FingerprintState> {
  const [agent, ...others] = rows.filter(hasAnyMethod);
  if (agent !== undefined && hasMethod(agent, 'passkey'))
    return hasMethod(agent, 'pin') ? 'beside' : 'only';
  if (others.length > 0) return 'several';
  return (await passkeys.areThere()) ? 'possible' : 'impossible';
}

export type LockParts = Pick<PasskeyUnlock, 'newPasskey'> &
  Readonly<{
    current: () => AgentKey | null;
    prove: (
      pin: string,
    ) => Promise<ProofAccepted | ProofRejected | ProofNotChecked | Readonly<{ status: 'locked' }>>;
    change: (methods: UnlockMethodsChange) => Promise<SetPinResult>;
    followAgents: (unused: readonly string[]) => Promise<void>;
  }>;

/** Adds and removes the passkey of a lock with a PIN. */
export const passkeyMethods = (
  db: Database,
  { change, current, followAgents, newPasskey, prove }: LockParts,
): Pick<LockStore, 'addFingerprint' | 'removeFingerprint'> => ({
  addFingerprint: async (pin) => {
    const tried = await prove(pin);
    if (tried.status !== 'right') return tried;
    const made = await newPasskey();
    if (made.status !== 'new') return made;
    const { agent, method: by } = tried;
    return change({
      agent,
      by,
      to: (pepper) => [made.method(pepper)],
      stays: allExcept('passkey'),
    });
  },

  removeFingerprint: async () => {
    const own = current();
    if (own === null) return { status: 'locked' };
    const before = await removePasskey(db, own.agent);
    if (before === null) return { status: 'changed' };
    const wraps = before.wraps.filter(({ kind }) => kind === 'passkey');
    await followAgents(peppersOf({ wraps })).catch(() => undefined);
    return { status: 'done' };
  },
});
