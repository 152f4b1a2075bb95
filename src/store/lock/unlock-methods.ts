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

/** As a screen names them, and as they are stored. */
const WAYS: readonly Readonly<{ way: UnlockWay; kind: Kind }>[] = [
  { way: 'pin', kind: 'pin' },
  { way: 'fingerprint', kind: 'passkey' },
  { way: 'recovery', kind: 'recovery' },
];

export const hasWay = ({ wraps }: WithWays, kind: Kind): boolean =>
  wraps.some((wrap) => wrap.kind === kind);

/** Of one that lost every way nothing is left but the name, on what is submitted. */
export const hasWays = ({ wraps }: WithWays): boolean => wraps.length > 0;

/** Those that ask something of a person. */
export const waysOf = (agent: WithWays): readonly UnlockWay[] =>
  WAYS.filter(({ kind }) => hasWay(agent, kind)).map(({ way }) => way);

export const notOf =
  (kind: Kind) =>
  (wrap: StoredWrap): boolean =>
    wrap.kind !== kind;

/* The ways to an agent's key: how they are replaced, and how often a wrong PIN was tried. */

type Seen = Readonly<{ agents: readonly AgentRow[]; spare: SecretNameRow | undefined }>;

export type WaysChange = Readonly<{
  /** As it was when the person began: another tab may have changed the ways since. */
  agent: AgentRow;
  /** How it is opened now. */
  by: Way;
  /** The new ones; `pepper` is for one of them that has one. */
  to: (pepper: Secret) => readonly NewWay[];
  /** Which of the old ones stay. */
  stays: (wrap: StoredWrap) => boolean;
  /** Of the PIN among the new ones, where there is one. */
  pin?: Pick<AgentRow, 'pinHasLetters'>;
}>;

/**
 * Replaces ways, in one write. The peppers of those that go die with it: once they are unlinked, what the disk remembers of the old
 * ways opens nothing. `changed`: the ways are not those of the beginning. `lost`: they do not open.
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
        // The phone's owner would open every agent's.
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

/** Inside a transaction over `agents` and `secretNames`. */
export async function putAgent(db: Database, before: AgentRow, after: AgentRow): Promise<void> {
  const [old, needed] = [peppersOf(before), peppersOf(after)];
  await db.agents.put(after);
  for (const pepper of needed) if (!old.includes(pepper)) await takeSecret(db, pepper);
  await letSecretsDie(
    db,
    old.filter((pepper) => !needed.includes(pepper)),
  );
}

/** Nothing opens it any more. What is submitted is still theirs by name. Inside a transaction over `agents` and `secretNames`. */
export async function endWays(db: Database, id: string): Promise<void> {
  const row = await db.agents.get(id);
  if (row === undefined) return;
  const { failures: _, pinHasLetters: __, ...rest } = row;
  await putAgent(db, row, { ...rest, wraps: [] });
}

/** Resolves with the agent as it was; null: it has no PIN that would be left, and nothing is done. */
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
  /** Already counted as wrong. */
  | Readonly<{ status: 'begun'; agent: AgentRow; failures: Failures; before: Failures }>
  | Readonly<{ status: 'wait'; until: number }>
  | Readonly<{ status: 'gone' }>;

/**
 * Counts a try as wrong before it is made, and on the disk: whoever kills the app while it thinks gains nothing. It is taken back
 * when it was right, or could not be made.
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
 * If the clock was set back since the last wrong try, the wait begins anew. It is written at once: else it would begin anew each time
 * that somebody looks.
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

/** What is known once it was made, or could not be. */
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
