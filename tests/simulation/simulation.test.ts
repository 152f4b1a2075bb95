import { describe, expect, it } from 'vitest';
import { dexieDisk } from './dexie-disk.ts';
import { plantedBugs } from './planted-bugs.ts';
import { describeFailure } from './report.ts';
import { savedSeeds } from './saved-seeds.ts';
import { seedsToCatch } from './seeds-to-catch.ts';
import { type Options, simulate } from './simulate.ts';

async function expectToHold(seed: number, options: Options = {}): Promise<string> {
  const run = await simulate(seed, options);
  if (run.violation !== null)
    expect.fail(describeFailure(await simulate(seed, { ...options, keep: 80 })));
  return run.hash;
}

describe('the outbox under every fault', () => {
  it.each(savedSeeds)('holds with saved seed $seed: $found', async ({ seed }) => {
    await expectToHold(seed, { isPlain: true });
  });

  it('plays a seed the same each time', async () => {
    for (let seed = 1; seed <= 20; seed += 1)
      expect(await expectToHold(seed)).toBe(await expectToHold(seed));
  });

  it('plays a seed the same on the real store as in memory', { timeout: 300_000 }, async () => {
    for (let seed = 1; seed <= 50; seed += 1)
      expect(await expectToHold(seed, { disk: dexieDisk })).toBe(await expectToHold(seed));
  });

  it('holds for 5,000 seeds', { timeout: 600_000 }, async () => {
    for (let seed = 1; seed <= 5000; seed += 1) await expectToHold(seed);
  });
});

describe('the simulation', () => {
  it.each(Object.keys(plantedBugs))('catches: %s', { timeout: 120_000 }, async (name) => {
    expect(await seedsToCatch(name, 2000)).not.toBeNull();
  });
});
