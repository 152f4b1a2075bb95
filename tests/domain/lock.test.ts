import { describe, expect, it } from 'vitest';
import {
  afterFailure,
  currentFailures,
  type LockEvent,
  type LockState,
  lockAfter,
  notBefore,
  stillUntil,
  waitAfter,
} from '../../src/domain/lock.ts';

const states = {
  open: { status: 'open' },
  locked: { status: 'locked', notBefore: null },
  waiting: { status: 'locked', notBefore: 100 },
  trying: { status: 'trying' },
  unlocked: { status: 'unlocked', agent: 'one', since: 5 },
  other: { status: 'unlocked', agent: 'two', since: 9 },
} as const satisfies Record<string, LockState>;

type Name = keyof typeof states;

const events = {
  startOpen: { event: 'started', hasLock: false, agent: null, at: 9 },
  startLocked: { event: 'started', hasLock: true, agent: null, at: 9 },
  startWithKey: { event: 'started', hasLock: true, agent: 'two', at: 9 },
  choose: { event: 'agentChosen', notBefore: 100 },
  tryEarly: { event: 'tried', at: 99 },
  tryLater: { event: 'tried', at: 100 },
  succeed: { event: 'succeeded', agent: 'two', at: 9 },
  fail: { event: 'failed', notBefore: null },
  failAndWait: { event: 'failed', notBefore: 100 },
  set: { event: 'lockSet', agent: 'two', at: 9 },
  takeOff: { event: 'lockTakenOff' },
  idle: { event: 'idle' },
  hidden: { event: 'hidden' },
  press: { event: 'lockPressed' },
  otherTab: { event: 'otherTabLocked' },
} as const satisfies Record<string, LockEvent>;

/** By event: for each state that the event changes, the new state. */
const changes: Readonly<Record<keyof typeof events, Partial<Record<Name, Name>>>> = {
  startOpen: { locked: 'open', waiting: 'open', trying: 'open', unlocked: 'open', other: 'open' },
  startLocked: {
    open: 'locked',
    waiting: 'locked',
    trying: 'locked',
    unlocked: 'locked',
    other: 'locked',
  },
  startWithKey: {
    open: 'other',
    locked: 'other',
    waiting: 'other',
    trying: 'other',
    unlocked: 'other',
  },
  choose: { locked: 'waiting' },
  tryEarly: { locked: 'trying' },
  tryLater: { locked: 'trying', waiting: 'trying' },
  succeed: { trying: 'other' },
  fail: { trying: 'locked' },
  failAndWait: { trying: 'waiting' },
  set: { open: 'other' },
  takeOff: { unlocked: 'open', other: 'open' },
  idle: { trying: 'locked', unlocked: 'locked', other: 'locked' },
  hidden: { trying: 'locked', unlocked: 'locked', other: 'locked' },
  press: { trying: 'locked', unlocked: 'locked', other: 'locked' },
  otherTab: { open: 'locked', trying: 'locked', unlocked: 'locked', other: 'locked' },
};

describe('the lock of a page', () => {
  const names = Object.keys(states) as Name[];
  it.each(Object.keys(events) as (keyof typeof events)[])(
    '%s changes what it should, and nothing else',
    (event) => {
      for (const name of names)
        expect([name, lockAfter(states[name], events[event])]).toEqual([
          name,
          states[changes[event][name] ?? name],
        ]);
    },
  );
});

describe('the wait after wrong PINs', () => {
  it('does not exist for four tries, then doubles from half a minute to an hour', () => {
    expect([0, 1, 4, 5, 6, 7, 11, 12, 13, 5_000].map(waitAfter)).toEqual([
      0, 0, 0, 30_000, 60_000, 120_000, 1_920_000, 3_600_000, 3_600_000, 3_600_000,
    ]);
  });

  it('ends at its time, and starts again if the clock was set back', () => {
    const five = { count: 5, lastAt: 1_000_000 };
    expect(notBefore(five, 1_000_000)).toBe(1_030_000);
    expect(notBefore(five, 1_030_000)).toBeNull();
    expect(currentFailures(five, 1_000_001)).toBe(five);
    expect(notBefore(currentFailures(five, 600_000), 600_000)).toBe(630_000);
    expect(notBefore(five, 600_000)).toBe(630_000);
    expect(stillUntil(630_000, 600_000)).toBe(630_000);
    expect(stillUntil(630_000, 630_000)).toBeNull();
    expect(stillUntil(600_000 + 3_600_000, 600_000)).toBe(4_200_000);
    expect(stillUntil(600_000 + 3_600_001, 600_000)).toBeNull();
    expect(stillUntil(null, 600_000)).toBeNull();
    expect(afterFailure(five, 2_000_000)).toEqual({ count: 6, lastAt: 2_000_000 });
  });
});
