import type { SubmissionId } from '../../domain/ids.ts';
import type { SubmissionKeys } from '../../domain/submission-types.ts';
import type { Database } from '../db/database.ts';
import { readThenWrite, type WritePlan, withReopen } from '../db/transactions.ts';
import type { SecretNameRow } from '../format/rows.ts';
import { areKeys, type StoredSubmission } from '../format/submission-row.ts';
import {
  markForDeletion,
  markInUse,
  oldestAvailable,
  type SecretAttempt,
} from '../keys/available-secrets.ts';
import { type LockableKeyStore, secretLost } from '../keys/key-store.ts';
import { queuedRows } from '../outbox/outbox-reads.ts';

/**
 * After an unlock, applies the agent's choice to the agent's submissions. If the agent chose no background sending, removes the sending
 * slots. Otherwise replaces each lost sending slot. Returns how many submissions this page must send.
 * @param removeSendingSlot removes the slot's secret from the copy, then deletes it
 */
export async function renewSendingSlots(
  db: Database,
  keyStore: LockableKeyStore,
  id: string,
  removeSendingSlot: RemoveSendingSlot,
): Promise<number> {
  const agent = await withReopen(db, () => db.agents.get(id));
  if (agent?.sendsOnlyUnlocked !== true) return renewSending(db, keyStore, id);
  await takeSendingOff(db, id, removeSendingSlot);
  return countWaitingForUnlock(db, id);
}

export type RemoveSendingSlot = (id: SubmissionId, before: SubmissionKeys) => Promise<void>;

/** Counts the submissions that can be sent only while this agent is unlocked. */
export async function countWaitingForUnlock(db: Database, id: string): Promise<number> {
  if ((await db.agents.get(id))?.sendsOnlyUnlocked !== true) return 0;
  const isHeldBack = ({ agent, keys }: StoredSubmission): boolean =>
    agent === id && areKeys(keys) && keys.q === undefined;
  return (await queuedRows(db)).filter(isHeldBack).length;
}

async function takeSendingOff(
  db: Database,
  agent: string,
  removeSendingSlot: RemoveSendingSlot,
): Promise<void> {
  for (const { id, ...row } of await withReopen(db, () => queuedRows(db)))
    if (row.agent === agent && areKeys(row.keys) && row.keys.q !== undefined)
      if (await takeOff(db, id)) await removeSendingSlot(id, row.keys);
}

const takeOff = (db: Database, id: SubmissionId): Promise<boolean> =>
  withReopen(db, () =>
    db.transaction('rw', [db.submissions, db.secretNames], async () => {
      const row = await db.submissions.get(id);
      if (row?.status !== 'queued' || !areKeys(row.keys) || row.keys.q === undefined) return false;
      await db.submissions.put({ ...row, keys: { p: row.keys.p } });
      await markForDeletion(db, [row.keys.q.name]);
      return true;
    }),
  );

type Seen = Readonly<{ row: StoredSubmission | undefined; available: SecretNameRow | undefined }>;

/**
 * Creates new sending slots for the agent's submissions whose slot is missing or unreadable. The drain writes each copy again before
 * it sends. Returns how many slots are new.
 */
async function renewSending(
  db: Database,
  keyStore: LockableKeyStore,
  agent: string,
): Promise<number> {
  let renewed = 0;
  for (const row of await withReopen(db, () => queuedRows(db))) {
    if (row.agent !== agent || !areKeys(row.keys)) continue;
    const { q } = row.keys;
    if (q !== undefined && (await keyStore.secrets.read(q.name)) !== null) continue;
    if (await renew(db, keyStore, row)) renewed += 1;
  }
  return renewed;
}

const renew = (
  db: Database,
  keyStore: LockableKeyStore,
  { id }: StoredSubmission,
): Promise<boolean> =>
  keyStore.withAvailableSecret(() =>
    readThenWrite<Seen, SecretAttempt<boolean>>(db, {
      tables: ['submissions', 'secretNames'],
      read: async () => ({
        row: await db.submissions.get(id),
        available: await oldestAvailable(db),
      }),
      plan: async ({ row, available }): Promise<WritePlan<SecretAttempt<boolean>>> => {
        if (row?.status !== 'queued' || !areKeys(row.keys)) return { result: false };
        if (available === undefined) return { result: 'noneAvailable' };
        // The submission's own secret is lost too. Nobody can read the submission any more, and the drain reports the loss.
        if ((await keyStore.secrets.read(row.keys.p)) === null) return { result: false };
        const q = await keyStore.makeSendingSlot(row, available);
        if (q === null) return secretLost(db, available);
        const { keys } = row;
        return {
          result: true,
          write: async () => {
            await db.submissions.put({ ...row, keys: { p: keys.p, q }, mirrored: false });
            await markInUse(db, q.name);
            if (keys.q !== undefined) await markForDeletion(db, [keys.q.name]);
          },
        };
      },
    }),
  );
