import { describe, expect, it } from 'vitest';
import { expectToHold } from './expect-to-hold.ts';
import { savedSeeds } from './saved-seeds.ts';

describe('the outbox under every fault', () => {
  it.each(savedSeeds)('holds with saved seed $seed: $found', async ({ isPlain, seed }) => {
    await expectToHold(seed, { isPlain });
  });

  it('gives the same run for a seed each time', async () => {
    for (let seed = 1; seed <= 20; seed += 1)
      expect(await expectToHold(seed)).toBe(await expectToHold(seed));
  });

  it('holds for 100 seeds', { timeout: 180_000 }, async () => {
    for (let seed = 1; seed <= 100; seed += 1) await expectToHold(seed);
  });
});
