import { describe, expect, it } from 'vitest';
import type { Hold, Submission } from '../../../src/domain/submission-types.ts';
import { type Choice, chooseNext, type Running } from '../../../src/sync/drain/scheduler.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

const hold: Hold = { reason: 'network', since: 0, nextProbeAt: 0, httpStatus: null, tries: 1 };

const triedOften = (row: Submission, attempts: number): Submission => ({
  ...row,
  steps: row.steps.map((step) => ({ ...step, attempts })),
});

async function choiceAmong(changed: Partial<Choice>, tries: readonly number[]) {
  const world = new SyncWorld();
  const queue: Submission[] = [];
  for (const each of tries) queue.push(triedOften(world.row(await world.submitted()), each));
  const concurrency = { mayAdd: () => true };
  const now = world.clock.now();
  const choice = { queue, running: new Map(), concurrency, hold: null, now, ticks: 0, ...changed };
  const chosen = chooseNext(choice);
  return { queue, index: chosen === null ? null : queue.indexOf(chosen) };
}

describe('the next submission', () => {
  it('is the oldest', async () => {
    expect((await choiceAmong({}, [4, 0, 2])).index).toBe(0);
  });

  it('is the one with the fewest attempts, for a probe during a hold', async () => {
    expect((await choiceAmong({ hold }, [4, 1, 2])).index).toBe(1);
    expect((await choiceAmong({ hold }, [3, 3, 3])).index).toBe(0);
  });

  it('is none during a probe', async () => {
    const running: Running = { bytes: 0, startedAt: 0, isText: true };
    const { queue } = await choiceAmong({}, [0]);
    const [first] = queue;
    const under = new Map(first === undefined ? [] : [[first.id, running]]);
    expect((await choiceAmong({ hold, running: under }, [0, 0])).index).toBeNull();
  });
});
