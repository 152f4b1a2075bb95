import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { expect, test } from 'vitest';
import { Database } from '../../../src/store/db/database.ts';

const row = (value: string) => ({ key: 'lists', value }) as never;

test('a live query reports only data that is on the disk', async () => {
  const db = new Database(`live-${crypto.randomUUID()}`);
  await db.open();
  const seen: number[] = [];
  let isFirst = (): void => undefined;
  const first = new Promise<void>((resolve) => {
    isFirst = resolve;
  });
  const watching = liveQuery(() => db.device.toArray()).subscribe((rows) => {
    seen.push(rows.length);
    isFirst();
  });
  await first;
  // Both rows have the same key. The database refuses the second one.
  await db.device.add(row('one'));
  await expect(db.device.add(row('two'))).rejects.toThrow();
  await expect.poll(() => seen.at(-1)).toBe(1);
  expect(seen).toEqual([0, 1]);
  watching.unsubscribe();
  db.close();
});
