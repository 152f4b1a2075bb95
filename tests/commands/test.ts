/** `npm test`: everything, in the order in which a mistake is cheapest to find. Ends with 'N passed, N failed'. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findOrFetchKit } from '../../mobile/android/kit.ts';
import { MissingTools } from '../../mobile/android/run.ts';
import {
  engineVersion,
  findOrInstallChromium,
  findOrInstallEngine,
  otherEngines,
} from './engines.ts';
import { missingPlatformPackages } from './lock-complete.ts';
import { findOrFetchNginx } from './nginx.ts';
import { fetchTooOldChromium } from './old-chromium.ts';
import { findPostgres } from './postgres-programs.ts';
import { sideBySide, sourceChecks } from './source-checks.ts';
import { findOrFetchSwift } from './swift.ts';

let passed = 0;
let failed = 0;
/** Named again at the end: who reads the log of a gate sees its last lines. */
const failures: string[] = [];
const scratch = mkdtempSync(join(tmpdir(), 'veld-test-'));
// Some hundred servers are started: each finds its code compiled by the one before.
process.env['NODE_COMPILE_CACHE'] = resolve('node_modules/.cache/compiled');

function count(name: string, ok: boolean): void {
  if (ok) passed += 1;
  else {
    failed += 1;
    failures.push(name);
  }
  console.log(`${ok ? '✓' : '✗'} ${name}`);
}

const secondsSince = (begun: number): string => ((performance.now() - begun) / 1000).toFixed(0);

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  const begun = performance.now();
  const ended = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  console.log(`[${[command, ...args.slice(0, 3)].join(' ')}: ${secondsSince(begun)} s]`);
  return ended.status === 0;
}

/** A runner that died before it could report counts as one failure. */
function countReport(
  name: string,
  ok: boolean,
  read: () => { passed: number; failed: number },
): void {
  let report = { passed: 0, failed: 0 };
  try {
    report = read();
  } catch {
    count(`${name} wrote no report`, false);
    return;
  }
  passed += report.passed;
  failed += report.failed;
  if (!ok && report.failed === 0) count(`${name} ended with an error outside its tests`, false);
  if (report.passed + report.failed === 0) count(`${name} ran no test`, false);
}

const missing = missingPlatformPackages('package-lock.json');
count(`the lock holds every platform's packages ${missing.join(', ')}`, missing.length === 0);
for (const { isOk, name } of await sideBySide(sourceChecks)) count(name, isOk);

// Here, since it may take minutes the first time. Where something can't be had, the tests that want it say so.
try {
  findOrFetchKit(console.log);
} catch (error) {
  if (!(error instanceof MissingTools)) throw error;
  console.log(error.message);
}

const postgres = findPostgres().map(({ version }) => version);
console.log(
  postgres.length > 0
    ? `PostgreSQL ${postgres.join(' and ')}`
    : 'No PostgreSQL (the optional package is not there, nor a server of Debian): the tests of server/database/postgres-* do not run, nor any of the server over it',
);

findOrFetchNginx();
findOrFetchSwift();

const unitReport = join(scratch, 'unit.json');
const unitOk = run('npx', [
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${unitReport}`,
]);
countReport('vitest', unitOk, () => {
  const report = JSON.parse(readFileSync(unitReport, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    testResults: {
      assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
    }[];
  };
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  for (const { status, fullName, failureMessages } of tests)
    if (status === 'failed') failures.push(`${fullName}\n${failureMessages.join('\n')}`);
  return { passed: report.numPassedTests, failed: report.numFailedTests };
});

// Not what the test of `npm start` has built: that one was built in a test's environment, and its worker does not install.
const built = run('npm', ['run', '--silent', 'build']);
count('build', built);
if (built) {
  const browser = findOrInstallChromium();
  console.log(engineVersion('chromium'));
  for (const engine of otherEngines)
    if (findOrInstallEngine(engine) !== undefined) console.log(engineVersion(engine));
    // A machine of one's own may lack one, and its tests are left out; the gate may not.
    else if (process.env['CI'] !== undefined) count(`tests in ${engine}`, false);
  if (process.env['CI'] !== undefined) fetchTooOldChromium();
  const endToEndReport = join(scratch, 'e2e.json');
  const ok = run('npx', ['playwright', 'test', '--reporter=list,json'], {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: endToEndReport,
  });
  countReport('playwright', ok, () => {
    const { stats } = JSON.parse(readFileSync(endToEndReport, 'utf8')) as {
      stats: { expected: number; skipped: number; unexpected: number };
    };
    if (stats.skipped > 0) console.log(`${stats.skipped} skipped: they say above why`);
    return { passed: stats.expected, failed: stats.unexpected };
  });
}

rmSync(scratch, { recursive: true, force: true });
console.log(`\n${(performance.now() / 60_000).toFixed(1)} min`);
for (const failure of failures) console.log(`✗ ${failure}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
