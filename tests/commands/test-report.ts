import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** The numbers of passed, failed and skipped tests. `failures`: the name of each failed test, with the reason. */
export type Counts = Readonly<{
  passed: number;
  failed: number;
  skipped: number;
  failures: readonly string[];
}>;

export const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] };

export const plus = (one: Counts, other: Counts): Counts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  failures: [...one.failures, ...other.failures],
});

export const counted = (name: string, isOk: boolean): Counts =>
  isOk ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1, failures: [name] };

export const leftOut: Counts = { ...NOTHING, skipped: 1 };

/** The last line of a run. */
export const lastLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;

const REASON_LINES = 10;
const REASON_WIDTH = 200;

/** The first lines of a failure's reason, without colours. A browser's log can have hundreds of lines, which would hide other failures. */
const shortReason = (reason: string): string =>
  stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, REASON_LINES)
    .map((line) => line.slice(0, REASON_WIDTH))
    .join('\n');

type VitestReport = Readonly<{
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: readonly Readonly<{
    assertionResults: readonly Readonly<{
      status: string;
      fullName: string;
      failureMessages: readonly string[];
    }>[];
  }>[];
}>;

/** The counts of vitest's JSON report. */
export const fromVitest = (report: VitestReport): Counts => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  skipped: report.numPendingTests,
  failures: report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(
      ({ fullName, failureMessages }) => `${fullName}\n${shortReason(failureMessages.join('\n'))}`,
    ),
});

type PlaywrightSuite = Readonly<{
  suites?: readonly PlaywrightSuite[];
  specs: readonly Readonly<{
    title: string;
    file: string;
    line: number;
    ok: boolean;
    tests: readonly Readonly<{
      projectName: string;
      results: readonly Readonly<{ error?: Readonly<{ message?: string }> }>[];
    }>[];
  }>[];
}>;

type PlaywrightReport = Readonly<{
  stats: Readonly<{ expected: number; skipped: number; unexpected: number; flaky: number }>;
  suites: readonly PlaywrightSuite[];
}>;

const failedSpecs = ({ suites = [], specs }: PlaywrightSuite): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, file, line, tests }) => {
      const projects = tests.map(({ projectName }) => projectName).join(', ');
      const reasons = tests.flatMap(({ results }) => results.map(({ error }) => error?.message));
      const shortReasons = reasons.map((reason) => shortReason(reason ?? ''));
      return [`[${projects}] ${file}:${line} ${title}`, ...new Set(shortReasons)]
        .filter(Boolean)
        .join('\n');
    }),
  ...suites.flatMap(failedSpecs),
];

/** The counts of Playwright's JSON report. A test that passed at its second try counts as failed. */
export const fromPlaywright = ({ stats, suites }: PlaywrightReport): Counts => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
  failures: suites.flatMap(failedSpecs),
});

/**
 * The counts of a runner that wrote its report to `file`. `isOk`: it ended with 0. If it wrote no report, ran no test, or failed
 * outside its tests, that counts as one failure.
 */
export function countsOf<Report>(
  name: string,
  isOk: boolean,
  file: string,
  counts: (report: Report) => Counts,
): Counts {
  let found: Counts;
  try {
    found = counts(JSON.parse(readFileSync(file, 'utf8')) as Report);
  } catch {
    return counted(`${name} wrote no report`, false);
  }
  if (found.passed + found.failed === 0) return plus(found, counted(`${name} ran no test`, false));
  return isOk || found.failed > 0
    ? found
    : plus(found, counted(`${name} ended with an error outside its tests`, false));
}
