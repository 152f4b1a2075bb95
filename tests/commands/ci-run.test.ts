import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

type Ending = Readonly<{ says?: string; status?: number }>;

/** Runs `.ci/run` with a fake npm. `endings`: the output and the status of each of its commands. */
function ciRun(endings: Readonly<Record<'ci' | 'test' | 'run', Ending>>) {
  const folder = mkdtempSync(join(tmpdir(), 'veld-ci-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const cases = Object.entries(endings).map(
    ([command, { says = '', status = 0 }]) =>
      `${command}) echo "npm $*" >> ${folder}/calls; echo '${says}'; exit ${status};;`,
  );
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\ncase "$1" in\n${cases.join('\n')}\nesac\n`, {
    mode: 0o755,
  });
  writeFileSync(join(folder, 'calls'), '');
  const { status, stdout } = spawnSync('bash', ['.ci/run'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}:${process.env['PATH']}` },
  });
  const calls = spawnSync('cat', [join(folder, 'calls')], { encoding: 'utf8' }).stdout;
  const lines = stdout.trimEnd().split('\n');
  return { status, last: lines.at(-1), lines, calls: calls.trim().split('\n') };
}

const well = { says: '5 passed, 0 failed' };

describe('.ci/run', () => {
  it('runs the README’s commands, then the rest, and reports both', () => {
    expect(
      ciRun({ ci: {}, test: well, run: { says: '7 passed, 0 failed, 2 skipped' } }),
    ).toMatchObject({
      status: 0,
      last: '12 passed, 0 failed, 2 skipped',
      calls: ['npm ci', 'npm test', 'npm run test:all -- --rest'],
    });
  });

  it('names the failed tests of both runs at its end', () => {
    const quick = { says: '4.0 min\n✗ a\n4 passed, 1 failed', status: 1 };
    const all = { says: '9.0 min\n✗ b\n6 passed, 1 failed', status: 1 };
    expect(ciRun({ ci: {}, test: quick, run: all }).lines.slice(-7)).toEqual([
      ...quick.says.split('\n'),
      ...all.says.split('\n'),
      '10 passed, 2 failed',
    ]);
  });

  it.each<[string, Parameters<typeof ciRun>[0], string]>([
    [
      'a failed test of the first run',
      { ci: {}, test: { says: '4 passed, 1 failed', status: 1 }, run: well },
      '9 passed, 1 failed',
    ],
    [
      'a second run that ended without its last line',
      { ci: {}, test: well, run: { says: 'Killed', status: 137 } },
      '5 passed, 1 failed',
    ],
    [
      'an install that failed',
      { ci: { status: 1 }, test: well, run: { says: '3 passed, 2 failed', status: 1 } },
      '3 passed, 3 failed',
    ],
    [
      'a run that ended with an error and no failed test',
      { ci: {}, test: { ...well, status: 1 }, run: well },
      '10 passed, 1 failed',
    ],
  ])('fails and counts %s', (_, endings, last) => {
    const { status, ...ended } = ciRun(endings);
    expect({ status, last: ended.last }).toEqual({ status: 1, last });
  });
});
