import type { SubmissionId } from '../../domain/ids.ts';
import type { Submission, SubmissionKeys } from '../../domain/submission-types.ts';
import type { AgentKey, CryptoPort, DataKey, SendingSlot } from '../../seal/key-hierarchy.ts';
import type { Secrets } from '../../seal/secrets.ts';
import type { Database } from '../db/database.ts';
import { isSameRow, readThenWrite, type WritePlan } from '../db/transactions.ts';
import { peppersOf } from '../format/agent-row.ts';
import type { AgentRow, SecretNameRow } from '../format/rows.ts';
import { areKeys, decodeSubmission, type StoredSubmission } from '../format/submission-row.ts';
import { type AgentAccess, accessOf } from './agent-access.ts';
import { type AgentKeys, createAgentKeys } from './agent-keys.ts';
import {
  dropAvailable,
  markForDeletion,
  markInUse,
  oldestAvailable,
  readAvailable,
  refillAvailable,
  type SecretAttempt,
  withAvailableSecret,
} from './available-secrets.ts';
import { openSubmission, type RowKey } from './sealed-rows.ts';

/** The columns of a row or a second copy that its key depends on. */
export type KeyedRow = Readonly<{ id: SubmissionId; keys?: unknown; agent?: unknown }>;

/** A new submission's key, and the columns of its row. */
export type NewKey = Readonly<{ key: DataKey; agent: string; keys: SubmissionKeys }>;

/** Do not call these functions inside a transaction. */
export type KeyStore = Readonly<{
  secrets: Secrets;
  /** The digest of a file's stored bytes. */
  digest: (bytes: Blob) => Promise<string>;
  /**
   * Returns undefined for an unencrypted row. Returns null if the key is lost or locked. Rejects if a secret storage fails; a later call
   * may succeed.
   */
  keyOf: (holder: KeyedRow) => Promise<RowKey | null>;
  /** Returns the key for showing the submission. Returns null if its agent is locked, even if the worker can decrypt it for sending. */
  keyForDisplay: (holder: KeyedRow) => Promise<RowKey | null>;
  /** True if the key needs an unlock by the submission's agent. */
  isLocked: (holder: KeyedRow) => Promise<boolean>;
  /** True if this page is unlocked, and the row belongs to another agent. */
  belongsToOther: (holder: Pick<KeyedRow, 'agent'>) => Promise<boolean>;
  agentAccess: () => Promise<AgentAccess>;
  /** False if the agent sends only while unlocked. */
  isSentWhileLocked: (agent: string) => Promise<boolean>;
  /** True if the key is lost for every agent. */
  isLost: (holder: KeyedRow) => Promise<boolean>;
  /** Clears the keys from sending slots. The worker keeps running, and must not decrypt a form that an agent took back. */
  clearSendingKeys: () => void;
  /** Decrypts a row for showing. Returns null if this version cannot read the row, or if its key is lost or locked. */
  decrypted: (row: StoredSubmission) => Promise<Submission | null>;
  /**
   * The key for the data of this phone's agent that belongs to no submission. Rejects with `AgentLocked` if all agents are locked.
   */
  agentDataKey: () => Promise<DataKey>;
  /** The key of a new submission, from an available secret. Returns null if the secret's bytes are lost. */
  newKey: (id: SubmissionId, available: SecretNameRow) => Promise<NewKey | null>;
  /** Creates the sending slot of a submission. Returns null if the bytes of the available secret are lost. */
  makeSendingSlot: (holder: KeyedRow, available: SecretNameRow) => Promise<SendingSlot | null>;
  /** Like `newKey` and `makeSendingSlot`, but they take an available secret and mark it as used. */
  claimKey: (id: SubmissionId) => Promise<NewKey>;
  claimSendingSlot: (holder: KeyedRow) => Promise<SendingSlot>;
  /** Creates more secrets if few are available. Returns how many are left if no storage accepts more, else null. */
  refillAvailable: () => Promise<number | null>;
  loadAgentsOfCopy: AgentKeys['loadAgentsOfCopy'];
  /**
   * Runs `write` with an available secret, until the secret's bytes can be read. `write` returns 'noneAvailable' if there is no available
   * secret, or 'secretLost' after it marked a secret with lost bytes for deletion. Rejects with `SecretNotStored`.
   */
  withAvailableSecret: <Result>(
    write: () => Promise<SecretAttempt<Result>>,
  ) => Promise<Exclude<Result, 'noneAvailable' | 'secretLost'>>;
}>;

