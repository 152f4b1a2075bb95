import 'fake-indexeddb/auto';
import { afterAll, expect, it } from 'vitest';
import { submissionId } from '../../../src/domain/ids.ts';
import type { ScheduleFn } from '../../../src/platform/timers.ts';
import { Database } from '../../../src/store/db/database.ts';
import { throttledQuery } from '../../../src/store/lists/lists.ts';
import { aRow } from '../../features/outbox/submissions.ts';

const db = new Database('calm-query');
afterAll(() => db.close());

/** The rests between the readings of a query. The test ends each rest. */
class Rests {
  #run: (() => void) | undefined;
  lengths: number[] = [];
  later: ScheduleFn = (ms, run) => {
    this.lengths.push(ms);
    this.#run = run;
    return () => {
      this.#run = undefined;
    };
  };
  /** Resolves when the query rests after its last reading. */
  begun = () => expect.poll(() => this.#run).toBeDefined();
  end(): void {
    const run = this.#run;
    this.#run = undefined;
    run?.();
  }
}

it('reads once for many changes, shows the last, and ends on request', async () => {
  const seen: unknown[] = [];
  const rests = new Rests();
  const query = throttledQuery(db, () => db.submissions.count(), rests.later);
  const stop = query.subscribe((count) => seen.push(count));
  await rests.begun();
  expect(seen).toEqual([0]);
  for (let n = 1; n <= 40; n += 1)
    await db.submissions.put(aRow({ id: submissionId(String(n)), sequence: n }));
  expect(seen).toHaveLength(1);
  rests.end();
  await rests.begun();
  expect(seen).toEqual([0, 40]);

  rests.end();
  await db.submissions.put(aRow({ id: submissionId('at once') }));
  await rests.begun();
  expect(seen.at(-1)).toBe(41);
  expect(rests.lengths).toEqual([250, 250, 250]);

  stop();
  rests.end();
  await db.submissions.put(aRow({ id: submissionId('after') }));
  expect(seen).toHaveLength(3);
});

it('passes on the error of a query', async () => {
  const seen: unknown[] = [];
  const failure = new Error('no disk');
  const { subscribe } = throttledQuery(db, () => Promise.reject(failure));
  const stop = subscribe(
    () => undefined,
    (error) => seen.push(error),
  );
  await expect.poll(() => seen).toHaveLength(1);
  stop();
  expect(seen).toEqual([failure]);
});
