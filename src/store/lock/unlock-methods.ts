import {
  afterFailure,
  currentFailures,
  type FailedAttempts,
  NO_FAILED_ATTEMPTS,
  notBefore,
} from '../../domain/lock.ts';
import type { KeySlot, NewUnlockMethod, UnlockInput } from '../../seal/key-hierarchy.ts';
import type { Secret } from '../../seal/secrets.ts';
import type { Database } from '../db/database.ts';
import { isSameRow, readThenWrite, type WritePlan, withReopen } from '../db/transactions.ts';
import { peppersOf } from '../format/agent-row.ts';
import type { AgentRow, SecretNameRow } from '../format/rows.ts';
import {
  markForDeletion,
  markInUse,
  oldestAvailable,
  readAvailable,
  type SecretAttempt,
} from '../keys/available-secrets.ts';
import { type LockableKeyStore, secretLost } from '../keys/key-store.ts';
import type { UnlockMethod } from './lock-contract.ts';

type WithKeySlots = Readonly<{ wraps: readonly KeySlot[] }>;
type Kind = KeySlot['kind'];

/** The unlock methods of the screens, with the kinds of their key slots. */
const METHODS: readonly Readonly<{ method: UnlockMethod; kind: Kind }>[] = [
  { method: 'pin', kind: 'pin' },
  { method: 'fingerprint', kind: 'passkey' },
  { method: 'recovery', kind: 'recovery' },
];

export const hasMethod = ({ wraps }: WithKeySlots, kind: Kind): boolean =>
  wraps.some((slot) => slot.kind === kind);

/** An agent without key slots remains only as an owner of submissions. */
export const hasAnyMethod = ({ wraps }: WithKeySlots): boolean => wraps.length > 0;

export const methodsOf = (agent: WithKeySlots): readonly UnlockMethod[] =>
  METHODS.filter(({ kind }) => hasMethod(agent, kind)).map(({ method }) => method);

export const allExcept =
  (kind: Kind) =>
  (slot: KeySlot): boolean =>
    slot.kind !== kind;

/* How unlock methods are replaced, and how wrong PINs are counted. */

type Seen = Readonly<{ agents: readonly AgentRow[]; available: SecretNameRow | undefined }>;

export type UnlockMethodsChange = Readonly<{
  /** The row that the caller read. Another tab may have changed the methods since. */
  agent: AgentRow;
  /** The input that unlocks the key now. */
  by: UnlockInput;
  /** The new methods. One of them uses `pepper`. */
  to: (pepper: Secret) => readonly NewUnlockMethod[];
  /** True for an old key slot that stays. */
  stays: (slot: KeySlot) => boolean;
  pin?: Pick<AgentRow, 'pinHasLetters'>;
}>;

/**
 * Replaces an agent's unlock methods in one write. Also deletes the secret of each removed method, so that old bytes on the disk can't
 * be decrypted. `changed`: another tab changed the methods first. `lost`: the current method does not open the key.
 */
export const changeUnlockMethods = (
  db: Database,
  keyStore: LockableKeyStore,
  { agent, by, pin, stays, to }: UnlockMethodsChange,
): Promise<'done' | 'changed' | 'lost'> =>
  keyStore.withAvailableSecret(() =>
    readThenWrite<Seen, SecretAttempt<'done' | 'changed' | 'lost'>>(db, {
      tables: ['agents', 'secretNames'],
      read: async () => ({
        agents: await db.agents.toArray(),
        available: await oldestAvailable(db),
      }),
      plan: async ({
        agents,
        available,
      }): Promise<WritePlan<SecretAttempt<'done' | 'changed' | 'lost'>>> => {
        const row = agents.find(({ id }) => id === agent.id);
        if (row === undefined || !isSameRow(row.wraps, agent.wraps)) return { result: 'changed' };
        if (available === undefined) return { result: 'noneAvailable' };
        const pepper = await readAvailable(keyStore.secrets, available);
        if (pepper === null) return secretLost(db, available);
        const methods = to(pepper);
        // On a shared phone a passkey could open another agent's forms.
        const isPasskey = methods.some(({ kind }) => kind === 'passkey');
        if (isPasskey && agents.filter(hasAnyMethod).length > 1) return { result: 'changed' };
        const made = await keyStore.cryptoPort.rewrap(row, by, methods);
        if (made === null) return { result: 'lost' };
        const { failures: _, ...rest } = row;
        const next: AgentRow = { ...rest, ...pin, wraps: [...row.wraps.filter(stays), ...made] };
        return { result: 'done', write: () => saveAgent(db, row, next) };
      },
    }),
  );