export type LockableKeyStore = KeyStore &
  Readonly<{
    agents: Pick<AgentKeys, 'current' | 'own' | 'unlocked'>;
    cryptoPort: CryptoPort;
    /** Clears every key and all decrypted data. */
    lock: () => void;
  }>;

export type KeyStorePorts = Readonly<{
  digest: (bytes: Blob) => Promise<string>;
  cryptoPort: CryptoPort;
  secrets: Secrets;
  now: () => number;
  newId: () => string;
}>;

type NewAgent = Readonly<{ agents: readonly AgentRow[]; available: SecretNameRow | undefined }>;

export function createKeyStore(
  db: Database,
  { digest, newId, now, secrets, cryptoPort }: KeyStorePorts,
): LockableKeyStore {
  const agents = createAgentKeys(db, cryptoPort);
  /** Counts locks. A key that was being unlocked when the user locked the app must not be cached. */
  let locks = 0;
  /** By submission id: the key, derived from the agent's key, and the name of its secret. */
  const known = new Map<string, Readonly<{ p: string; key: DataKey }>>();
  /** By the name of the sending slot's secret: the key. So a row without this slot does not get the key. */
  const sent = new Map<string, DataKey>();

  /** The last decrypted version of each row, because lists are rendered often. */
  const seen = new Map<string, Readonly<{ row: StoredSubmission; submission: Submission }>>();

  /**
   * Returns the key of this phone's agent. Creates an agent at first use, and also if no agent's key can be opened any more. So new
   * forms stay readable.
   */
  const ownAgent = async (): Promise<AgentKey> =>
    (await agents.own(await db.agents.toArray())) ?? keyStore.withAvailableSecret(makeAgent);

  const makeAgent = (): Promise<SecretAttempt<AgentKey>> =>
    readThenWrite<NewAgent, SecretAttempt<AgentKey>>(db, {
      tables: ['agents', 'secretNames'],
      read: async () => ({
        agents: await db.agents.toArray(),
        available: await oldestAvailable(db),
      }),
      plan: async ({ agents: there, available }): Promise<WritePlan<SecretAttempt<AgentKey>>> => {
        // Another tab may have created an agent meanwhile.
        const theirs = await agents.own(there);
        if (theirs !== null) return { result: theirs };
        if (available === undefined) return { result: 'noneAvailable' };
        const pepper = await readAvailable(secrets, available);
        if (pepper === null) return secretLost(db, available);
        const { agent, key } = await cryptoPort.newAgent(newId(), pepper);
        // After a reset, a single agent keeps the label, so that earlier submissions still belong to this agent.
        const [label, ...others] = new Set(there.flatMap((each) => each.label ?? []));
        return {
          result: key,
          write: async () => {
            await db.agents.put(label && others.length === 0 ? { ...agent, label } : agent);
            await markInUse(db, available.name);
            // No secret storage has the keys of the earlier agents. With a key slot they would still count as agents.
            for (const row of there) await db.agents.put({ ...row, wraps: [] });
            await markForDeletion(db, there.flatMap(peppersOf));
          },
        };
      },
    });

  /** Calls `make` with the oldest available secret and marks the secret as used. */
  const claimed = <Made>(
    make: (available: SecretNameRow) => Promise<Made | null>,
  ): Promise<SecretAttempt<Made>> =>
    readThenWrite<SecretNameRow | undefined, SecretAttempt<Made>>(db, {
      tables: ['secretNames'],
      read: () => oldestAvailable(db),
      plan: async (available): Promise<WritePlan<SecretAttempt<Made>>> => {
        if (available === undefined) return { result: 'noneAvailable' };
        const made = await make(available);
        if (made === null) return secretLost(db, available);
        return { result: made, write: () => markInUse(db, available.name) };
      },
    });

  const keyStore: LockableKeyStore = {
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
      const sending = q && (await cryptoPort.openSendingSlot(id, q));
      const key = sending ?? (await (await agents.keyOf(row.agent))?.submissionKey(id, p)) ?? null;
      if (since === locks)
        if (sending) sent.set(q.name, sending);
        else if (key) known.set(id, { p, key });
      return key;
    },

    keyForDisplay: async (row) =>
      row.keys === undefined || (await agents.mayShow(row.agent)) ? keyStore.keyOf(row) : null,

    isLocked: async (row) =>
      areKeys(row.keys) && (await keyStore.keyOf(row)) === null && agents.isLocked(row.agent),

    belongsToOther: async ({ agent }) =>
      agents.current() !== null && (await agents.isLocked(agent)),

    isSentWhileLocked: async (agent) => (await db.agents.get(agent))?.sendsOnlyUnlocked !== true,

    agentAccess: async () => accessOf(await db.agents.toArray(), agents.current()?.agent ?? null),

    isLost: async (row) =>
      areKeys(row.keys) &&
      (await keyStore.keyOf(row)) === null &&
      !(await agents.isLocked(row.agent)),

    decrypted: async (row) => {
      const submission = decodeSubmission(row);
      if (submission?.keys === undefined || submission.personal === null) return submission;
      const have = seen.get(row.id);
      if (have !== undefined && isSameRow(have.row, row)) return have.submission;
      const since = locks;
      const key = await keyStore.keyForDisplay(row);
      if (!key) return null;
      const shown = await openSubmission(key, submission);
      if (since === locks) seen.set(row.id, { row, submission: shown });
      return shown;
    },

    agentDataKey: async () => (await ownAgent()).agentDataKey(),

    newKey: async (id, { name }) => {
      const agent = await ownAgent();
      const key = await agent.submissionKey(id, name);
      if (key === null) return null;
      known.set(id, { p: name, key });
      return { key, agent: agent.agent, keys: { p: name } };
    },

    makeSendingSlot: async (row, available) => {
      const other = await readAvailable(secrets, available);
      if (other === null) return null;
      const agent = await agents.keyOf(row.agent);
      const wrap = areKeys(row.keys)
        ? await agent?.makeSendingSlot(row.id, row.keys.p, other)
        : undefined;
      // The form's own key is lost, so another available secret would not help.
      if (!wrap) throw new Error('lost key');
      return wrap;
    },

    claimKey: (id) =>
      keyStore.withAvailableSecret(() => claimed((available) => keyStore.newKey(id, available))),

    claimSendingSlot: (row) =>
      keyStore.withAvailableSecret(() =>
        claimed((available) => keyStore.makeSendingSlot(row, available)),
      ),

    refillAvailable: () => refillAvailable(db, secrets, now),

    loadAgentsOfCopy: agents.loadAgentsOfCopy,
    agents,
    cryptoPort,

    clearSendingKeys: () => sent.clear(),

    lock: () => {
      locks += 1;
      agents.lock();
      known.clear();
      sent.clear();
      seen.clear();
    },

    withAvailableSecret: (write) => withAvailableSecret(db, secrets, now, write),
  };
  return keyStore;
}

/** The write plan for an available secret whose bytes are lost. */
export const secretLost = (db: Database, available: SecretNameRow): WritePlan<'secretLost'> => ({
  result: 'secretLost',
  write: () => dropAvailable(db, available),
});
