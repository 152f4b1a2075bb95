import 'fake-indexeddb/auto';
import { afterAll, expect, it } from 'vitest';
import { submissionId } from '../../../src/domain/ids.ts';
import { watchCalmly } from '../../../src/features/outbox/calm-query.ts';
import { Database } from '../../../src/store/database.ts';
import { aSubmission } from './submissions.ts';

const db = new Database('calm-query');
afterAll(() => db.close());
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('shows the last of many changes, reading a few times only, and ends when told', async () => {
  const seen: unknown[] = [];
  const stop = watchCalmly(
    db,
    () => db.submissions.count(),
    (result) => seen.push(result),
  );
  await wait(50);
  expect(seen).toEqual([{ value: 0 }]);
  for (let n = 1; n <= 40; n += 1) {
    await db.submissions.put(aSubmission({ id: submissionId(String(n)), sequence: n }));
    await wait(2);
  }
  await wait(700);
  expect(seen.at(-1)).toEqual({ value: 40 });
  expect(seen.length).toBeLessThan(8);

  const before = seen.length;
  stop();
  await db.submissions.put(aSubmission({ id: submissionId('after') }));
  await wait(300);
  expect(seen).toHaveLength(before);
});

it('hands on what a query failed with', async () => {
  const seen: unknown[] = [];
  const failure = new Error('no disk');
  const stop = watchCalmly(
    db,
    () => Promise.reject(failure),
    (result) => seen.push(result),
  );
  await wait(20);
  stop();
  expect(seen).toEqual([{ error: failure }]);
});
