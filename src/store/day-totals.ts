import type { SubmissionId } from '../domain/ids.ts';
import type { SubmissionStatus } from '../domain/submission-types.ts';
import type { Database } from './database.ts';
import { isAlone, isTheirs, type Whose } from './whose.ts';

/** What one day came to. */
export type DayTotals = Readonly<{
  /** Submitted, whatever became of it. */
  captured: number;
  sent: number;
  refused: number;
}>;

const NOTHING: DayTotals = { captured: 0, sent: 0, refused: 0 };

/** @param day local calendar day, YYYY-MM-DD. Reads keys, not rows, where one agent has the phone: a day may have hundreds. */
export async function dayTotals(db: Database, whose: Whose, day: string): Promise<DayTotals> {
  const inDay = () =>
    db.submissions.where('[day+sequence]').between([day, -Infinity], [day, Infinity]);
  const [oldest, newest] = await Promise.all([inDay().first(), inDay().last()]);
  if (oldest === undefined || newest === undefined) return NOTHING;
  const own = isAlone(whose) ? inDay() : inDay().filter((row) => isTheirs(whose, row));
  const ids = new Set<SubmissionId>(await own.primaryKeys());
  // Between the day's first and last there may be rows of another day, where a clock was set.
  const withStatus = async (status: SubmissionStatus): Promise<number> => {
    const keys = await db.submissions
      .where('[status+sequence]')
      .between([status, oldest.sequence], [status, newest.sequence], true, true)
      .primaryKeys();
    return keys.filter((id) => ids.has(id)).length;
  };
  const [drafts, sent, refused] = await Promise.all([
    withStatus('draft'),
    withStatus('delivered'),
    withStatus('rejected'),
  ]);
  return { captured: ids.size - drafts, sent, refused };
}
