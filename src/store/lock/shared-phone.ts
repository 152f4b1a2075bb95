import { asLabel, labelFault, NO_FAILED_ATTEMPTS, notBefore } from '../../domain/lock.ts';
import type { Bytes } from '../../seal/bytes.ts';
import type { NewUnlockMethod } from '../../seal/key-hierarchy.ts';
import type { Secret } from '../../seal/secrets.ts';
import type { Database } from '../db/database.ts';
import { isQuotaError, readThenWrite, type WritePlan, withReopen } from '../db/transactions.ts';
import { peppersOf } from '../format/agent-row.ts';
import type { AgentRow, SecretNameRow } from '../format/rows.ts';
import { hasLock } from '../keys/agent-access.ts';
import {
  markInUse,
  oldestAvailable,
  readAvailable,
  type SecretAttempt,
  SecretNotStored,
} from '../keys/available-secrets.ts';
import { type LockableKeyStore, secretLost } from '../keys/key-store.ts';
import { countUndelivered } from '../outbox/counters.ts';
import { deleteReceiptsOf, receiptTables } from '../outbox/receipts.ts';
import type {
  LockScreenAgent,
  LockStore,
  PhoneAgent,
  PreparedCode,
  PrepareResult,
  ProofNotChecked,
  ProofRejected,
  UnfitLabel,
} from './lock-contract.ts';
import type { PinUnlock, ProofAccepted } from './pin-unlock.ts';
import {
  allExcept,
  hasAnyMethod,
  hasMethod,
  methodsOf,
  removeUnlockMethods,
  saveAgent,
} from './unlock-methods.ts';

/* The agents of one phone, their labels, and adding or removing one. */

const labelsBut = (rows: readonly AgentRow[], own: string | null): readonly (string | null)[] =>
  rows.filter((row) => hasLock(row) && row.id !== own).map(({ label }) => label ?? null);

/** @param own the agent who gets the label; null for a new agent */
export function unfitLabel(
  rows: readonly AgentRow[],
  own: string | null,
  label: string,
): UnfitLabel | null {
  const fault = labelFault(label, labelsBut(rows, own));
  return fault && { status: 'unfitLabel', fault };
}

const byLabel = (one: AgentRow, other: AgentRow): number =>
  (one.label ?? '').localeCompare(other.label ?? '');

export const agentsOnLockScreen = (
  rows: readonly AgentRow[],
  now: number,
): readonly LockScreenAgent[] =>
  [...rows].sort(byLabel).map(({ failures, id, label, pinHasLetters = false, wraps }) => ({
    id,
    label: label ?? null,
    methods: methodsOf({ wraps }),
    pinHasLetters,
    notBefore: notBefore(failures ?? NO_FAILED_ATTEMPTS, now),
  }));

const agentsOfPhone = (rows: readonly AgentRow[], own: string): readonly PhoneAgent[] =>
  rows.filter(hasLock).map(({ id, label, pinHasLetters = false }) => ({
    id,
    label: label ?? null,
    isOwn: id === own,
    pinHasLetters,
  }));

const setLabelOf = (
  db: Database,
  own: string,
  label: string,
): Promise<UnfitLabel | Readonly<{ status: 'done' | 'locked' }>> =>
  withReopen(db, () =>
    db.transaction('rw', [db.agents], async () => {
      const rows = await db.agents.toArray();
      const row = rows.find(({ id }) => id === own);
      if (row === undefined) return { status: 'locked' } as const;
      const unfit = unfitLabel(rows, own, label);
      if (unfit !== null) return unfit;
      await db.agents.put({ ...row, label: asLabel(label) });
      return { status: 'done' } as const;
    }),
  );

/** Sets whether later submissions are also sent without the agent. */
const setSendsOf = (
  db: Database,
  own: string,
  sends: boolean,
): Promise<Readonly<{ status: 'done' | 'locked' }>> =>
  withReopen(db, () =>
    db.transaction('rw', [db.agents], async () => {
      const row = await db.agents.get(own);
      if (row === undefined) return { status: 'locked' } as const;
      const { sendsOnlyUnlocked: _, ...rest } = row;
      await db.agents.put(sends ? rest : { ...rest, sendsOnlyUnlocked: true });
      return { status: 'done' } as const;
    }),
  );

