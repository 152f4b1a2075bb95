import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import project from '../../package.json' with { type: 'json' };
import {
  browserInstalls,
  browserRemedy,
  type Machine,
  settingRefusal,
  startFailure,
  startsSnap,
} from './browser-install.ts';
import {
  counted,
  fromPlaywright,
  fromVitest,
  lastLine,
  leftOut,
  NOTHING,
  plus,
} from './test-report.ts';

const { reasonAgainst } = createRequire(import.meta.url)('./requirements.cjs') as {
  reasonAgainst: (platform: NodeJS.Platform, version: string) => string | null;
};

describe('a machine that can run Veld', () => {
  it.each([
    ['linux', '24.21.0'],
    ['darwin', '26.10.0'],
  ] as const)('%s with Node %s', (platform, version) => {
    expect(reasonAgainst(platform, version)).toBeNull();
  });
});

describe('a machine that lacks something gets one sentence', () => {
  it.each([
    ['linux', '20.20.2', /npm could not install the Node 24/],
    ['darwin', '22.12.0', /install Node 24 or newer/],
    ['win32', '24.21.0', /run it in WSL/],
  ] as const)('%s with Node %s', (platform, version, sentence) => {
    const reason = reasonAgainst(platform, version) ?? '';
    expect(reason).toMatch(sentence);
    expect(reason.match(/[.] |\n/g)).toBeNull();
  });
});

describe('a Node that does not start, such as one for glibc on Alpine,', () => {
  it.each(['start', 'test'] as const)('is reported in one sentence by npm %s', (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'veld-node-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    // The kernel reports the same error for a program that needs another C library.
    writeFileSync(join(folder, 'node'), '#!/no/such/loader\n', { mode: 0o755 });
    const ended = spawnSync('/bin/sh', ['-c', project.scripts[name]], {
      encoding: 'utf8',
      env: { PATH: folder },
    });
    expect(ended.status).toBe(1);
    expect(ended.stdout.trim()).toMatch(
      /^Veld needs Node 24 on Linux with glibc or on macOS: [^.]+/,
    );
    expect(ended.stdout.trim().split('\n')).toHaveLength(1);
  });
});

describe('the commands that install Chromium', () => {
  const names = (machine: Machine) => browserInstalls(machine).map((command) => command.join(' '));

  it('use apt for root on Debian', () => {
    expect(names({ platform: 'linux', system: 'debian', isRoot: true })).toEqual([
      'apt-get update',
      'apt-get install -y --no-install-recommends chromium fonts-liberation',
    ]);
  });

  it.each([
    { platform: 'linux', system: 'debian', isRoot: false },
    { platform: 'linux', system: 'ubuntu', isRoot: true },
    { platform: 'darwin', system: '', isRoot: false },
  ] as const)('are none on $platform $system with root: $isRoot', (machine) => {
    expect(names(machine)).toEqual([]);
  });
});

