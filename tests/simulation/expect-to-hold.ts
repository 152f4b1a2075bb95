import { expect } from 'vitest';
import { describeFailure } from './report.ts';
import { type Options, simulate } from './simulate.ts';

/** Runs the seed; fails with the end of the trace if an invariant is broken. Returns the trace's hash. */
export async function expectToHold(seed: number, options: Options = {}): Promise<string> {
  const run = await simulate(seed, options);
  if (run.violation !== null)
    expect.fail(describeFailure(await simulate(seed, { ...options, keep: 80 })));
  return run.hash;
}
