import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { browserInstalls, startsSnap } from './browser-install.ts';
import {
  counted,
  fromLastLine,
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

describe('a machine that Veld runs on', () => {
  it.each([
    ['linux', '24.21.0'],
    ['darwin', '26.10.0'],
  ] as const)('%s with Node %s', (platform, version) => {
    expect(reasonAgainst(platform, version)).toBeNull();
  });
});

describe('a machine that lacks something is told in one sentence', () => {
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

describe('the commands that install Chromium', () => {
  const names = (machine: Parameters<typeof browserInstalls>[0]) =>
    browserInstalls(machine, 'chromium').map((command) => command.join(' '));
  const playwright = 'npx playwright install chromium';

  it('are apt, then Playwright, for root on Debian', () => {
    expect(names({ platform: 'linux', system: 'debian', isRoot: true })).toEqual([
      'apt-get update',
      'apt-get install -y --no-install-recommends chromium',
      'npx playwright install --with-deps chromium',
    ]);
  });

  it('are Playwright alone on Ubuntu, whose package is a snap', () => {
    expect(names({ platform: 'linux', system: 'ubuntu', isRoot: true })).toEqual([
      'npx playwright install --with-deps chromium',
    ]);
  });

  it.each([
    ['linux', 'debian'],
    ['linux', ''],
    ['darwin', ''],
  ] as const)('need no root on %s %s', (platform, system) => {
    expect(names({ platform, system, isRoot: false })).toEqual([playwright]);
  });

  it('are apk for root on Alpine, and none without root', () => {
    expect(names({ platform: 'linux', system: 'alpine', isRoot: true })).toEqual([
      'apk add --no-cache chromium',
    ]);
    expect(names({ platform: 'linux', system: 'alpine', isRoot: false })).toEqual([]);
  });
});

describe('a browser that is a snap is passed over', () => {
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
  it('sums what passed, failed and was skipped, and is read again from its last line', () => {
    const sum = [counted('a', true), counted('b', false), leftOut].reduce(plus, NOTHING);
    expect(lastLine(sum)).toBe('1 passed, 1 failed, 1 skipped');
    expect(fromLastLine(lastLine(sum))).toMatchObject({ passed: 1, failed: 1, skipped: 1 });
    expect(lastLine(counted('a', true))).toBe('1 passed, 0 failed');
    expect(fromLastLine('Tests  1 passed')).toBeNull();
  });

  it('counts a test that passed at its second try as failed', () => {
    const stats = { expected: 3, skipped: 1, unexpected: 0, flaky: 1 };
    expect(fromPlaywright({ stats })).toMatchObject({ passed: 3, failed: 1, skipped: 1 });
  });

  it('names each failed test of vitest', () => {
    const failed = { status: 'failed', fullName: 'a b', failureMessages: ['c'] };
    const testResults = [{ assertionResults: [failed, { ...failed, status: 'passed' }] }];
    const report = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 2, testResults };
    expect(fromVitest(report)).toEqual({ passed: 1, failed: 1, skipped: 2, failures: ['a b\nc'] });
  });
});
