import { NO_FAILED_ATTEMPTS, notBefore } from '../../domain/lock.ts';
import { hasLetters, pinAsTried } from '../../domain/pin.ts';
import { type Bytes, randomBytes } from '../../seal/bytes.ts';
import type { AgentKey, NewUnlockMethod, UnlockInput } from '../../seal/key-hierarchy.ts';
import { recoveryCodeBytes } from '../../seal/recovery-code.ts';
import type { Secret } from '../../seal/secrets.ts';
import type { KeyStretcher, NotStretched, StretchParams } from '../../seal/stretch/stretching.ts';
import type { Database } from '../db/database.ts';
import { isQuotaError, withReopen } from '../db/transactions.ts';
import type { AgentRow } from '../format/rows.ts';
import type { LockableKeyStore } from '../keys/key-store.ts';
import type { ProofNotChecked, ProofRejected } from './lock-contract.ts';
import { beginTry, endTry, hasMethod } from './unlock-methods.ts';

const SALT_BYTES = 16;

/** A correct PIN or passkey. `key`: the agent's key, if the check has opened it. */
export type ProofAccepted = Readonly<{
  status: 'right';
  agent: AgentRow;
  method: UnlockInput;
  key?: AgentKey;
}>;

/** A right recovery code. `at`: the time (ms). `isUnsaved`: the page still had unsaved changes of an agent. */
export type Recovery = Readonly<{
  agent: AgentRow;
  input: Bytes;
  at: number;
  isUnsaved: boolean;
}>;

export type NewPin = Readonly<{
  status: 'new';
  method: (pepper: Secret) => NewUnlockMethod;
  pin: Readonly<{ pinHasLetters: boolean }>;
}>;

export type PinUnlock = Readonly<{
  newPin: (pin: string) => Promise<NewPin | NotStretched>;
  /** Checks a PIN. The attempt counts as wrong until the check succeeds. */
  unlockWithPin: (
    agent: string,
    pin: string,
  ) => Promise<ProofAccepted | ProofRejected | ProofNotChecked>;
}>;

export const WRONG_CODE = { status: 'wrong', failures: 0, notBefore: null } as const;

/** Decodes a recovery code. The caller then checks whether the code opens the agent's key. */
export async function decodeRecoveryCode(
  db: Database,
  id: string,
  text: string,
): Promise<ProofAccepted | ProofRejected | ProofNotChecked> {
  const agent = await withReopen(db, () => db.agents.get(id));
  if (agent === undefined || !hasMethod(agent, 'recovery')) return { status: 'lost' };
  const input = recoveryCodeBytes(text);
  return input === null
    ? WRONG_CODE
    : { status: 'right', agent, method: { kind: 'recovery', input } };
}

/** Returns `full` for a full disk: then no attempt can be counted. Throws every other error again. */
function notCounted(error: unknown): ProofNotChecked {
  if (isQuotaError(error)) return { status: 'full' };
  throw error;
}

export function pinUnlock(
  db: Database,
  { secrets, cryptoPort }: Pick<LockableKeyStore, 'secrets' | 'cryptoPort'>,
  stretcher: KeyStretcher,
  now: () => number,
): PinUnlock {
  const stretched = (pin: string, salt: Bytes, by: StretchParams) =>
    stretcher.stretch(pinAsTried(pin), salt, by);

  async function check(
    id: string,
    pin: string,
  ): Promise<ProofAccepted | ProofRejected | ProofNotChecked> {
    const row = await withReopen(db, () => db.agents.get(id));
    const slot = row?.wraps.find(({ kind }) => kind === 'pin');
    if (slot?.kind !== 'pin') return { status: 'lost' };
    // If the secret storage fails, it may work again after a reload.
    const pepper = await secrets.read(slot.pepper).catch(() => undefined);
    if (!pepper) return { status: pepper === null ? 'lost' : 'failed' };
    const begun = await beginTry(db, id, now());
    if (begun.status !== 'begun') return begun.status === 'gone' ? { status: 'lost' } : begun;
    const { agent, before, failures } = begun;
    const made = await stretched(pin, slot.salt, slot.stretched);
    if (made.status !== 'stretched') {
      await endTry(db, id, { failures: before });
      return made;
    }
    const method = { kind: 'pin', input: made.bytes } as const;
    const key = await cryptoPort.openAgent(agent, method);
    if (key === null)
      return { status: 'wrong', failures: failures.count, notBefore: notBefore(failures, now()) };
    // An older build did not store whether the PIN has letters.
    await endTry(db, id, { failures: NO_FAILED_ATTEMPTS, pinHasLetters: hasLetters(pin) });
    return { status: 'right', agent, method, key };
  }

  return {
    newPin: async (pin) => {
      const chosen = await stretcher.choose();
      if (chosen.status !== 'chosen') return chosen;
      const salt = randomBytes(SALT_BYTES);
      const made = await stretched(pin, salt, chosen.stretched);
      if (made.status !== 'stretched') return made;
      const { bytes: input } = made;
      return {
        status: 'new',
        method: (pepper) => ({ kind: 'pin', pepper, input, salt, stretched: chosen.stretched }),
        pin: { pinHasLetters: hasLetters(pin) },
      };
    },

    unlockWithPin: (id, pin) => check(id, pin).catch(notCounted),
  };
}
