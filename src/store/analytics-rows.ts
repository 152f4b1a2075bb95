import type { Submission } from '../domain/submission-types.ts';
import type { Database } from './database.ts';
import { type DeviceValueOf, forgetKey, readKey, writeKey } from './device-keys.ts';
import { decodeSubmission, type StoredSubmission } from './format/submission-row.ts';

/** More than this at once are too old to matter for a count. */
const MAX_OUTCOMES = 200;

export type AnalyticsRows = Readonly<{
  /** Events that found no network; not looked at, undefined where there are none. */
  events: () => Promise<readonly object[] | undefined>;
  keepEvents: (events: DeviceValueOf<'analyticsEvents'>) => Promise<void>;
  /**
   * What was delivered or refused since this was last asked, by whichever tab or worker; each is handed out once, since
   * reading and moving on are one transaction. The first time ever there is nothing: it starts at `now`.
   */
  takeNewOutcomes: (now: number) => Promise<readonly Submission[]>;
}>;

export const analyticsRows = (db: Database): AnalyticsRows => ({
  events: () => readKey(db, 'analyticsEvents'),
  keepEvents: async (events) => {
    if (events.length === 0) await forgetKey(db, 'analyticsEvents');
    else await writeKey(db, 'analyticsEvents', events);
  },
  takeNewOutcomes: (now) => takeNewOutcomes(db, now),
});

/** When a submission was delivered or refused, ms since 1970; 0 where neither has happened. */
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

function takeNewOutcomes(db: Database, now: number): Promise<readonly Submission[]> {
  return db.transaction('rw', [db.device, db.submissions], async () => {
    const cursor = await readKey(db, 'analyticsCursor');
    const since = cursor ?? now;
    const rows = [...(await newestOf(db, 'delivered')), ...(await newestOf(db, 'rejected'))];
    const fresh = rows
      .map(decodeSubmission)
      .filter((row) => row !== null)
      .filter((row) => outcomeAt(row) > since);
    const upTo = Math.max(since, ...fresh.map(outcomeAt));
    if (upTo !== cursor) await writeKey(db, 'analyticsCursor', upTo);
    return fresh;
  });
}
