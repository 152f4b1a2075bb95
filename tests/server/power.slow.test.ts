import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { strayEdits } from '../mutation/mutant.ts';
import { killProcessesOf } from '../support/browser/launch.ts';
import { openCutDisk, whyNoCutDisk } from './support/power/cut-disk.ts';
import { huntMistake, plantedMistakes } from './support/power/planted-mistakes.ts';
import { type CaseName, playCase } from './support/power/power-cases.ts';
import { type PowerLoss, powerLosses } from './support/power/power-losses.ts';

const CUTS = 5;
const cases: readonly CaseName[] = ['backup', 'removals', 'burst', 'slow', 'piece'];

const why = whyNoCutDisk('btrfs');
if (why !== null) console.warn(`\nNOT RUN: tests/server/power.slow.test.ts. ${why}\n`);

describe.skipIf(why !== null)('a power loss', () => {
  it('loses and duplicates no confirmed data, and the server starts again', async () => {
    const losses: PowerLoss[] = [];
    for await (const loss of powerLosses('btrfs', 1)) {
      losses.push(loss);
      if (losses.length === CUTS) break;
    }
    expect(losses.flatMap(({ faults }) => faults)).toEqual([]);
    const sum = (key: 'acknowledged' | 'finished' | 'repeated') =>
      losses.reduce((total, loss) => total + loss[key], 0);
    expect(sum('acknowledged')).toBeGreaterThan(0);
    expect(sum('finished')).toBeGreaterThan(0);
    expect(sum('repeated')).toBeGreaterThan(0);
  });

  it.each(cases)('keeps its promise in the case %s', async (name) => {
    expect(await playCase(name, 'btrfs', 1)).toEqual([]);
  });

  it('can be simulated although an earlier run was killed', async () => {
    const killed = await openCutDisk('btrfs', 1);
    await killProcessesOf(dirname(killed.path));
    const disk = await openCutDisk('btrfs', 2);
    expect(existsSync(dirname(killed.path))).toBe(false);
    await disk.remove();
  });

  // Proves that the checks above find such mistakes.
  it.each(plantedMistakes)('finds the planted mistake: $name', async (mistake) => {
    expect(strayEdits('.', mistake)).toEqual([]);
    const { faults } = await huntMistake('.', mistake, 'btrfs', 1);
    expect(faults.length).toBeGreaterThan(0);
  });
});
