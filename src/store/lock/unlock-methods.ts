import {
  type Failures,
  failuresNow,
  NO_FAILURES,
  notBefore,
  oneMoreFailure,
} from '../../domain/lock.ts';
import type { NewWay, StoredWrap, Way } from '../../seal/key-hierarchy.ts';
import type { Secret } from '../../seal/secrets.ts';
import type { Database } from '../db/database.ts';
import { isSameRow, type Plan, readThenWrite, reopening } from '../db/transactions.ts';
import { peppersOf } from '../format/agent-row.ts';
import type { AgentRow, SecretNameRow } from '../format/rows.ts';
import {
  letSecretsDie,
  oldestSpare,
  type SpareTried,
  spareSecret,
  takeSecret,
} from '../keys/available-secrets.ts';
import { type LockableDesk, lostSpare } from '../keys/key-store.ts';
import type { UnlockWay } from './lock-contract.ts';

type WithWays = Readonly<{ wraps: readonly StoredWrap[] }>;
type Kind = StoredWrap['kind'];

/** The unlock methods as screens name them, and the kinds of their key slots. */
const WAYS: readonly Readonly<{ way: UnlockWay; kind: Kind }>[] = [
  { way: 'pin', kind: 'pin' },
  { way: 'fingerprint', kind: 'passkey' },
  { way: 'recovery', kind: 'recovery' },
];

export const hasWay = ({ wraps }: WithWays, kind: Kind): boolean =>
  wraps.some((wrap) => wrap.kind === kind);

/** An agent without key slots remains only as an owner of submissions. */
export const hasWays = ({ wraps }: WithWays): boolean => wraps.length > 0;

/** The methods that need the agent. */
export const waysOf = (agent: WithWays): readonly UnlockWay[] =>
  WAYS.filter(({ kind }) => hasWay(agent, kind)).map(({ way }) => way);

export const notOf =
  (kind: Kind) =>
  (wrap: StoredWrap): boolean =>
    wrap.kind !== kind;

/* How unlock methods are replaced, and how wrong PINs are counted. */

type Seen = Readonly<{ agents: readonly AgentRow[]; spare: SecretNameRow | undefined }>;

export type WaysChange = Readonly<{
  /** The row at the beginning: another tab may have changed the methods since. */
  agent: AgentRow;
  /** The input that unlocks the key now. */
  by: Way;
  /** The new methods. One of them uses `pepper`. */
  to: (pepper: Secret) => readonly NewWay[];
  /** True for an old key slot that stays. */
  stays: (wrap: StoredWrap) => boolean;
  /** The keyboard of the new PIN, if one is set. */
  pin?: Pick<AgentRow, 'pinHasLetters'>;
}>;

/**
 * Replaces the ways to unlock an agent's key in one write. The secret of each removed method is deleted too, so old bytes left on the
 * disk cannot be opened. `changed`: another tab changed the methods first. `lost`: the current method does not open the key.
 */
export const changeWays = (
  db: Database,
  desk: LockableDesk,
  { agent, by, pin, stays, to }: WaysChange,
): Promise<'done' | 'changed' | 'lost'> =>
  desk.withSpare(() =>
    readThenWrite<Seen, SpareTried<'done' | 'changed' | 'lost'>>(db, {
      tables: ['agents', 'secretNames'],
      read: async () => ({ agents: await db.agents.toArray(), spare: await oldestSpare(db) }),
      plan: async ({ agents, spare }): Promise<Plan<SpareTried<'done' | 'changed' | 'lost'>>> => {
        const row = agents.find(({ id }) => id === agent.id);
        if (row === undefined || !isSameRow(row.wraps, agent.wraps)) return { result: 'changed' };
        if (spare === undefined) return { result: 'noSpare' };
        const pepper = await spareSecret(desk.secrets, spare);
        if (pepper === null) return lostSpare(db, spare);
        const ways = to(pepper);
        // The phone's owner could open every agent's forms.
        const isPasskey = ways.some(({ kind }) => kind === 'passkey');
        if (isPasskey && agents.filter(hasWays).length > 1) return { result: 'changed' };
        const made = await desk.smith.rewrap(row, by, ways);
        if (made === null) return { result: 'lost' };
        const { failures: _, ...rest } = row;
        const next: AgentRow = { ...rest, ...pin, wraps: [...row.wraps.filter(stays), ...made] };
        return { result: 'done', write: () => putAgent(db, row, next) };
      },
    }),
  );

