import {
  allChecks,
  type Checked,
  type Extent,
  runChecks,
} from '../../../server/conformance/run-checks.ts';
import { TestSession } from '../../../server/conformance/test-session.ts';
import { type Clock, Wire } from '../../../server/conformance/wire.ts';
import { REFERENCE_NAMES, type WireNames } from '../../../src/domain/web-names.ts';
import { applicationKey } from '../support/harness.ts';

/** Waits at most 2 ms, so that the kit runs fast. A backend with a cut call still gets a moment. */
const clock: Clock = {
  now: () => Date.now(),
  wait: (ms) => new Promise((done) => setTimeout(done, Math.min(ms, 2))),
};

export type KitRun = Readonly<{
  all: readonly Checked[];
  session: TestSession;
  /** Ids of the checks that fail. */
  failed: readonly string[];
  documentsLeft: number;
}>;

/** Runs the kit against a backend, within this process. */
export async function runKit(
  address: string,
  extent: Partial<Extent> = {},
  appOrigin = new URL(address).origin,
  names: WireNames = REFERENCE_NAMES,
): Promise<KitRun> {
  const target = { base: new URL(address), appOrigin, applicationKey, names };
  const session = new TestSession(target, new Wire(target, clock), clock, 'Runtest');
  const all = await runChecks(allChecks, session, { mayWrite: false, isSlow: false, ...extent });
  const documentsLeft = await session.removeAll();
  const failed = all
    .filter(({ verdict }) => verdict.status === 'fails')
    .map(({ check }) => check.id);
  return { all, session, failed, documentsLeft };
}
