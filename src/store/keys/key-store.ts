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

/** What has a key: a submission, however it was read. */
export type KeyHolder = Readonly<{ id: SubmissionId; keys?: unknown; agent?: unknown }>;

/** A new submission's key, and what its row says of it. */
export type NewKey = Readonly<{ key: DataKey; agent: string; keys: SubmissionKeys }>;

/** The keys of what is stored. No function may be called inside a transaction. */
export type KeyDesk = Readonly<{
  secrets: Secrets;
  /** Of a file as it is to lie on the disk. */
  digest: (bytes: Blob) => Promise<string>;
  /** null: it is lost. Rejects where a home of the secrets failed, which may pass. */
  keyOf: (holder: KeyHolder) => Promise<RowKey | null>;
  /** The same for whoever looks: null also where its agent is locked here, whatever a drain may open. */
  keyToShow: (holder: KeyHolder) => Promise<RowKey | null>;
  /** Whether its key is to be had only once its agent unlocks. */
  isLocked: (holder: KeyHolder) => Promise<boolean>;
  /** Whether somebody has unlocked this page, and it is another agent's. */
  isOthers: (holder: Pick<KeyHolder, 'agent'>) => Promise<boolean>;
  /** Whose submissions whoever is here may be shown. */
  whose: () => Promise<Whose>;
  /** Nothing opens it any more, for nobody: every home of the secrets answered, and none has its key. */
  isLost: (holder: KeyHolder) => Promise<boolean>;
  /** Forgets keys that were opened for sending: a worker lives on, and what was taken back is not for its eyes. */
  forgetSent: () => void;
  /** A row as it is, opened for whoever looks. null: this version can't read it, or its key is lost or locked. */
  opened: (row: StoredSubmission) => Promise<Submission | null>;
  /** Of what is this phone's agent's, and no submission's. Rejects with `AgentLocked` where all are. */
  own: () => Promise<DataKey>;
  /** A new submission's, from a spare secret. null: the secret's bytes are lost. */
  newKey: (id: SubmissionId, spare: SecretNameRow) => Promise<NewKey | null>;
  /** The way to it for whoever sends it. null: the secret's bytes are lost. */
  wrapForSending: (holder: KeyHolder, spare: SecretNameRow) => Promise<SendWrap | null>;
  /** The same two, from a secret that is taken from the reserve at once. */
  claimKey: (id: SubmissionId) => Promise<NewKey>;
  claimSendWrap: (holder: KeyHolder) => Promise<SendWrap>;
  /** Makes more secrets where few are left; for idle time. Resolves with how many are left where no home takes more, else null. */
  refill: () => Promise<number | null>;
  meet: OpenAgents['meet'];
  /**
   * Runs a write that takes a spare secret, until it got one that is whole. `write` says 'noSpare' where there was none, and
   * 'lostSpare' once it has recorded that the one there was is lost.
   */
  withSpare: <Result>(
    write: () => Promise<SpareTried<Result>>,
  ) => Promise<Exclude<Result, 'noSpare' | 'lostSpare'>>;
}>;

/** With what whoever locks and unlocks needs. */
export type LockableDesk = KeyDesk &
  Readonly<{
    agents: Pick<OpenAgents, 'current' | 'own' | 'unlocked'>;
    smith: KeySmith;
    /** Forgets every key, and all that was opened. */
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
  /** What began to open before somebody locked must not be remembered after. */
  let locks = 0;
  /** By submission: the secret that it comes from, and the key, as its agent's opened it. */
  const known = new Map<string, Readonly<{ p: string; key: DataKey }>>();
  /** By the secret that opened it for sending: a row that has that no more does not find it. */
  const sent = new Map<string, DataKey>();

  /** What was opened last of each: a list is drawn again and again. */
  const seen = new Map<string, Readonly<{ row: StoredSubmission; submission: Submission }>>();

  /**
   * The agent of this phone, made at the first need of one; and anew where none can be opened any more, as what is captured from now
   * on must be readable.
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
        // Whoever started again alone is still who they were: what they submitted is theirs by its label.
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

  /** Takes the oldest spare secret, whatever becomes of what `make` makes of it. */
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
      // Its form was opened a moment ago: no other secret would help.
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

/** The plan of a write that found the bytes of its spare secret lost. */
export const lostSpare = (db: Database, spare: SecretNameRow): Plan<'lostSpare'> => ({
  result: 'lostSpare',
  write: () => forgetSpare(db, spare),
});
