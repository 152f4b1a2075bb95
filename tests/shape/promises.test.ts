import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { ROOT, read } from './support/source-files.ts';

/** The goal of `npm test` is 8 minutes on 2 cores. */
const MAX_CORE_TESTS = 30;

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs: readonly Readonly<{ file: string }>[];
}

const filesIn = ({ specs, suites = [] }: Suite): readonly string[] => [
  ...specs.map(({ file }) => file),
  ...suites.flatMap(filesIn),
];

/** The file of each core test, as Playwright lists them for `npm test`. A file with several tests is listed several times. */
function coreTests(): readonly string[] {
  const args = ['test', '--list', '--project=e2e', '--grep=@core', '--reporter=json'];
  const ended = spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const { suites } = JSON.parse(ended.stdout) as { suites: readonly Suite[] };
  return suites.flatMap(filesIn);
}

const core = coreTests();

const [, table = ''] = read('README.md').split('\n## What it promises\n');
const promises = table
  .slice(0, table.indexOf('\n## '))
  .split('\n')
  .filter((line) => /^\| (?!promise|-)/.test(line))
  .map((line) => line.split(/ *\| */).slice(1, 3));

describe('the README’s promises', () => {
  it('are at least eight', () => {
    expect(promises.length).toBeGreaterThanOrEqual(8);
  });

  it.each(promises)('are proven by npm test: %s', (_promise, cell = '') => {
    const named = Array.from(cell.matchAll(/`([^`]+)`/g), ([, file = '']) => file);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((file) => !core.includes(file))).toEqual([]);
  });

  it('are proven by few tests, so that npm test stays short', () => {
    expect(core.length).toBeGreaterThan(20);
    expect(core.length).toBeLessThanOrEqual(MAX_CORE_TESTS);
  });
});
