import { deskHere } from '../../src/store/keys/browser-key-store.ts';
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { submissionId } from '../../src/domain/ids.ts';
import type { SubmissionStatus } from '../../src/domain/submission-types.ts';
import { Database } from '../../src/store/db/database.ts';
import type { SubmissionRow } from '../../src/store/format/submission-row.ts';
import { dayTotals, found } from '../../src/store/lists/outbox-queries.ts';
import { aRow } from '../features/outbox/submissions.ts';
import { ALONE } from '../support/app/built-app.ts';

const db = new Database('day-totals');
const monday = '2026-06-01';
const tuesday = '2026-06-02';

let made = 0;
function row(day: string, status: SubmissionStatus): SubmissionRow {
  made += 1;
  return aRow({ id: submissionId(`id-${made}`), sequence: made, day, status });
}

beforeAll(() =>
  db.submissions.bulkAdd([
    row(monday, 'delivered'),
    row(monday, 'draft'),
    // The clock stood on the next day for a moment.
    row(tuesday, 'delivered'),
    row(monday, 'queued'),
    row(monday, 'rejected'),
    row(tuesday, 'rejected'),
  ]),
);
afterAll(() => db.delete());

it('counts a day: what was submitted, what of it was sent, and what was refused', async () => {
  expect(await dayTotals(db, ALONE, monday)).toEqual({ captured: 3, sent: 1, refused: 1 });
  expect(await dayTotals(db, ALONE, tuesday)).toEqual({ captured: 2, sent: 1, refused: 1 });
  expect(await dayTotals(db, ALONE, '2026-06-03')).toEqual({ captured: 0, sent: 0, refused: 0 });
});

it('hands the list what was refused apart, and the totals of the days in it', async () => {
  const { refused, rows, totals } = await found(db, deskHere(db), { limit: 4 });
  expect(refused.map(({ submission }) => submission?.sequence)).toEqual([6, 5]);
  expect(rows.map(({ submission }) => submission?.sequence)).toEqual([4, 3]);
  expect([...totals.keys()]).toEqual([monday, tuesday]);
});

it('hands a list of one status that alone', async () => {
  const { refused, rows } = await found(db, deskHere(db), { limit: 9, status: 'rejected' });
  expect(refused).toEqual([]);
  expect(rows).toHaveLength(2);
});