export type AgentToBe = Readonly<{
  id: string;
  /** The agent who adds the new agent. This agent also gets older rows that have no owner. */
  by: string;
  label: string;
  /** The new unlock methods. One of them uses `pepper`. */
  to: (pepper: Secret) => readonly NewUnlockMethod[];
  pin: Pick<AgentRow, 'pinHasLetters'>;
}>;

type Seen = Readonly<{ rows: readonly AgentRow[]; available: SecretNameRow | undefined }>;

/** `unused`: the secrets that only passkeys needed. `changed`: meanwhile another tab took the label or removed the PIN. */
type Added =
  | Readonly<{ status: 'done'; unused: readonly string[] }>
  | Readonly<{ status: 'changed' }>;

/**
 * Adds an agent in one write, always with a lock. The same write removes all passkeys: every person whose fingerprint the phone knows
 * could open the agent's forms.
 */
const addAgent = (
  db: Database,
  keyStore: LockableKeyStore,
  { by, id, label, pin, to }: AgentToBe,
): Promise<Added> =>
  keyStore.withAvailableSecret(() =>
    readThenWrite<Seen, SecretAttempt<Added>>(db, {
      tables: ['agents', 'secretNames', 'submissions'],
      read: async () => ({ rows: await db.agents.toArray(), available: await oldestAvailable(db) }),
      plan: async ({ rows, available }): Promise<WritePlan<SecretAttempt<Added>>> => {
        const others = rows.filter(hasAnyMethod);
        if (unfitLabel(rows, null, label) !== null || others.some((row) => !hasMethod(row, 'pin')))
          return { result: { status: 'changed' } };
        if (available === undefined) return { result: 'noneAvailable' };
        const pepper = await readAvailable(keyStore.secrets, available);
        if (pepper === null) return secretLost(db, available);
        const { agent } = await keyStore.cryptoPort.newAgent(id, pepper);
        // The slot of kind `open` is never stored.
        const wraps = await keyStore.cryptoPort.rewrap(agent, { kind: 'open' }, to(pepper));
        if (wraps === null) return secretLost(db, available);
        const passkeys = others.flatMap((row) =>
          row.wraps.filter(({ kind }) => kind === 'passkey'),
        );
        return {
          result: { status: 'done', unused: peppersOf({ wraps: passkeys }) },
          write: async () => {
            for (const row of others)
              await saveAgent(db, row, { ...row, wraps: row.wraps.filter(allExcept('passkey')) });
            await db.agents.put({ id, wraps, label: asLabel(label), ...pin });
            await db.submissions.filter(({ agent: of }) => of === undefined).modify({ agent: by });
            await markInUse(db, pepper.name);
          },
        };
      },
    }),
  );

export type NotRemoved =
  | Readonly<{ status: 'undelivered'; count: number }>
  | Readonly<{ status: 'last' }>;

/** Returns null if the agent may be removed. Runs inside a transaction over `agents` and `submissions`, or alone. */
async function whyNotRemoved(db: Database, own: string): Promise<NotRemoved | null> {
  if ((await db.agents.toArray()).filter(hasLock).length < 2) return { status: 'last' };
  const count = await countUndelivered(db, own);
  return count > 0 ? { status: 'undelivered', count } : null;
}

/** Removes an agent's key slots, label and receipts. The row stays, so that no second copy restores the agent after a wipe. */
const removeAgentOf = (
  db: Database,
  own: string,
): Promise<NotRemoved | Readonly<{ status: 'done' }>> =>
  withReopen(db, () =>
    db.transaction('rw', [db.agents, db.secretNames, ...receiptTables(db)], async () => {
      const refused = await whyNotRemoved(db, own);
      if (refused !== null) return refused;
      await deleteReceiptsOf(db, own);
      await removeUnlockMethods(db, own);
      const ended = await db.agents.get(own);
      if (ended !== undefined) {
        const { label: _, ...rest } = ended;
        await db.agents.put(rest);
      }
      return { status: 'done' } as const;
    }),
  );

