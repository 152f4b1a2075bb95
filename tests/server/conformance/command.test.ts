import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { conformanceOptions } from '../../../server/conformance/conformance-options.ts';
import { asJson, asJunit, checkedLine, endOfRun } from '../../../server/conformance/report.ts';
import { builtAddress, isSameOrigin } from '../../../server/conformance/wire.ts';
import { startDeviating } from '../support/deviating-backend.ts';
import { runKit } from './run-kit.ts';

describe('the arguments', () => {
  const targetOf = (...args: readonly string[]) => {
    const parsed = conformanceOptions(['--key', 'k', ...args]);
    if (parsed.status === 'wrong') throw new Error(parsed.why);
    return parsed.options.target;
  };

  it('without an origin mean an app beside its API, which calls a path', () => {
    const target = targetOf('--base', 'https://veld.operator.example/api/');
    expect(isSameOrigin(target)).toBe(true);
    expect(builtAddress(target)).toBe('/api');
  });

  it('with an origin mean an app elsewhere, which calls the whole address', () => {
    const base = ['--base', 'https://api.operator.example/v1/'];
    const target = targetOf(...base, '--origin', 'https://app.operator.example/');
    expect(isSameOrigin(target)).toBe(false);
    expect(builtAddress(target)).toBe('https://api.operator.example/v1');
  });

  it.each([
    [[], /--base is missing/],
    [['--base', 'https://a.example'], /--key is missing/],
    [['--base', 'a.example', '--key', 'k'], /--base must/],
    [['--base', 'ftp://a.example', '--key', 'k'], /--base must/],
    [['--base', 'https://a.example/?q', '--key', 'k'], /--base must/],
    [['--base', 'https://a.example', '--key', 'k', '--origin', 'b'], /--origin must/],
    [['--base', 'https://a.example', '--key', 'k', '--slow'], /--slow .* needs --write/],
    [['--base', 'https://a.example', '--key', 'k', '--fast'], /--fast/],
  ] as const)('%j are wrong', (args, why) => {
    const parsed = conformanceOptions(args);
    expect(parsed.status === 'wrong' ? parsed.why : '').toMatch(why);
  });
});

describe('the command', () => {
  it.each(['--json', '--junit'])(
    'asks nothing if it cannot write the file of %s',
    async (option) => {
      let asked = 0;
      const backend = await startDeviating(async (_, ask) => {
        asked += 1;
        return ask();
      });
      onTestFinished(backend.stop);
      const to = join(tmpdir(), randomUUID(), 'report');
      const args = ['--base', backend.address, '--key', 'test-key', option, to];
      const child = spawn(process.execPath, ['server/conformance/conformance.ts', ...args], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const said = text(child.stderr);
      expect(await once(child, 'close')).toEqual([2, null]);
      expect(await said).toMatch(/^The report cannot be written: .*no such file or directory/);
      expect(await said).not.toContain('    at ');
      expect(asked).toBe(0);
    },
  );
});

describe('the report', () => {
  it('names failed checks, the app’s behaviour, and the settings to use', async () => {
    const backend = await startDeviating(async (asked, ask) => {
      const reply = await ask();
      if (asked.name !== 'GetInfo') return reply;
      return { ...reply, body: JSON.stringify({ ...JSON.parse(reply.body), titleOptions: [] }) };
    });
    onTestFinished(backend.stop);
    const { all, session } = await runKit(backend.address);
    const end = endOfRun(all, session, 0);
    expect(end).toContain('11 of 11 MUST hold. 7 of 9 SHOULD hold, 1 was not asked.\n');
    expect(end).toContain('that takes --write');
    expect(end).toContain('Without info.lists: agents choose from the lists that are built into');
    expect(end).toContain('\nVITE_API_LIVE=/api\nVITE_APPLICATION_KEY=test-key\n');
    const lines = all.map(checkedLine).join('');
    expect(lines).toMatch(/^NO {3}SHOULD info.lists: .* \[0 and 11 entries\]$/m);
    expect(JSON.parse(asJson(all))).toMatchObject({ isUsable: true });
    expect(asJunit(all)).toContain('failures="0"');
    expect(asJunit(all)).toContain('<skipped message="0 and 11 entries"/>');
  });

  it('says of a run without a gap how many checks hold', async () => {
    const backend = await startDeviating(async (_, ask) => ask());
    onTestFinished(backend.stop);
    const { all, session } = await runKit(backend.address);
    expect(endOfRun(all, session, 0)).toContain(
      '11 of 11 MUST and 9 of 9 SHOULD hold, as far as can be seen.\n',
    );
  });

  it('counts no check that was not asked, and says how many there are', async () => {
    const backend = await startDeviating(async () => 'reset');
    onTestFinished(backend.stop);
    const { all, session } = await runKit(backend.address);
    expect(endOfRun(all, session, 0)).toContain(
      '1 of 11 MUST hold, 9 were not asked. 0 of 9 SHOULD hold, 9 were not asked.\n',
    );
  });

  it('has no settings for an unusable backend', async () => {
    const backend = await startDeviating(async () => 'reset');
    onTestFinished(backend.stop);
    const { all, session } = await runKit(backend.address, { mayWrite: true });
    const end = endOfRun(all, session, 0);
    expect(end).toContain('Phones cannot use this backend yet');
    expect(end).not.toContain('VITE_API_LIVE');
    expect(session.forms).toEqual([]);
    expect(asJunit(all)).toContain('<failure message="no answer: wrong address, no TLS');
  });
});
