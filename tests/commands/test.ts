/**
 * `npm test`: types, lint, unused code, the quick tests, the build, and the core browser tests in one Chromium.
 * `npm run test:all` (the same with --all): everything. Both end with 'N passed, N failed'.
 * --all --rest: skips the checks and tests that `npm test` has just run with the same result. The tests of the server and of the
 * Android app run again, because `npm test` leaves out PostgreSQL, Swift and the Android kit.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findOrFetchKit } from '../../mobile/android/kit.ts';
import { MissingTools } from '../../mobile/android/run.ts';
import { engineVersion, findOrInstallEngine, otherEngines } from './engines.ts';
import { missingPlatformPackages } from './lock-complete.ts';
import { findOrFetchNginx } from './nginx.ts';
import { fetchTooOldChromium } from './old-chromium.ts';
import { findPostgres } from './postgres-programs.ts';
import { sideBySide, sourceChecks } from './source-checks.ts';
import { findOrFetchSwift } from './swift.ts';
import {
  type Counts,
  counted,
  countsOf,
  fromPlaywright,
  fromVitest,
  lastLine,
  leftOut,
  NOTHING,
  plus,
} from './test-report.ts';

const isAll = process.argv.includes('--all');
const isRest = process.argv.includes('--rest');
const isCi = process.env['CI'] !== undefined;
const folders: string[] = [];
/** Makes a folder that is removed when this process ends, also after Ctrl+C. */
function scratchFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'veld-test-'));
  folders.push(folder);
  return folder;
}
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(1));
const scratch = scratchFolder(tmpdir());
// The tests start some hundred servers. Each reuses the compiled code of the previous one.
process.env['NODE_COMPILE_CACHE'] = resolve('node_modules/.cache/compiled');

let counts: Counts = NOTHING;
const add = (more: Counts): void => {
  counts = plus(counts, more);
};
function count(name: string, isOk: boolean): void {
  add(counted(name, isOk));
  console.log(`${isOk ? '✓' : '✗'} ${name}`);
}
function skip(reason: string): void {
  add(leftOut);
  console.log(`SKIPPED: ${reason}`);
}

/** Runs a program and shows its output. If `isRead`, resolves with its standard output instead. `isOk`: it ended with 0. */
async function run(
  [program = '', ...args]: readonly string[],
  { env = {}, isRead = false }: { env?: Record<string, string>; isRead?: boolean } = {},
): Promise<Readonly<{ isOk: boolean; output: string }>> {
  const begun = performance.now();
  const child = spawn(program, args, {
    stdio: ['ignore', isRead ? 'pipe' : 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const isOk = await new Promise<boolean>((done) => {
    child.once('error', () => done(false)).once('close', (status) => done(status === 0));
  });
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(`[${[program, ...args.slice(0, 3)].join(' ')}: ${seconds} s]`);
  return { isOk, output };
}

async function runVitest(name: string, args: readonly string[], env?: Record<string, string>) {
  const file = join(scratch, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { isOk } = await run(['npx', 'vitest', 'run', ...args, ...reporters], env ? { env } : {});
  add(countsOf('vitest', isOk, file, fromVitest));
}

/** Linux keeps the files of this folder in memory. In a container it often has only 64 MB. */
const MEMORY_FOLDER = '/dev/shm';
const MIN_MEMORY_BYTES = 4 * 2 ** 30;

/** Returns a folder for the browsers' many small files. In memory, a test takes 0.95 of the CPU time. */
function folderForProfiles(): string {
  if (!existsSync(MEMORY_FOLDER)) return scratch;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize < MIN_MEMORY_BYTES ? scratch : scratchFolder(MEMORY_FOLDER);
}

async function runPlaywright(browser: string, args: readonly string[]): Promise<void> {
  const file = join(scratch, 'playwright.json');
  const folder = folderForProfiles();
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file, TMPDIR: folder };
  const command = ['npx', 'playwright', 'test', '--reporter=list,json', ...args];
  const { isOk } = await run(command, { env });
  add(countsOf('playwright', isOk, file, fromPlaywright));
}

const checkSources = async (): Promise<void> => {
  for (const { isOk, name } of await sideBySide(sourceChecks)) count(name, isOk);
};

/** Fetches the tools of `test:all`. It may take minutes the first time. */
function fetchMore(): void {
  const missing = missingPlatformPackages('package-lock.json');
  count(`the lock holds every platform's packages ${missing.join(', ')}`, missing.length === 0);
  try {
    findOrFetchKit(console.log);
  } catch (error) {
    if (!(error instanceof MissingTools)) throw error;
    skip(`the Android app. ${error.message}`);
  }
  const postgres = findPostgres().map(({ version }) => version);
  if (postgres.length > 0) console.log(`PostgreSQL ${postgres.join(' and ')}`);
  else skip('the server over PostgreSQL: neither npm nor Debian has brought a server.');
  if (findOrFetchNginx() === undefined) add(leftOut);
  if (findOrFetchSwift() === undefined) add(leftOut);
}

/** Installs the engines other than Chromium. If one is missing, its tests are skipped on a developer's machine, and fail in CI. */
function installOtherEngines(): void {
  for (const engine of otherEngines)
    if (findOrInstallEngine(engine) !== undefined) console.log(engineVersion(engine));
    else if (isCi) count(`tests in ${engine}`, false);
    else skip(`the tests in ${engine}`);
  if (isCi) fetchTooOldChromium();
}

async function main(): Promise<void> {
  // Runs beside the checks: it downloads, and they compute.
  const finding = run(['node', 'tests/commands/find-chromium.ts'], { isRead: true });
  if (isAll) {
    if (!isRest) await checkSources();
    // Apt runs one command at a time. A second command fails if it finds the lock taken.
    await finding;
    fetchMore();
    const projects = ['unit', 'postgres', 'slow'].flatMap((project) => ['--project', project]);
    const rest = [...projects, 'tests/server/', 'tests/mobile/', '.slow.test.ts'];
    await runVitest('unit', isRest ? rest : []);
  } else {
    await Promise.all([
      checkSources(),
      runVitest('quick', ['--project', 'unit*'], { VELD_TEST_STORES: 'embedded' }),
    ]);
  }

  // The build runs after the tests, because the test of `npm start` builds, too. It builds with the tests' environment, and the worker of
  // such a build fails to install.
  const { isOk: isBuilt } = await run(['npm', 'run', '--silent', 'build']);
  count('build', isBuilt);
  const { isOk: isFound, output } = await finding;
  const said = output.trim().split('\n').at(-1) ?? '';
  if (!isFound) console.log(output);
  count(isFound ? `a Chromium for the browser tests: ${said}` : said, isFound);
  if (!isBuilt || !isFound) return;
  if (spawnSync('ps', ['-A'], { stdio: 'ignore' }).status !== 0) {
    console.log("The browser tests kill browsers, and need 'ps' (Debian: apt-get install procps).");
    count('ps', false);
    return;
  }
  console.log(engineVersion('chromium'));
  if (isAll) installOtherEngines();
  const onlyCore = ['--project=e2e', '--grep=@core'];
  const all = isRest ? ['--grep-invert=@core'] : [];
  await runPlaywright(said, isAll ? all : onlyCore);
}

await main();
console.log(`\n${(performance.now() / 60_000).toFixed(1)} min`);
for (const failure of counts.failures) console.log(`✗ ${failure}`);
console.log(lastLine(counts));
process.exitCode = counts.failed === 0 ? 0 : 1;
