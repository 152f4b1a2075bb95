import type { SubmissionId } from '../../domain/ids.ts';
import type { Submission, SubmissionKeys } from '../../domain/submission-types.ts';
import type { AgentKey, DataKey, KeySmith, SendWrap } from '../../seal/key-hierarchy.ts';
import type { Secrets } from '../../seal/secrets.ts';
import type { Database } from '../db/database.ts';
import { isSameRow, type Plan, readThenWrite } from '../db/transactions.ts';
import type { AgentRow, SecretNameRow } from '../format/rows.ts';
import { areKeys, decodeSubmission, type StoredSubmission } from '../format/submission-row.ts';
import { type Whose, whoseOf } from './agent-access.ts';
import { type OpenAgents, openAgents } from './agent-keys.ts';
import {
  forgetSpare,
  oldestSpare,
  refillSpares,
  type SpareTried,
  spareSecret,
  takeSecret,
  withSpare,
} from './available-secrets.ts';
import { openSubmission, type RowKey } from './sealed-rows.ts';

/** A submission as far as its key needs it, from a row or a copy. */
export type KeyHolder = Readonly<{ id: SubmissionId; keys?: unknown; agent?: unknown }>;

/** A new submission's key, and the columns of its row. */
export type NewKey = Readonly<{ key: DataKey; agent: string; keys: SubmissionKeys }>;

/** The keys of everything that is stored. Do not call inside a transaction. */
export type KeyDesk = Readonly<{
  secrets: Secrets;
  /** The digest of a file's stored bytes. */
  digest: (bytes: Blob) => Promise<string>;
  /**
   * Returns undefined for an unencrypted row and null if the key is lost. Rejects if a secret storage failed; a later call may
   * succeed.
   */
  keyOf: (holder: KeyHolder) => Promise<RowKey | null>;
  /** Returns the key for showing the submission. Returns null if its agent is locked, even if the worker can decrypt it for sending. */
  keyToShow: (holder: KeyHolder) => Promise<RowKey | null>;
  /** True if only its agent's unlock can give the key. */
  isLocked: (holder: KeyHolder) => Promise<boolean>;
  /** True if this page is unlocked, and the row belongs to another agent. */
  isOthers: (holder: Pick<KeyHolder, 'agent'>) => Promise<boolean>;
  /** Which agents' submissions this page may show. */
  whose: () => Promise<Whose>;
  /** True if the key is lost for every agent. */
  isLost: (holder: KeyHolder) => Promise<boolean>;
  /** Clears the keys used for sending. The worker keeps running, and must not decrypt a form that an agent took back. */
  forgetSent: () => void;
  /** Decrypts a row for showing. Returns null if this version cannot read the row, or if its key is lost or locked. */
  opened: (row: StoredSubmission) => Promise<Submission | null>;
  /**
   * The key for everything of this phone's agent that belongs to no submission. Rejects with `AgentLocked` if all agents are locked.
   */
  own: () => Promise<DataKey>;
  /** The key of a new submission, from an available secret. Returns null if the secret's bytes are lost. */
  newKey: (id: SubmissionId, spare: SecretNameRow) => Promise<NewKey | null>;
  /** Creates the sending slot of a submission. Returns null if the secret is lost. */
  wrapForSending: (holder: KeyHolder, spare: SecretNameRow) => Promise<SendWrap | null>;
  /** The same two functions. They take an available secret at once. */
  claimKey: (id: SubmissionId) => Promise<NewKey>;
  claimSendWrap: (holder: KeyHolder) => Promise<SendWrap>;
  /** Creates more secrets in idle time, if few are available. Returns how many are left if no storage accepts more, else null. */
  refill: () => Promise<number | null>;
  meet: OpenAgents['meet'];
  /**
   * Runs a write with an available secret, until the secret's bytes can be read. `write` returns 'noSpare' if none is available. It
   * returns 'lostSpare' after it recorded that the secret is lost.
   */
  withSpare: <Result>(
    write: () => Promise<SpareTried<Result>>,
  ) => Promise<Exclude<Result, 'noSpare' | 'lostSpare'>>;
}>;

/** Adds the functions for locking and unlocking. */
export type LockableDesk = KeyDesk &
  Readonly<{
    agents: Pick<OpenAgents, 'current' | 'own' | 'unlocked'>;
    smith: KeySmith;
    /** Clears every key and all decrypted data. */
    lock: () => void;
  }>;

export type DeskPorts = Readonly<{
  digest: (bytes: Blob) => Promise<string>;
  smith: KeySmith;
  secrets: Secrets;
  now: () => number;
  /** A new UUID. */
  newId: () => string;
}>;

type NewAgent = Readonly<{ agents: readonly AgentRow[]; spare: SecretNameRow | undefined }>;

