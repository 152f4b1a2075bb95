import { Dexie, liveQuery } from 'dexie';
import { submissionId } from '../../../src/domain/ids.ts';
import type { SubmissionStatus } from '../../../src/domain/submission-types.ts';
import type { Database } from '../../../src/store/db/database.ts';
import type { StoredSubmission, SubmissionRow } from '../../../src/store/format/submission-row.ts';
import { browserKeyStore } from '../../../src/store/keys/browser-key-store.ts';
import { newestSubmissions } from '../../../src/store/lists/outbox-queries.ts';
import { countsByStatus, updateCounters } from '../../../src/store/outbox/counters.ts';
import { db } from '../../support/world/page/project.ts';

const statuses: readonly SubmissionStatus[] = ['delivered', 'delivered', 'delivered', 'rejected'];

export const receiptRow = (sequence: number): SubmissionRow => rowOf(sequence, 'delivered');

function rowOf(sequence: number, status: SubmissionStatus): SubmissionRow {
  const at = Date.now() - (20_000 - sequence) * 60_000;
  const isDelivered = status === 'delivered';
  const name = isDelivered ? 'Z. M.' : `Zodwa Mabaso ${sequence}`;
  return {
    id: submissionId(crypto.randomUUID()),
    kind: sequence % 3 === 0 ? 'replacement' : 'registration',
    status,
    formId: null,
    sequence,
    customerName: name,
    isBusiness: false,
    terms: isDelivered ? [] : name.toLowerCase().split(' '),
    simCardNumber: '',
    createdAt: at,
    changedAt: at,
    day: new Date(at).toISOString().slice(0, 10),
    submittedAt: at,
    deliveredAt: isDelivered ? at + 5000 : null,
    missing: 0,
    section: 'review',
    steps: [],
    documents: {},
    nextAttemptAt: null,
    maybeTwice: [],
    bytesLeft: 0,
    history: [
      { at, what: 'submitted' },
      { at: at + 5000, what: isDelivered ? 'delivered' : 'refused' },
    ],
    everSent: true,
    mirrored: true,
  };
}

/** The alternative to this project's tables: one row has a whole submission, with its files. */
const peer = new Dexie('rows-with-files', { chromeTransactionDurability: 'strict' });
peer.version(1).stores({ submissions: 'id, sequence' });

export async function seedTenThousand(count: number): Promise<void> {
  for (let first = 1; first <= count; first += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - first + 1) }, (_, index) =>
      rowOf(first + index, statuses[(first + index) % statuses.length] ?? 'delivered'),
    );
    await db.transaction('rw', [db.submissions, db.counters], async () => {
      await db.submissions.bulkPut(rows);
      for (const { status } of rows) await updateCounters(db, null, status);
    });
    await peer
      .table('submissions')
      .bulkPut(rows.map((each) => ({ ...each, file: new Blob([crypto.randomUUID()]) })));
  }
}

const ours = (): Promise<unknown> =>
  Promise.all([newestSubmissions(db, browserKeyStore(db), { limit: 50 }), countsByStatus(db)]);

async function filtered(database: Dexie): Promise<unknown> {
  const rows: SubmissionRow[] = await database.table('submissions').toArray();
  const counts: Partial<Record<SubmissionStatus, number>> = {};
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1;
  return [rows.sort((one, other) => other.sequence - one.sequence).slice(0, 50), counts];
}

const listWays = {
  'this project: index and counters': ours,
  'toArray + filter': () => filtered(db),
  'files in the same row': () => filtered(peer),
} as const;
export type ListWay = keyof typeof listWays;

/** Reads the newest 50 rows and the counts by status. Returns the ms of the first time in this page, and of each later time. */
export async function measureList(
  way: ListWay,
  again: number,
): Promise<Readonly<{ first: number; again: readonly number[] }>> {
  await db.device.count();
  await peer.open();
  const timed = async (): Promise<number> => {
    const started = performance.now();
    await listWays[way]();
    return performance.now() - started;
  };
  const first = await timed();
  const later: number[] = [];
  for (let round = 0; round < again; round += 1) later.push(await timed());
  return { first, again: later };
}

/** Changes `perSecond` rows a second, each in its own transaction, while another page shows the list. */
export async function writeSteadily(
  perSecond: number,
  seconds: number,
): Promise<Readonly<{ written: number; perSecond: number }>> {
  const rows = await db.submissions.orderBy('sequence').reverse().limit(50).toArray();
  const started = performance.now();
  const end = started + seconds * 1000;
  let written = 0;
  while (performance.now() < end) {
    const due = started + (written * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    const target = rows[written % rows.length];
    if (target === undefined) throw new Error('nothing to write');
    await touch(db, target);
    written += 1;
  }
  return { written, perSecond: (written * 1000) / (performance.now() - started) };
}

async function touch(database: Database, target: StoredSubmission): Promise<void> {
  await database.transaction('rw', database.submissions, async () => {
    await database.submissions.put({ ...target, changedAt: Date.now() });
  });
}

/** Keeps the list live in this page. Returns a function that stops it and returns the number of reads. */
export function watchList(way: ListWay): () => number {
  let reads = 0;
  const subscription = liveQuery(() => {
    reads += 1;
    return listWays[way]();
  }).subscribe({});
  return () => {
    subscription.unsubscribe();
    return reads;
  };
}
