import { expect, it } from 'vitest';
import { loadOnce } from '../../src/platform/load-once.ts';

it('loads once for any number of callers', async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads += 1;
    return { loads };
  });
  const [one, other] = await Promise.all([load(), load()]);
  expect(one).toBe(other);
  expect(await load()).toBe(one);
  expect(loads).toBe(1);
});

it('passes a failure to all waiting callers, and tries again for the next one', async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error('no signal');
    return loads;
  });
  const both = [load(), load()];
  await expect(both[0]).rejects.toThrow('no signal');
  await expect(both[1]).rejects.toThrow('no signal');
  expect(await load()).toBe(2);
});
