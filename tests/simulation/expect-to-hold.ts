import { expect } from 'vitest';
import { describeFailure } from './report.ts';
import { type Options, simulate } from './simulate.ts';

/** Plays the seed and fails where an invariant broke, with the end of the trace. Returns the trace's hash. */
export async function expectToHold(seed: number, options: Options = {}): Promise<string> {
  const run = await simulate(seed, options);
  if (run.violation !== null)
    expect.fail(describeFailure(await simulate(seed, { ...options, keep: 80 })));
  return run.hash;
}
