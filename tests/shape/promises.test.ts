import { describe, expect, it } from 'vitest';
import { read, sourceFiles } from './support/source-files.ts';

/** `npm test` runs these in at most 8 minutes on 2 cores. */
const MAX_CORE_TESTS = 45;

const specs = sourceFiles.filter((file) => /^tests\/e2e\/.*\.spec\.ts$/.test(file));
const coreTestsIn = (file: string): number => read(file).match(/@core/g)?.length ?? 0;

const [, table = ''] = read('README.md').split('\n## What it promises\n');
const promises = table
  .slice(0, table.indexOf('\n## '))
  .split('\n')
  .filter((line) => /^\| (?!promise|-)/.test(line))
  .map((line) => line.split(/ *\| */).slice(1, 3));

describe('what the README promises', () => {
  it('is at least eight things', () => {
    expect(promises.length).toBeGreaterThanOrEqual(8);
  });

  it.each(promises)('is proven by npm test: %s', (_promise, cell = '') => {
    const named = Array.from(cell.matchAll(/`([^`]+)`/g), ([, file = '']) => file);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((file) => !specs.includes(file) || coreTestsIn(file) === 0)).toEqual([]);
  });

  it('is proven by few tests, so that npm test stays short', () => {
    const count = specs.reduce((sum, file) => sum + coreTestsIn(file), 0);
    expect(count).toBeGreaterThan(30);
    expect(count).toBeLessThanOrEqual(MAX_CORE_TESTS);
  });
});