export function keyDesk(
  db: Database,
  { digest, newId, now, secrets, smith }: DeskPorts,
): LockableDesk {
  const agents = openAgents(db, smith);
  /** Counts locks. A key that was being unlocked when the user locked the app must not be cached. */
  let locks = 0;
  /** By submission: its key, opened by its agent, and the name of its secret. */
  const known = new Map<string, Readonly<{ p: string; key: DataKey }>>();
  /** By the sending slot's secret: the key opened for sending. A row without that slot does not find it. */
  const sent = new Map<string, DataKey>();

  /** The last decrypted version of each row, because a list is drawn again and again. */
  const seen = new Map<string, Readonly<{ row: StoredSubmission; submission: Submission }>>();

  /**
   * Returns the agent of this phone. Creates one at first use, and again if no existing agent can be unlocked, so that new forms stay
   * readable.
   */
  const ownAgent = async (): Promise<AgentKey> =>
    (await agents.own(await db.agents.toArray())) ?? desk.withSpare(makeAgent);

  const makeAgent = (): Promise<SpareTried<AgentKey>> =>
    readThenWrite<NewAgent, SpareTried<AgentKey>>(db, {
      tables: ['agents', 'secretNames'],
      read: async () => ({ agents: await db.agents.toArray(), spare: await oldestSpare(db) }),
      plan: async ({ agents: there, spare }): Promise<Plan<SpareTried<AgentKey>>> => {
        // Another tab was first.
        const theirs = await agents.own(there);
        if (theirs !== null) return { result: theirs };
        if (spare === undefined) return { result: 'noSpare' };
        const pepper = await spareSecret(secrets, spare);
        if (pepper === null) return lostSpare(db, spare);
        const { agent, key } = await smith.newAgent(newId(), pepper);
        // After a reset, a single agent keeps the label, so that earlier submissions still belong to them.
        const [label, ...others] = there.flatMap((each) => each.label ?? []);
        return {
          result: key,
          write: async () => {
            await db.agents.put(label && others.length === 0 ? { ...agent, label } : agent);
            await takeSecret(db, spare.name);
          },
        };
      },
    });

  /** Marks the oldest available secret as used, whatever happens to the result of `make`. */
  const claimed = <Made>(
    make: (spare: SecretNameRow) => Promise<Made | null>,
  ): Promise<SpareTried<Made>> =>
    readThenWrite<SecretNameRow | undefined, SpareTried<Made>>(db, {
      tables: ['secretNames'],
      read: () => oldestSpare(db),
      plan: async (spare): Promise<Plan<SpareTried<Made>>> => {
        if (spare === undefined) return { result: 'noSpare' };
        const made = await make(spare);
        if (made === null) return lostSpare(db, spare);
        return { result: made, write: () => takeSecret(db, spare.name) };
      },
    });

  const desk: LockableDesk = {
    digest,
    secrets,

    keyOf: async (row) => {
      const { id, keys } = row;
      if (!areKeys(keys)) return undefined;
      const { p, q } = keys;
      const have = known.get(id);
      const ready = have?.p === p ? have.key : q && sent.get(q.name);
      if (ready) return ready;
      const since = locks;
      const sending = q && (await smith.forSending(id, q));
      const key = sending ?? (await (await agents.keyOf(row.agent))?.ofSubmission(id, p)) ?? null;
      if (since === locks)
        if (sending) sent.set(q.name, sending);
        else if (key) known.set(id, { p, key });
      return key;
    },

    keyToShow: async (row) =>
      row.keys === undefined || (await agents.mayShow(row.agent)) ? desk.keyOf(row) : null,

    isLocked: async (row) =>
      areKeys(row.keys) && (await desk.keyOf(row)) === null && agents.isLocked(row.agent),

    isOthers: async ({ agent }) => agents.current() !== null && (await agents.isLocked(agent)),

    whose: async () => whoseOf(await db.agents.toArray(), agents.current()?.agent ?? null),

    isLost: async (row) =>
      areKeys(row.keys) && (await desk.keyOf(row)) === null && !(await agents.isLocked(row.agent)),

    opened: async (row) => {
      const submission = decodeSubmission(row);
      if (submission?.keys === undefined || submission.personal === null) return submission;
      const have = seen.get(row.id);
      if (have !== undefined && isSameRow(have.row, row)) return have.submission;
      const since = locks;
      const key = await desk.keyToShow(row);
      if (!key) return null;
      const shown = await openSubmission(key, submission);
      if (since === locks) seen.set(row.id, { row, submission: shown });
      return shown;
    },

    own: async () => (await ownAgent()).own(),

    newKey: async (id, { name }) => {
      const agent = await ownAgent();
      const key = await agent.ofSubmission(id, name);
      if (key === null) return null;
      known.set(id, { p: name, key });
      return { key, agent: agent.agent, keys: { p: name } };
    },

    wrapForSending: async (row, spare) => {
      const other = await spareSecret(secrets, spare);
      if (other === null) return null;
      const agent = await agents.keyOf(row.agent);
      const wrap = areKeys(row.keys)
        ? await agent?.wrapForSending(row.id, row.keys.p, other)
        : undefined;
      // The form was just decrypted, so another secret would not help.
      if (!wrap) throw new Error('lost key');
      return wrap;
    },

    claimKey: (id) => desk.withSpare(() => claimed((spare) => desk.newKey(id, spare))),

    claimSendWrap: (row) =>
      desk.withSpare(() => claimed((spare) => desk.wrapForSending(row, spare))),

    refill: () => refillSpares(db, secrets, now),

    meet: agents.meet,
    agents,
    smith,

    forgetSent: () => sent.clear(),

    lock: () => {
      locks += 1;
      agents.lock();
      known.clear();
      sent.clear();
      seen.clear();
    },

    withSpare: (write) => withSpare(db, secrets, now, write),
  };
  return desk;
}

/** The write plan for an available secret whose bytes are lost. */
export const lostSpare = (db: Database, spare: SecretNameRow): Plan<'lostSpare'> => ({
  result: 'lostSpare',
  write: () => forgetSpare(db, spare),
});
