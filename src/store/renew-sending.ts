import type { Database } from './database.ts';
import { areKeys, type StoredSubmission } from './format/submission-row.ts';
import { type LockableDesk, lostSpare } from './key-desk.ts';
import { queuedRows } from './outbox-reads.ts';
import { type Plan, readThenWrite } from './read-then-write.ts';
import { reopening } from './reopen.ts';
import type { SecretNameRow } from './rows.ts';
import { letSecretsDie, oldestSpare, type SpareTried, takeSecret } from './spare-secrets.ts';

type Seen = Readonly<{ row: StoredSubmission | undefined; spare: SecretNameRow | undefined }>;

/**
 * Once an agent is unlocked: what is theirs and submitted, but lost the secret by which it is sent, gets another one. Its copy is
 * written anew by the drain, before it sends. Resolves with how many there were.
 */
export async function renewSending(
  db: Database,
  desk: LockableDesk,
  agent: string,
): Promise<number> {
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
        // Its first secret is lost, too: nobody can read it any more, and the drain says so.
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
