import { advance, isStale } from '../../domain/submission.ts';
import type { SubmissionEvent } from '../../domain/submission-changes.ts';
import type { QueuedSubmission } from '../../domain/submission-types.ts';
import type { Database } from '../db/database.ts';
import { readThenWrite, type WritePlan, withReopen } from '../db/transactions.ts';
import { deleteKey, readKey, writeKey } from '../device/device-keys.ts';
import { holdsLease, leaseRuns } from '../device/device-values.ts';
import {
  decodeSubmission,
  encodeSubmission,
  type StoredSubmission,
} from '../format/submission-row.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { openSubmission, sealSubmission } from '../keys/sealed-rows.ts';
import type { Changed, ChangePort, Leases, Recorded, RecordPort } from './outbox-port.ts';
import { decodeQueued, isQueued, queuedRows } from './outbox-reads.ts';
import { allSubmissionTables, putChanged } from './outbox-rows.ts';
import { keptReceipts } from './receipts.ts';

/**
 * Removes the server's words from a refusal that can't be encrypted, because the agent locked before the answer. The words may name a
 * customer. The server sends them again after the next attempt. The app's own messages stay.
 */
export function withoutWords(event: SubmissionEvent): SubmissionEvent {
  if (event.event !== 'rejected') return event;
  const { said: _, ...message } = event.message;
  return { ...event, message: { ...message, heading: '', description: '', modelState: {} } };
}

type ToRecord = Readonly<{ row: StoredSubmission | undefined; isOurs: boolean }>;
type ToRecover = Readonly<{ rows: readonly StoredSubmission[]; isOurs: boolean }>;

export function createRecording(
  db: Database,
  keyStore: KeyStore,
): Omit<RecordPort, 'recordConverted'> {
  const receipts = keptReceipts(keyStore);
  return {
    record: (owner, id, event) =>
      readThenWrite<ToRecord, Recorded>(db, {
        tables: allSubmissionTables,
        read: async () => ({
          row: await db.submissions.get(id),
          isOurs: await holdsLease(db, owner),
        }),
        plan: async ({ row, isOurs }): Promise<WritePlan<Recorded>> => {
          if (row === undefined) return { result: { status: 'gone' } };
          if (!isOurs) return { result: { status: 'fenced' } };
          const closed = decodeSubmission(row);
          if (closed === null || isStale(closed, event)) return { result: { status: 'stale' } };
          if (event.event === 'sendStarted') await receipts.lookAt(closed);
          const key = needsKey(event) ? await keyStore.keyOf(row) : null;
          const before = key ? await openSubmission(key, closed) : closed;
          const after = advance(before, key === null ? withoutWords(event) : event);
          const submission = await sealSubmission(key ?? undefined, receipts.given(before, after));
          const recorded = encodeSubmission(submission);
          return {
            result: { status: 'recorded', submission },
            write: () => putChanged(db, before, submission, recorded),
          };
        },
      }),

    recover: (owner, at) =>
      readThenWrite<ToRecover, readonly QueuedSubmission[]>(db, {
        tables: ['submissions', 'device'],
        read: async () => ({
          rows: await queuedRows(db),
          isOurs: await holdsLease(db, owner),
        }),
        plan: ({ rows, isOurs }) => {
          if (!isOurs) return { result: [] };
          const queued = decodeQueued(rows);
          const recovered = queued.map((row) => advance(row, { event: 'recovered', at }));
          const changed = recovered.filter((row, index) => row !== queued[index]);
          const result = recovered.filter(isQueued);
          // Clears the keys of submissions that were refused, taken back or paused since the last drain.
          keyStore.clearSendingKeys();
          const rewritten = changed.map(encodeSubmission);
          return changed.length === 0
            ? { result }
            : { result, write: () => db.submissions.bulkPut(rewritten) };
        },
      }),
  };
}

/** Changes of a submission that are no result of a drain. */
export const createChanges = (db: Database, keyStore: KeyStore): ChangePort => ({
  change: (id, decide) =>
    readThenWrite<StoredSubmission | undefined, Changed>(db, {
      tables: allSubmissionTables,
      read: () => db.submissions.get(id),
      plan: async (row): Promise<WritePlan<Changed>> => {
        if (row === undefined) return { result: { status: 'gone' } };
        // Unchanged values need no key. If the key is not available, they stay encrypted.
        const before = (await keyStore.decrypted(row).catch(() => null)) ?? decodeSubmission(row);
        if (before === null) return { result: { status: 'unreadable' } };
        const event = decide(before);
        if (event === null) return { result: { status: 'refused', submission: before } };
        const submission = advance(before, event);
        const changed = encodeSubmission(submission);
        return {
          result: { status: 'changed', submission },
          write: () => putChanged(db, before, submission, changed),
        };
      },
    }),
});

/** True if the event makes a receipt, which needs the customer's name, or a message, which must be encrypted. */
const needsKey = ({ event }: SubmissionEvent): boolean =>
  event === 'confirmed' ||
  event === 'allConfirmed' ||
  event === 'rejected' ||
  event === 'fileLost' ||
  event === 'faulted';

/** The phone's time is written at most this often (ms). */
const HOUR_MS = 3_600_000;

export function createLeases(db: Database): Leases {
  const inDevice = <T>(work: () => Promise<T>): Promise<T> =>
    withReopen(db, () => db.transaction('rw', db.device, work));

  return {
    acquireLease: (owner, now, length, isAlone) =>
      inDevice(async () => {
        if (!isAlone && !(await holdsLease(db, owner)) && (await leaseRuns(db, now))) return false;
        await writeKey(db, 'lease', { owner, until: now + length, length });
        // Every drain takes the lease, so `latestTime` follows the phone's clock.
        const latest = await readKey(db, 'latestTime');
        if (latest === undefined || now - latest >= HOUR_MS) await writeKey(db, 'latestTime', now);
        return true;
      }),
    renewLease: (owner, now, length) =>
      inDevice(async () => {
        if (!(await holdsLease(db, owner))) return false;
        await writeKey(db, 'lease', { owner, until: now + length, length });
        return true;
      }),
    releaseLease: (owner) =>
      inDevice(async () => {
        if (await holdsLease(db, owner)) await deleteKey(db, 'lease');
      }),
  };
}
