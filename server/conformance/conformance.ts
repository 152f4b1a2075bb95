/**
 * `npm run conformance -- --base https://… --key K [--origin https://app…] [--write [--slow]] [--yes] [--json f] [--junit f]`
 * Checks with the app's own code whether phones can use a backend, and prints the settings to build with.
 * Without `--write` it changes nothing: it sends GetInfo, preflights, and calls that the backend must refuse.
 * `--write`: sends a few made-up forms ('Conformance', at most five calls a second) and removes their documents. It
 * first asks for the host, unless `--yes` is given.
 * `--slow`: also sends files of 10 and 12 MB, and uploads for a minute at 4 kB/s.
 * `--origin`: the app's origin, if it is not the API's.
 * The exit code is 0 if every MUST holds, 1 if not, 2 for wrong arguments or a report that cannot be written.
 */
import { randomBytes } from 'node:crypto';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type ConformanceOptions, conformanceOptions } from './conformance-options.ts';
import { asJson, asJunit, checkedLine, endOfRun } from './report.ts';
import { allChecks, isUsable, runChecks } from './run-checks.ts';
import { TestSession } from './test-session.ts';
import { type Clock, Wire } from './wire.ts';

const USAGE_CODE = 2;

const clock: Clock = { now: () => Date.now(), wait: async (ms) => void (await wait(ms)) };

/** The files of the reports, open for writing. Null for a report that nobody wants. */
type Reports = Readonly<Record<'json' | 'junit', number | null>>;

/** Opens the files before the run, because a run may take minutes. Returns the problem if one cannot be written. */
function openReports({ json, junit }: ConformanceOptions): Reports | string {
  const opened = (path: string | null) => (path === null ? null : openSync(path, 'w'));
  try {
    return { json: opened(json), junit: opened(junit) };
  } catch (error) {
    return `The report cannot be written: ${error instanceof Error ? error.message : error}`;
  }
}

async function judge(
  { target, mayWrite, isSlow }: ConformanceOptions,
  { json, junit }: Reports,
): Promise<boolean> {
  const run = `Run${randomBytes(4).toString('hex')}`;
  const session = new TestSession(target, new Wire(target, clock), clock, run);
  const all = await runChecks(allChecks, session, { mayWrite, isSlow }, (checked) => {
    process.stdout.write(checkedLine(checked));
  });
  const left = await session.removeAll();
  process.stdout.write(endOfRun(all, session, left));
  if (json !== null) writeFileSync(json, asJson(all));
  if (junit !== null) writeFileSync(junit, asJunit(all));
  return isUsable(all);
}

/** Returns false if the person had to type the host before the first write and did not. */
async function confirmHost({
  target,
  mayWrite,
  isConfirmed,
}: ConformanceOptions): Promise<boolean> {
  if (!mayWrite || isConfirmed) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const { host } = target.base;
  const typed = await terminal.question(`Made-up registrations will be sent to ${host}. Type it: `);
  terminal.close();
  return typed.trim() === host;
}

const usage = (why: string): void => {
  const [comment = ''] =
    /^\/\*\*[\s\S]*?\*\//.exec(readFileSync(import.meta.filename, 'utf8')) ?? [];
  process.stderr.write(`${why}\n\n${comment.replace(/^\/\*\*\s?|\s*\*\/$|^ \* ?/gm, '').trim()}\n`);
  process.exitCode = USAGE_CODE;
};

const parsed = conformanceOptions(process.argv.slice(2));
if (parsed.status === 'wrong') usage(parsed.why);
else if (!(await confirmHost(parsed.options))) usage('That is not the host. Nothing was sent.');
else {
  const reports = openReports(parsed.options);
  if (typeof reports === 'string') usage(reports);
  else process.exitCode = (await judge(parsed.options, reports)) ? 0 : 1;
}
