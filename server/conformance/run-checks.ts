import { antiForgeryChecks } from './checks/anti-forgery-checks.ts';
import { crossOriginChecks } from './checks/cross-origin-checks.ts';
import { fileChecks, removalChecks, slowLinkChecks } from './checks/files-checks.ts';
import { formChecks } from './checks/forms-checks.ts';
import { onceChecks } from './checks/once-checks.ts';
import { piecesChecks } from './checks/pieces-checks.ts';
import { infoChecks, reachChecks } from './checks/reach-checks.ts';
import { statusChecks } from './checks/status-checks.ts';
import type { Check, Verdict } from './conformance-check.ts';
import { CannotCheck, type TestSession } from './test-session.ts';
import { isSameOrigin } from './wire.ts';

export const allChecks: readonly Check[] = [
  ...reachChecks,
  ...infoChecks,
  ...crossOriginChecks,
  ...antiForgeryChecks,
  ...formChecks,
  ...fileChecks,
  ...removalChecks,
  ...onceChecks,
  ...piecesChecks,
  ...statusChecks,
  ...slowLinkChecks,
];

export type Extent = Readonly<{ mayWrite: boolean; isSlow: boolean }>;

export type Checked = Readonly<{ check: Check; verdict: Verdict }>;

/** Runs the checks that apply, in their order. */
export async function runChecks(
  checks: readonly Check[],
  session: TestSession,
  extent: Extent,
  onChecked: (checked: Checked) => void = () => {},
): Promise<readonly Checked[]> {
  const done: Checked[] = [];
  for (const check of checks) {
    // GetInfo’s answer to an earlier check says what the backend announces.
    if (!applies(check, session, extent)) continue;
    const missing = done.find(
      (each) => check.after?.includes(each.check.id) && each.verdict.status !== 'holds',
    );
    const verdict = missing === undefined ? await verdictOf(check, session) : without(missing);
    const checked = { check, verdict };
    done.push(checked);
    onChecked(checked);
  }
  return done;
}

/** The verdict of a check whose required check did not hold. It is `unseen` if the required check is `unseen`. */
const without = ({ check, verdict }: Checked): Verdict => ({
  status: verdict.status === 'unseen' ? 'unseen' : 'unchecked',
  why: `needs ${check.id}`,
});

function applies(
  { announced, needs, where }: Check,
  session: TestSession,
  { mayWrite, isSlow }: Extent,
): boolean {
  if (needs === 'slow' && !(isSlow && mayWrite)) return false;
  if (needs === 'write' && !mayWrite) return false;
  if (announced !== undefined && !session.announces(announced)) return false;
  return where === undefined || (where === 'sameOrigin') === isSameOrigin(session.target);
}

async function verdictOf(check: Check, session: TestSession): Promise<Verdict> {
  try {
    return await check.run(session);
  } catch (error) {
    if (!(error instanceof CannotCheck)) throw error;
    return { status: 'unchecked', why: error.message };
  }
}

/** True if phones can use the backend: no MUST failed, and none could not be checked. */
export const isUsable = (all: readonly Checked[]): boolean =>
  all.every(
    ({ check, verdict }) =>
      check.level === 'should' || verdict.status === 'holds' || verdict.status === 'unseen',
  );
