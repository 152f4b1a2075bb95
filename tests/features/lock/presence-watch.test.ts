import { beforeEach, describe, expect, it } from 'vitest';
import {
  awayLimits,
  type SharedPresence,
  watchPresence,
} from '../../../src/features/lock/presence-watch.ts';
import { FakePage, FakeTimers } from '../../worker/fakes.ts';

const MINUTE = 60_000;

let page: FakePage;
let timers: FakeTimers;
let shared: SharedPresence | null;
let isInput: boolean;
let isCovered: boolean;
let away: string[];
let stop: () => void;

beforeEach(() => {
  page = new FakePage();
  timers = new FakeTimers();
  timers.now = Date.UTC(2026, 5, 1, 8);
  shared = null;
  isInput = false;
  isCovered = false;
  away = [];
  stop = watchPresence(
    {
      page,
      isFileInput: () => isInput,
      now: () => timers.now,
      every: timers.every,
      shared: {
        read: () => shared,
        write: (seen) => {
          shared = seen;
        },
      },
      cover: (covered) => {
        isCovered = covered;
      },
      onAway: (why) => {
        away.push(why);
        stop();
      },
    },
    () => awayLimits(5),
  );
});

describe('a page that somebody uses', () => {
  it.each(['pointerdown', 'keydown', 'wheel'])('goes on at each %s', (touch) => {
    for (let minute = 0; minute < 20; minute += 1) {
      timers.pass(MINUTE);
      page.emit(touch);
    }
    expect(away).toEqual([]);
    timers.pass(5 * MINUTE + 5_000);
    expect(away).toEqual(['idle']);
  });

  it('is not kept open by the first touch after a sleep in which no timer rang', () => {
    timers.now += 6 * MINUTE;
    page.emit('pointerdown');
    expect(away).toEqual(['idle']);
  });
});

describe('a page that goes out of sight', () => {
  it('is covered at once, and shown again where it may stay open', () => {
    page.become('hidden');
    expect(isCovered).toBe(true);
    timers.now += 2 * MINUTE - 1;
    page.become('visible');
    expect(isCovered).toBe(false);
    expect(away).toEqual([]);
  });

  it('is locked when it comes back too late, though it slept, and is not left covered', () => {
    page.become('hidden');
    timers.now += 2 * MINUTE;
    page.become('visible');
    expect(away).toEqual(['hidden']);
    expect(isCovered).toBe(false);
  });

  it('is locked while it is away, where it goes on', () => {
    page.become('hidden');
    timers.pass(2 * MINUTE + 5_000);
    expect(away).toEqual(['hidden']);
  });

  it('is locked by nobody while another tab is in sight', () => {
    page.become('hidden');
    for (let minute = 0; minute < 10; minute += 1) {
      shared = { inSightAt: timers.now, touchedAt: timers.now };
      timers.pass(MINUTE);
    }
    page.become('visible');
    expect(away).toEqual([]);
  });
});

describe('a photo', () => {
  it('of two and a half minutes locks nothing', () => {
    isInput = true;
    page.emit('click');
    page.become('hidden');
    timers.pass(2.5 * MINUTE);
    page.become('visible');
    page.emit('change');
    expect(away).toEqual([]);
  });

  it('that was taken or called off excuses no absence after it', () => {
    isInput = true;
    page.emit('click');
    page.emit('cancel');
    page.become('hidden');
    timers.pass(2 * MINUTE + 5_000);
    expect(away).toEqual(['hidden']);
  });
});

it('what was watched is forgotten at the end', () => {
  page.become('hidden');
  stop();
  expect(isCovered).toBe(false);
  timers.pass(60 * MINUTE);
  page.become('visible');
  expect(away).toEqual([]);
});
