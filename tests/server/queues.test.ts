import { expect, it } from 'vitest';
import { shared } from '../../server/queues.ts';

it('runs once for all callers meanwhile, and never answers with an earlier run', async () => {
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

it('continues after a failed run', async () => {
  let runs = 0;
  const ask = shared(async () => {
    runs += 1;
    if (runs === 1) throw new Error('away');
    return runs;
  });
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('away');
  expect(await ask()).toBe(2);
});