/** The result of a change that ends with a new recovery code. */
export type CodeResult = Readonly<{ status: 'done' | 'changed' | 'locked' | 'lost' | 'notSaved' }>;

type SharedPhonePorts = Readonly<{
  /** The id of the agent who unlocked this page, or null. */
  current: () => string | null;
  /** Updates the second copies with the agents' rows. `unused`: secrets that no key needs any more. */
  follow: (unused?: readonly string[]) => Promise<void>;
  /** Applies the agent's choice of when to send to their earlier submissions. */
  followChoice: (agent: string) => Promise<void>;
  lockEverywhere: () => void;
  newCode: (set: (input: Bytes) => Promise<CodeResult>) => PreparedCode;
  newId: () => string;
  newPin: PinUnlock['newPin'];
  prove: (
    pin: string,
  ) => Promise<ProofAccepted | ProofRejected | ProofNotChecked | Readonly<{ status: 'locked' }>>;
  unfit: (pin: string) => Extract<PrepareResult, { status: 'unfit' }> | null;
}>;

/** Returns `notSaved` for a full disk or a missing secret storage. Throws every other error again. */
export function notSaved(error: unknown): Readonly<{ status: 'notSaved' }> {
  if (error instanceof SecretNotStored || isQuotaError(error)) return { status: 'notSaved' };
  throw error;
}

export function sharedPhone(
  db: Database,
  keyStore: LockableKeyStore,
  {
    current,
    follow,
    followChoice,
    lockEverywhere,
    newCode,
    newId,
    newPin,
    prove,
    unfit,
  }: SharedPhonePorts,
): Pick<
  LockStore,
  | 'agents'
  | 'setLabel'
  | 'prepareAgent'
  | 'removeAgent'
  | 'sendsWhileLocked'
  | 'setSendsWhileLocked'
> {
  const rows = () => withReopen(db, () => db.agents.toArray());

  return {
    agents: async () => {
      const own = current();
      return own === null ? [] : agentsOfPhone(await rows(), own);
    },

    setLabel: async (label) => {
      const own = current();
      if (own === null) return { status: 'locked' };
      const set = await setLabelOf(db, own, label).catch(notSaved);
      if (set.status === 'done') await follow();
      return set;
    },

    prepareAgent: async (label, pin) => {
      const there = await rows();
      if (!there.some(hasLock)) return { status: 'needsLock' };
      const own = current();
      if (own === null) return { status: 'locked' };
      const row = there.find(({ id }) => id === own);
      if (row === undefined || !hasMethod(row, 'pin')) return { status: 'needsPin' };
      if (row.label === undefined) return { status: 'needsLabel' };
      const fault = unfitLabel(there, null, label) ?? unfit(pin);
      if (fault !== null) return fault;
      const made = await newPin(pin);
      if (made.status !== 'new') return made;
      return newCode(async (input) => {
        if (current() !== own) return { status: 'locked' };
        const added = await addAgent(db, keyStore, {
          id: newId(),
          by: own,
          label,
          to: (pepper) => [made.method(pepper), { kind: 'recovery', input }],
          pin: made.pin,
        }).catch(notSaved);
        if (added.status === 'done') await follow(added.unused);
        return added;
      });
    },

    sendsWhileLocked: async () => {
      const own = current();
      const row = (await rows()).find(({ id }) => id === own);
      return row?.sendsOnlyUnlocked !== true;
    },

    setSendsWhileLocked: async (sends) => {
      const own = current();
      if (own === null) return { status: 'locked' };
      const set = await setSendsOf(db, own, sends).catch(notSaved);
      if (set.status !== 'done') return set;
      await follow();
      // If it fails, the next unlock repeats it.
      await followChoice(own).catch(() => undefined);
      return set;
    },

    removeAgent: async (pin) => {
      const own = current();
      if (own === null) return { status: 'locked' };
      const refused = await whyNotRemoved(db, own);
      if (refused !== null) return refused;
      const tried = await prove(pin);
      if (tried.status !== 'right') return tried;
      const removed = await removeAgentOf(db, own);
      if (removed.status !== 'done') return removed;
      lockEverywhere();
      await follow(peppersOf(tried.agent));
      return removed;
    },
  };
}
