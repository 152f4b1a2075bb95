import { describe, expect, it } from 'vitest';
import type { Hold, Submission } from '../../../src/domain/submission-types.ts';
import { type Choice, chooseNext, type Running } from '../../../src/sync/drain/scheduler.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

const hold: Hold = { reason: 'network', since: 0, nextProbeAt: 0, httpStatus: null, tries: 1 };

const triedOften = (row: Submission, attempts: number): Submission => ({
  ...row,
  // The wait is over. Without a wait, the answer to the last attempt held the outbox.
  nextAttemptAt: attempts === 0 ? null : 0,
  steps: row.steps.map((step) => ({ ...step, attempts })),
});

async function choiceAmong(changed: Partial<Choice>, tries: readonly number[]) {
  const world = new SyncWorld();
  const queue: Submission[] = [];
  for (const each of tries) queue.push(triedOften(world.row(await world.submitted()), each));
  const concurrency = { mayAdd: () => true };
  const now = world.clock.now();
  const choice = {
    queue,
    running: new Map(),
    concurrency,
    hold: null,
    now,
    ticks: 0,
    releasedAttempts: 0,
    ...changed,
  };
  const chosen = chooseNext(choice);
  return { queue, index: chosen === null ? null : queue.indexOf(chosen) };
}

describe('the next submission', () => {
  it('is the oldest', async () => {
    expect((await choiceAmong({}, [4, 0, 2])).index).toBe(0);
  });

  it('is the one whose answer held the outbox only if no other is ready, and alone', async () => {
    const world = new SyncWorld();
    const held = async (attempts: number): Promise<Submission> => ({
      ...triedOften(world.row(await world.submitted()), attempts),
      nextAttemptAt: null,
    });
    const queue = [await held(2), await held(1), world.row(await world.submitted())];
    const [first, second, free] = queue;
    const chosen = (change: Partial<Choice>) =>
      chooseNext({
        queue,
        running: new Map(),
        concurrency: { mayAdd: () => true },
        hold: null,
        now: world.clock.now(),
        ticks: 0,
        releasedAttempts: 0,
        ...change,
      });
    expect(chosen({})).toBe(free);
    expect(chosen({ queue: [first!, second!] })).toBe(second);
    // The server has answered a submission that was held as often.
    expect(chosen({ releasedAttempts: 1 })).toBe(second);
    expect(chosen({ releasedAttempts: 2 })).toBe(first);
    const running: Running = { bytes: 0, startedAt: 0, isText: true };
    expect(chosen({ running: new Map([[free!.id, running]]) })).toBeNull();
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
