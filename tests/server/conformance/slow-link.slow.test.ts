import { spawnSync } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Deviation, startDeviating } from '../support/deviating-backend.ts';
import { runKit } from './run-kit.ts';

/** Resets the connection for large bodies and for the kit's slow upload. */
const cuts: Deviation = async ({ body }, ask) =>
  body.length > 1e7 || (body.length > 240_000 && body.length < 250_000) ? 'reset' : ask();

describe('with --slow', () => {
  it.each([
    ['our server holds', async (_asked, ask) => ask(), []],
    ['cut connections are found', cuts, ['documents.large', 'documents.too-large', 'slow.upload']],
  ] as const satisfies readonly (readonly [string, Deviation, readonly string[]])[])(
    '%s',
    async (_name, deviation, expected) => {
      const backend = await startDeviating(deviation);
      onTestFinished(backend.stop);
      const { failed } = await runKit(backend.address, { mayWrite: true, isSlow: true });
      expect(failed).toEqual(expected);
    },
  );
});

describe('npm run conformance', () => {
  const run = (...args: readonly string[]) =>
    spawnSync('node', ['server/conformance/conformance.ts', ...args], {
      encoding: 'utf8',
      input: 'no\n',
    });

  it('explains its usage for wrong arguments, and exits with 2', () => {
    const { status, stderr } = run('--base', 'nowhere');
    expect([status, stderr.split('\n')[0]]).toEqual([
      2,
      '--key is missing: which application key do phones send?',
    ]);
    expect(stderr).toContain('`npm run conformance -- --base');
  });

  it('writes nothing to a host that the person has not typed', () => {
    const { status, stderr, stdout } = run(
      '--base',
      'http://127.0.0.1:9/api',
      '--key',
      'k',
      '--write',
    );
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Nothing was sent');
  });

  it('exits with 1 if there is no answer', () => {
    const { status, stdout } = run('--base', 'http://127.0.0.1:9/api', '--key', 'k');
    expect(status).toBe(1);
    expect(stdout).toContain('NO   MUST   reach.answers');
  });
});
