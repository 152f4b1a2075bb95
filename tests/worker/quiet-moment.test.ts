import { beforeEach, describe, expect, it } from 'vitest';
import {
  CHECK_EVERY_MS,
  type QuietPorts,
  showNoticeWhenQuiet,
} from '../../src/worker/quiet-page.ts';
import { FakeTimers } from './fakes.ts';

const NOTICE = 10_000;

let timers: FakeTimers;
let isBusy: boolean;
let isFormOpen: boolean;
let asked: number;
let shown: number;
let taken: number;
let close: ((how: 'time' | 'person') => void) | null;
let updates: string[];
let found: (activate: () => void) => void;

/** The notice as the screen shows it: it closes by itself after its time, unless it is taken away. */
function show(onClose: (how: 'time' | 'person') => void): () => void {
  shown += 1;
  let isOver = false;
  const end = (how: 'time' | 'person'): void => {
    if (isOver) return;
    isOver = true;
    close = null;
    onClose(how);
  };
  close = end;
  timers.later(NOTICE, () => end('time'));
  return () => {
    isOver = true;
    close = null;
    taken += 1;
  };
}

beforeEach(() => {
  timers = new FakeTimers();
  isBusy = false;
  isFormOpen = false;
  shown = 0;
  asked = 0;
  taken = 0;
  close = null;
  updates = [];
  const ports: QuietPorts = {
    isBusy: () => isBusy,
    isFormOpen: () => isFormOpen,
    askOthers: () => {
      asked += 1;
    },
    every: timers.every,
  };
  found = showNoticeWhenQuiet(ports, show);
});

const update = (name = 'update') => updates.push(name);

describe('a page at rest', () => {
  it('is told of a new version once the other windows could answer, and updated when the notice closes', () => {
    found(update);
    expect([asked, shown]).toEqual([1, 0]);
    timers.pass(CHECK_EVERY_MS);
    expect(shown).toBe(1);
    timers.pass(NOTICE - 1);
    expect(updates).toEqual([]);
    timers.pass(1);
    expect(updates).toEqual(['update']);
    timers.pass(600_000);
    expect([shown, updates.length]).toEqual([1, 1]);
  });

  it('is updated at once where somebody closes the notice', () => {
    found(update);
    timers.pass(CHECK_EVERY_MS);
    close?.('person');
    expect(updates).toEqual(['update']);
  });

  it('shows one notice for two versions, and takes the newer', () => {
    found(() => update('older'));
    found(() => update('newer'));
    timers.pass(CHECK_EVERY_MS + NOTICE);
    expect(shown).toBe(1);
    expect(updates).toEqual(['newer']);
    found(() => update('newest'));
    timers.pass(CHECK_EVERY_MS + NOTICE);
    expect(updates).toEqual(['newer', 'newest']);
  });
});

describe('a page at work', () => {
  it('hears of no new version before the work is over', () => {
    isBusy = true;
    found(update);
    timers.pass(600_000);
    expect(shown).toBe(0);
    isBusy = false;
    timers.pass(1_000);
    expect(shown).toBe(1);
    timers.pass(CHECK_EVERY_MS + NOTICE);
    expect(updates).toEqual(['update']);
  });

  it('that begins under the notice takes it away, and the waiting begins anew', () => {
    found(update);
    timers.pass(CHECK_EVERY_MS + 9_000);
    isBusy = true;
    timers.pass(600_000);
    expect([taken, updates.length]).toEqual([1, 0]);
    isBusy = false;
    timers.pass(1_000);
    expect(shown).toBe(2);
    timers.pass(CHECK_EVERY_MS + NOTICE);
    expect(updates).toEqual(['update']);
  });

  it('that begins in the last moment is not cut either', () => {
    found(update);
    timers.pass(CHECK_EVERY_MS + NOTICE - 1);
    isBusy = true;
    timers.pass(1);
    expect(updates).toEqual([]);
    isBusy = false;
    timers.pass(1_000 + NOTICE);
    expect(updates).toEqual(['update']);
  });
});

describe('an open form', () => {
  it('is left alone for as long as it is open, here or in another window', () => {
    isFormOpen = true;
    found(update);
    timers.pass(24 * 3_600_000);
    expect([shown, updates.length]).toEqual([0, 0]);
    isFormOpen = false;
    timers.pass(CHECK_EVERY_MS + NOTICE);
    expect(updates).toEqual(['update']);
  });

  it('that opens under the notice takes it away, and the other windows are asked all the time', () => {
    found(update);
    timers.pass(CHECK_EVERY_MS + 9_000);
    isFormOpen = true;
    timers.pass(600_000);
    expect([shown, taken, updates.length]).toEqual([1, 1, 0]);
    expect(asked).toBeGreaterThan(600);
  });
});
