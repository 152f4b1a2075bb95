import type { SubmissionId } from '../../domain/ids.ts';
import type { SubmissionKeys } from '../../domain/submission-types.ts';
import type { Database } from '../db/database.ts';
import { type Plan, readThenWrite, reopening } from '../db/transactions.ts';
import type { SecretNameRow } from '../format/rows.ts';
import { areKeys, type StoredSubmission } from '../format/submission-row.ts';
import {
  letSecretsDie,
  oldestSpare,
  type SpareTried,
  takeSecret,
} from '../keys/available-secrets.ts';
import { type LockableDesk, lostSpare } from '../keys/key-store.ts';
import { queuedRows } from '../outbox/outbox-reads.ts';

/**
 * After an unlock, applies the agent's choice to their submissions. Without background sending, the sending slots are removed.
 * Otherwise each lost sending slot is replaced. Returns how many submissions this page must send.
 * @param letGo removes the slot's secret from the copy, then deletes it
 */
export async function followSending(
  db: Database,
  desk: LockableDesk,
  id: string,
  letGo: LetGo,
): Promise<number> {
  const agent = await reopening(db, () => db.agents.get(id));
  if (agent?.sendsOnlyUnlocked !== true) return renewSending(db, desk, id);
  await takeSendingOff(db, id, letGo);
  return countHeldBack(db, id);
}

export type LetGo = (id: SubmissionId, before: SubmissionKeys) => Promise<void>;

/** Counts the submissions that can be sent only while this agent is unlocked. */
export async function countHeldBack(db: Database, id: string): Promise<number> {
  if ((await db.agents.get(id))?.sendsOnlyUnlocked !== true) return 0;
  const isHeldBack = ({ agent, keys }: StoredSubmission): boolean =>
    agent === id && areKeys(keys) && keys.q === undefined;
  return (await queuedRows(db)).filter(isHeldBack).length;
}

async function takeSendingOff(db: Database, agent: string, letGo: LetGo): Promise<void> {
  for (const { id, ...row } of await reopening(db, () => queuedRows(db)))
    if (row.agent === agent && areKeys(row.keys) && row.keys.q !== undefined)
      if (await takeOff(db, id)) await letGo(id, row.keys);
}

const takeOff = (db: Database, id: SubmissionId): Promise<boolean> =>
  reopening(db, () =>
    db.transaction('rw', [db.submissions, db.secretNames], async () => {
      const row = await db.submissions.get(id);
      if (row?.status !== 'queued' || !areKeys(row.keys) || row.keys.q === undefined) return false;
      await db.submissions.put({ ...row, keys: { p: row.keys.p } });
      await letSecretsDie(db, [row.keys.q.name]);
      return true;
    }),
  );

type Seen = Readonly<{ row: StoredSubmission | undefined; spare: SecretNameRow | undefined }>;

/**
 * After an unlock, creates new sending slots for the agent's submissions that lost theirs. The drain writes each copy again before it
 * sends. Returns how many slots are new.
 */
async function renewSending(db: Database, desk: LockableDesk, agent: string): Promise<number> {
  let renewed = 0;
  for (const row of await reopening(db, () => queuedRows(db))) {
    if (row.agent !== agent || !areKeys(row.keys)) continue;
    const { q } = row.keys;
    if (q !== undefined && (await desk.secrets.read(q.name)) !== null) continue;
    if (await renew(db, desk, row)) renewed += 1;
  }
  return renewed;
}

const renew = (db: Database, desk: LockableDesk, { id }: StoredSubmission): Promise<boolean> =>
  desk.withSpare(() =>
    readThenWrite<Seen, SpareTried<boolean>>(db, {
      tables: ['submissions', 'secretNames'],
      read: async () => ({ row: await db.submissions.get(id), spare: await oldestSpare(db) }),
      plan: async ({ row, spare }): Promise<Plan<SpareTried<boolean>>> => {
        if (row?.status !== 'queued' || !areKeys(row.keys)) return { result: false };
        if (spare === undefined) return { result: 'noSpare' };
        // The other secret is lost, too. Nobody can read the submission any more, and the drain reports it.
        if ((await desk.secrets.read(row.keys.p)) === null) return { result: false };
        const q = await desk.wrapForSending(row, spare);
        if (q === null) return lostSpare(db, spare);
        const { keys } = row;
        return {
          result: true,
          write: async () => {
            await db.submissions.put({ ...row, keys: { p: keys.p, q }, mirrored: false });
            await takeSecret(db, q.name);
            if (keys.q !== undefined) await letSecretsDie(db, [keys.q.name]);
          },
        };
      },
    }),
  );
