import type { Submission } from '../../domain/submission-types.ts';
import type { Database } from '../db/database.ts';
import { readThenWrite } from '../db/transactions.ts';
import { type DeviceValueOf, deleteKey, readKey, writeKey } from '../device/device-keys.ts';
import { decodeSubmission, type StoredSubmission } from '../format/submission-row.ts';

/** The highest number of outcomes for each status in one call. Older outcomes are not reported. */
const MAX_OUTCOMES = 200;

export type AnalyticsRows = Readonly<{
  /** Stored events that could not be sent yet, unchecked. Undefined if there are none. */
  events: () => Promise<readonly object[] | undefined>;
  keepEvents: (events: DeviceValueOf<'analyticsEvents'>) => Promise<void>;
  /**
   * Returns the submissions that were delivered or refused since the last call, by any tab or worker. One transaction reads them and
   * moves the cursor, so each outcome is returned once. The first call on a device sets the cursor to `now` and returns none.
   */
  takeNewOutcomes: (now: number) => Promise<readonly Submission[]>;
}>;

export const analyticsRows = (db: Database): AnalyticsRows => ({
  events: () => readKey(db, 'analyticsEvents'),
  keepEvents: async (events) => {
    if (events.length === 0) await deleteKey(db, 'analyticsEvents');
    else await writeKey(db, 'analyticsEvents', events);
  },
  takeNewOutcomes: (now) => takeNewOutcomes(db, now),
});

type Outcomes = Readonly<{ cursor: number | undefined; rows: readonly StoredSubmission[] }>;

/** Returns 0 if the submission is neither delivered nor refused. */
function outcomeAt(submission: Submission): number {
  if (submission.status === 'delivered') return submission.deliveredAt;
  return Math.max(
    0,
    ...submission.steps.map(({ state }) => (state.status === 'rejected' ? state.at : 0)),
  );
}

const newestOf = (db: Database, status: 'delivered' | 'rejected'): Promise<StoredSubmission[]> =>
  db.submissions
    .where('[status+sequence]')
    .between([status, -Infinity], [status, Infinity])
    .reverse()
    .limit(MAX_OUTCOMES)
    .toArray();

/** If two tabs call this at once, the second tab reads again and finds nothing new. */
const takeNewOutcomes = (db: Database, now: number): Promise<readonly Submission[]> =>
  readThenWrite<Outcomes, readonly Submission[]>(db, {
    tables: ['device', 'submissions'],
    read: async () => ({
      cursor: await readKey(db, 'analyticsCursor'),
      rows: [...(await newestOf(db, 'delivered')), ...(await newestOf(db, 'rejected'))],
    }),
    plan: ({ cursor, rows }) => {
      const since = cursor ?? now;
      const result = rows
        .map(decodeSubmission)
        .filter((row) => row !== null)
        .filter((row) => outcomeAt(row) > since);
      const upTo = Math.max(since, ...result.map(outcomeAt));
      return upTo === cursor
        ? { result }
        : { result, write: () => writeKey(db, 'analyticsCursor', upTo) };
    },
  });
