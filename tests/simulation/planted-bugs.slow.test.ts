import { describe, expect, it } from 'vitest';
import { plantedBugs } from './planted-bugs.ts';
import { isCaught } from './seeds-to-catch.ts';

describe('the simulation', () => {
  it.each(Object.keys(plantedBugs))('catches: %s', { timeout: 300_000 }, async (name) => {
    expect(await isCaught(name, 2000)).toBe(true);
  });
});
