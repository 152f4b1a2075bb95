import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { submissionId } from '../../../src/domain/ids.ts';
import { Database } from '../../../src/store/db/database.ts';
import { analyticsRows } from '../../../src/store/lists/analytics-rows.ts';
import { deleteReceipts } from '../../../src/store/outbox/receipts.ts';
import { aRow, aStep, now, rejected } from '../../features/outbox/submissions.ts';
import { ALONE } from '../../support/app/built-app.ts';

const db = new Database('new-outcomes');
const { events, keepEvents, takeNewOutcomes } = analyticsRows(db);
afterEach(() => Promise.all(db.tables.map((table) => table.clear())));

const delivered = (id: string, deliveredAt: number) =>
  aRow({ id: submissionId(id), status: 'delivered', deliveredAt });

it('returns each outcome once, starting at the first call', async () => {
  await db.submissions.put(delivered('old', now - 1));
  expect(await takeNewOutcomes(now)).toEqual([]);
  const refused = aRow({
    id: submissionId('refused'),
    status: 'rejected',
    steps: [aStep({ call: 'RegisterSim', sha256: '' }, { ...rejected(), at: now + 2 } as never)],
  });
  await db.submissions.bulkPut([delivered('new', now + 1), refused]);
  const fresh = await takeNewOutcomes(now + 5);
  expect(fresh.map(({ id }) => id).sort()).toEqual(['new', 'refused']);
  expect(await takeNewOutcomes(now + 5)).toEqual([]);
});

it('keeps events until they are sent', async () => {
  expect(await events()).toBeUndefined();
  await keepEvents([{ name: 'page_load' }]);
  expect(await events()).toEqual([{ name: 'page_load' }]);
  await keepEvents([]);
  expect(await events()).toBeUndefined();
});

it('deletes receipts and nothing else', async () => {
  await db.submissions.bulkPut([delivered('a', now), delivered('b', now), aRow()]);
  await db.counters.bulkPut([
    { status: 'delivered', count: 2 },
    { status: 'queued', count: 1 },
  ]);
  expect(await deleteReceipts(db, ALONE)).toBe(2);
  expect(await db.submissions.toCollection().primaryKeys()).toEqual([aRow().id]);
  expect((await db.counters.get('delivered'))?.count).toBe(0);
  expect((await db.counters.get('queued'))?.count).toBe(1);
});