describe('without a Chromium, the command says what to do', () => {
  it.each([
    ['linux', 'debian', /^Run 'sudo apt-get install chromium fonts-liberation', or /],
    ['linux', 'ubuntu', /^Ubuntu's Chromium is a snap, .*install Google Chrome, or /],
    ['linux', 'fedora', /^Install Chromium or Google Chrome with your package manager, or /],
    ['darwin', '', /^Install Google Chrome, or /],
  ] as const)('on %s %s', (platform, system, sentence) => {
    const remedy = browserRemedy({ platform, system, isRoot: false });
    expect(remedy).toMatch(sentence);
    expect(remedy).toContain('CHROMIUM_PATH');
    expect(remedy.match(/[.] |\n/g)).toBeNull();
  });
});

describe('a Chromium that is named or found but cannot be used', () => {
  it('is reported with the reason', () => {
    const refused = (isThere: boolean, isSnap: boolean) =>
      settingRefusal('CHROMIUM_PATH', '/x', { isThere, isSnap });
    expect(refused(false, false)).toBe('CHROMIUM_PATH names /x, and there is no such file.');
    expect(refused(true, true)).toContain('a snap');
    expect(refused(true, false)).toBeNull();
  });

  it('is reported with the missing library', () => {
    const said =
      '/x: error while loading shared libraries: libnss3.so: cannot open shared object file';
    expect(startFailure('/x', said)).toMatch(/^\/x does not start without libnss3\.so: run /);
    expect(startFailure('/x', 'Bus error\nat 0x0')).toBe(
      "/x does not start ('Bus error'): set CHROMIUM_PATH to another one.",
    );
  });

  const missing =
    '#!/bin/sh\necho "$0: error while loading shared libraries: libnss3.so: no" >&2\nexit 127\n';
  it.each([
    ['is not there', null, /there is no such file/],
    ['is a snap', '#!/bin/sh\nexec /snap/bin/chromium "$@"\n', /a snap/],
    ['lacks a library', missing, /does not start without libnss3\.so/],
  ])('ends the search with its reason on the last line: one that %s', (_, script, reason) => {
    const folder = mkdtempSync(join(tmpdir(), 'veld-browser-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'chromium');
    if (script !== null) writeFileSync(path, script, { mode: 0o755 });
    const ended = spawnSync(process.execPath, ['tests/commands/find-chromium.ts'], {
      encoding: 'utf8',
      env: { ...process.env, CHROMIUM_PATH: path },
    });
    expect(ended.status).toBe(1);
    expect(ended.stdout).toMatch(reason);
    expect(ended.stdout.trim().split('\n')).toHaveLength(1);
    expect(ended.stderr).toBe('');
  });
});

describe('a browser from snap is skipped', () => {
  it.each([
    ['/snap/bin/chromium', ''],
    ['/usr/bin/snap', '\x7fELF'],
    ['/usr/bin/chromium-browser', '#!/bin/sh\nexec /snap/bin/chromium "$@"'],
    ['/usr/bin/firefox', '#!/bin/sh\nif ! [ -x /snap/bin/firefox ]; then snap install firefox; fi'],
  ])('%s', (path, head) => {
    expect(startsSnap(path, head)).toBe(true);
  });

  it.each([
    ['/usr/bin/chromium', '#!/bin/sh\n# Debian\nexec /usr/lib/chromium/chromium "$@"'],
    ['/usr/lib/firefox-esr/firefox-esr', '\x7fELF'],
  ])('but not %s', (path, head) => {
    expect(startsSnap(path, head)).toBe(false);
  });
});

describe('the report of a run', () => {
  it('counts passed, failed and skipped tests in its last line', () => {
    const sum = [counted('a', true), counted('b', false), leftOut].reduce(plus, NOTHING);
    expect(lastLine(sum)).toBe('1 passed, 1 failed, 1 skipped');
    expect(lastLine(counted('a', true))).toBe('1 passed, 0 failed');
  });

  it('counts a test that passed on a retry as failed', () => {
    const stats = { expected: 3, skipped: 1, unexpected: 0, flaky: 1 };
    const counts = fromPlaywright({ stats, suites: [] });
    expect(counts).toMatchObject({ passed: 3, failed: 1, skipped: 1 });
  });

  it('names each failed test of Playwright', () => {
    const stats = { expected: 1, skipped: 0, unexpected: 1, flaky: 0 };
    const spec = { title: 'b', file: 'a.spec.ts', line: 3, ok: true, tests: [] };
    const results = [{ error: { message: 'c' } }];
    const failed = { ...spec, ok: false, tests: [{ projectName: 'e2e', results }] };
    const suites = [{ specs: [spec], suites: [{ specs: [failed] }] }];
    expect(fromPlaywright({ stats, suites }).failures).toEqual(['[e2e] a.spec.ts:3 b\nc']);
  });

  it('names each failed test of vitest', () => {
    const failed = { status: 'failed', fullName: 'a b', failureMessages: ['c'] };
    const testResults = [{ assertionResults: [failed, { ...failed, status: 'passed' }] }];
    const report = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 2, testResults };
    expect(fromVitest(report)).toEqual({ passed: 1, failed: 1, skipped: 2, failures: ['a b\nc'] });
  });

  it('cuts a long reason after ten lines, and each line after 200 characters', () => {
    const log = Array.from(
      { length: 90 },
      (_, line) => `\u001b[31m${line} ${'x'.repeat(300)}\u001b[39m`,
    );
    const failed = { status: 'failed', fullName: 'a', failureMessages: [log.join('\n\n')] };
    const testResults = [{ assertionResults: [failed] }];
    const report = { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0, testResults };
    const [name, ...reason] = fromVitest(report).failures[0]?.split('\n') ?? [];
    expect(name).toBe('a');
    expect(reason).toHaveLength(10);
    expect(reason[9]).toBe(`9 ${'x'.repeat(198)}`);
  });
});
