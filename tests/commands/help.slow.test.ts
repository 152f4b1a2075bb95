import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import project from '../../package.json' with { type: 'json' };

/** The project's commands with options. `npm test` is left out, because it would run this test again. */
const commands = Object.entries(project.scripts).flatMap(([name, script]) =>
  script.startsWith('node tests/commands/') && name !== 'test' ? [name] : [],
);

describe.each(commands)('npm run %s', (name) => {
  it('explains its usage with --help', () => {
    const ended = spawnSync('npm', ['run', '--silent', name, '--', '--help'], { encoding: 'utf8' });
    expect(ended.status).toBe(0);
    expect(ended.stdout).toContain(`\`npm run ${name}`);
  });
});

it('npm run simulate runs the requested seeds', () => {
  const args = ['run', '--silent', 'simulate', '--', '--seeds', '3', '--seed', '1'];
  const ended = spawnSync('npm', args, { encoding: 'utf8' });
  expect([ended.status, ended.stderr]).toEqual([0, '']);
  expect(ended.stdout).toContain('3 seeds');
});

it('npm run mutate lists its mistakes, and each fits the sources', () => {
  const ended = spawnSync('npm', ['run', '--silent', 'mutate', '--', '--list'], {
    encoding: 'utf8',
  });
  expect([ended.status, ended.stderr]).toEqual([0, '']);
});
