import { describe, expect, it } from 'vitest';
import { dexieDisk } from './dexie-disk.ts';
import { expectToHold } from './expect-to-hold.ts';

describe('the outbox under every fault', () => {
  it('gives the same run for a seed on the real store and in memory', {
    timeout: 300_000,
  }, async () => {
    for (let seed = 1; seed <= 20; seed += 1)
      expect(await expectToHold(seed, { disk: dexieDisk })).toBe(await expectToHold(seed));
  });

  it('holds for 1,000 seeds', { timeout: 600_000 }, async () => {
    for (let seed = 1; seed <= 1000; seed += 1) await expectToHold(seed);
  });
});