/** Writes an agent's row and updates the states of its secrets. Call it inside a transaction over `agents` and `secretNames`. */
export async function saveAgent(db: Database, before: AgentRow, after: AgentRow): Promise<void> {
  const [old, needed] = [peppersOf(before), peppersOf(after)];
  await db.agents.put(after);
  for (const pepper of needed) if (!old.includes(pepper)) await markInUse(db, pepper);
  await markForDeletion(
    db,
    old.filter((pepper) => !needed.includes(pepper)),
  );
}

/**
 * Removes all unlock methods of an agent. The row and its label stay, so that submitted forms still show their agent. Call it inside a
 * transaction over `agents` and `secretNames`.
 */
export async function removeUnlockMethods(db: Database, id: string): Promise<void> {
  const row = await db.agents.get(id);
  if (row === undefined) return;
  const { failures: _, pinHasLetters: __, ...rest } = row;
  await saveAgent(db, row, { ...rest, wraps: [] });
}

/** Removes the passkey. Returns the agent's old row, or null if the agent has no PIN; then nothing changes. */
export const removePasskey = (db: Database, id: string): Promise<AgentRow | null> =>
  withReopen(db, () =>
    db.transaction('rw', [db.agents, db.secretNames], async () => {
      const row = await db.agents.get(id);
      if (row === undefined || !hasMethod(row, 'pin')) return null;
      const wraps = row.wraps.filter(({ kind }) => kind !== 'passkey');
      await saveAgent(db, row, { ...row, wraps });
      return row;
    }),
  );

export type TryBegun =
  /** The attempt may be checked, and is already counted as wrong. */
  | Readonly<{ status: 'begun'; agent: AgentRow; failures: FailedAttempts; before: FailedAttempts }>
  | Readonly<{ status: 'wait'; until: number }>
  | Readonly<{ status: 'gone' }>;

/**
 * Counts the attempt as wrong before the check. So an attacker gains nothing by killing the app during the check. `endTry` corrects
 * the count if the attempt was right or could not be checked.
 */
export const beginTry = (db: Database, id: string, now: number): Promise<TryBegun> =>
  changedTries<TryBegun>(db, id, { status: 'gone' }, (agent) => {
    const before = currentFailures(agent.failures ?? NO_FAILED_ATTEMPTS, now);
    const until = notBefore(before, now);
    if (until !== null) return { tries: { failures: before }, result: { status: 'wait', until } };
    const failures = afterFailure(before, now);
    return { tries: { failures }, result: { status: 'begun', agent, failures, before } };
  });

/**
 * Starts a wait again if the clock was set back since the last wrong PIN. Stores the new start at once. Otherwise each call would
 * start the wait again.
 */
export async function restartWaits(
  db: Database,
  agents: readonly AgentRow[],
  now: number,
): Promise<void> {
  for (const { failures = NO_FAILED_ATTEMPTS, id } of agents)
    if (failures.lastAt > now)
      await changedTries(db, id, undefined, (agent) => ({
        tries: { failures: currentFailures(agent.failures ?? NO_FAILED_ATTEMPTS, now) },
        result: undefined,
      }));
}

/** Records the result of the attempt. */
export const endTry = (db: Database, id: string, tries: Tries): Promise<void> =>
  changedTries(db, id, undefined, () => ({ tries, result: undefined }));

type Tries = Readonly<{ failures: FailedAttempts; pinHasLetters?: boolean }>;
type TriesChange<Result> = Readonly<{ tries: Tries; result: Result }>;

const changedTries = <Result>(
  db: Database,
  id: string,
  unused: Result,
  change: (agent: AgentRow) => TriesChange<Result>,
): Promise<Result> =>
  withReopen(db, () =>
    db.transaction('rw', [db.agents], async () => {
      const agent = await db.agents.get(id);
      if (agent === undefined) return unused;
      const { result, tries } = change(agent);
      await db.agents.put({ ...agent, ...tries });
      return result;
    }),
  );
