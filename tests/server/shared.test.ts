import { expect, it } from 'vitest';
import { shared } from '../../server/files/folder-store.ts';

it('runs once for all who ask meanwhile, and never answers with a run that began before', async () => {
  const ends: ((value: number) => void)[] = [];
  const ask = shared(() => new Promise<number>((resolve) => ends.push(resolve)));
  const first = ask();
  await Promise.resolve();
  const [second, third] = [ask(), ask()];
  expect(ends).toHaveLength(1);
  ends[0]?.(1);
  expect(await first).toBe(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(ends).toHaveLength(2);
  ends[1]?.(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
});

it('goes on after a run that failed', async () => {
  let runs = 0;
  const ask = shared(async () => {
    runs += 1;
    if (runs === 1) throw new Error('away');
    return runs;
  });
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('away');
  expect(await ask()).toBe(2);
});