/** Call it inside a transaction over `agents` and `secretNames`. */
export async function putAgent(db: Database, before: AgentRow, after: AgentRow): Promise<void> {
  const [old, needed] = [peppersOf(before), peppersOf(after)];
  await db.agents.put(after);
  for (const pepper of needed) if (!old.includes(pepper)) await takeSecret(db, pepper);
  await letSecretsDie(
    db,
    old.filter((pepper) => !needed.includes(pepper)),
  );
}

/**
 * Removes every way to unlock this agent's key. The row and its label stay, so that submitted forms still show whose they are. Call it
 * inside a transaction over `agents` and `secretNames`.
 */
export async function endWays(db: Database, id: string): Promise<void> {
  const row = await db.agents.get(id);
  if (row === undefined) return;
  const { failures: _, pinHasLetters: __, ...rest } = row;
  await putAgent(db, row, { ...rest, wraps: [] });
}

/** Removes the passkey. Returns the agent's old row, or null if the agent has no PIN; then nothing changes. */
export const endPasskey = (db: Database, id: string): Promise<AgentRow | null> =>
  reopening(db, () =>
    db.transaction('rw', [db.agents, db.secretNames], async () => {
      const row = await db.agents.get(id);
      if (row === undefined || !hasWay(row, 'pin')) return null;
      const wraps = row.wraps.filter(({ kind }) => kind !== 'passkey');
      await putAgent(db, row, { ...row, wraps });
      return row;
    }),
  );

export type TryBegun =
  /** The attempt is counted as wrong already. */
  | Readonly<{ status: 'begun'; agent: AgentRow; failures: Failures; before: Failures }>
  | Readonly<{ status: 'wait'; until: number }>
  | Readonly<{ status: 'gone' }>;

/**
 * Records the attempt as wrong before it is checked. So killing the app during the check gains nothing. A correct or unchecked attempt
 * is taken back.
 */
export const beginTry = (db: Database, id: string, now: number): Promise<TryBegun> =>
  changedTries<TryBegun>(db, id, { status: 'gone' }, (agent) => {
    const before = failuresNow(agent.failures ?? NO_FAILURES, now);
    const until = notBefore(before, now);
    if (until !== null) return { tries: { failures: before }, result: { status: 'wait', until } };
    const failures = oneMoreFailure(before, now);
    return { tries: { failures }, result: { status: 'begun', agent, failures, before } };
  });

/**
 * If the clock was set back since the last wrong PIN, the wait starts again. It is stored at once. Otherwise each look would start it
 * again.
 */
export async function restartWaits(
  db: Database,
  agents: readonly AgentRow[],
  now: number,
): Promise<void> {
  for (const { failures = NO_FAILURES, id } of agents)
    if (failures.lastAt > now)
      await changedTries(db, id, undefined, (agent) => ({
        tries: { failures: failuresNow(agent.failures ?? NO_FAILURES, now) },
        result: undefined,
      }));
}

/** Records the result of the attempt. */
export const endTry = (db: Database, id: string, tries: Tries): Promise<void> =>
  changedTries(db, id, undefined, () => ({ tries, result: undefined }));

type Tries = Readonly<{ failures: Failures; pinHasLetters?: boolean }>;
type TriesChange<Result> = Readonly<{ tries: Tries; result: Result }>;

const changedTries = <Result>(
  db: Database,
  id: string,
  gone: Result,
  change: (agent: AgentRow) => TriesChange<Result>,
): Promise<Result> =>
  reopening(db, () =>
    db.transaction('rw', [db.agents], async () => {
      const agent = await db.agents.get(id);
      if (agent === undefined) return gone;
      const { result, tries } = change(agent);
      await db.agents.put({ ...agent, ...tries });
      return result;
    }),
  );
