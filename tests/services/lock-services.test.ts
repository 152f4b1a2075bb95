import { beforeEach, expect, it } from 'vitest';
import { sendWaitingForUnlock } from '../../src/services/lock-services.ts';
import { FakeTimers, settle } from '../worker/fakes.ts';

let timers: FakeTimers;
let drains: number[];
let nextAt: number | null;
let tell: (count: number) => void;
beforeEach(() => {
  timers = new FakeTimers();
  drains = [];
  nextAt = null;
  tell = sendWaitingForUnlock({
    drain: async () => {
      drains.push(timers.now);
      return nextAt;
    },
    schedule: timers.later,
    now: () => timers.now,
  });
});

async function pass(ms: number): Promise<void> {
  timers.pass(ms);
  await settle();
}

it('drains at once after a Submit, and not after a delivery', async () => {
  tell(1);
  await settle();
  tell(2);
  await settle();
  tell(1);
  await settle();
  expect(drains).toEqual([0, 0]);
});

it('tries again soon if another drain runs, then every half minute', async () => {
  nextAt = 1_000_000;
  tell(1);
  await settle();
  await pass(3_000);
  await pass(30_000);
  expect(drains).toEqual([0, 3_000, 33_000]);
});

it('tries again when an attempt is due, but not too often', async () => {
  nextAt = 0;
  tell(1);
  await settle();
  await pass(1_000);
  expect(drains).toEqual([0, 1_000]);
});

it('ends when nothing is left', async () => {
  tell(1);
  await settle();
  tell(0);
  await pass(100_000);
  expect(drains).toEqual([0]);
});
