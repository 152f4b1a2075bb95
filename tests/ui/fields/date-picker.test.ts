import { describe, expect, it } from 'vitest';
import type { ScheduleFn } from '../../../src/platform/timers.ts';
import {
  datePickerDefaults,
  debounce,
  readPickedDate,
} from '../../../src/ui/fields/date-picker.tsx';

const day = (date: string, badInput = false) => readPickedDate({ date, time: null, badInput });
const moment = (date: string, time: string, options = datePickerDefaults) =>
  readPickedDate({ date, time, badInput: false }, options);

describe('a picked date', () => {
  it('has the defaults of the specification', () => {
    expect(datePickerDefaults).toEqual({
      dateFormat: 'Y-m-d',
      mode: 'single',
      defaultHour: 12,
      minuteIncrement: 5,
    });
  });

  it.each(['2026-11-21', '2024-02-29', '1999-12-31'])('reads the real day %s', (date) =>
    expect(day(date)).toEqual({ status: 'picked', value: date }),
  );

  it.each(['2026-02-30', '2025-02-29', '2026-13-01', '21/11/2026', '2026-1-1', '12026-01-01'])(
    'refuses %s',
    (date) => expect(day(date)).toEqual({ status: 'invalid' }),
  );

  it('distinguishes an empty field from an unreadable one', () => {
    expect(day('')).toEqual({ status: 'empty' });
    expect(day('', true)).toEqual({ status: 'invalid' });
  });

  it('gives a date without a time the default hour', () => {
    expect(moment('2026-11-21', '')).toEqual({ status: 'picked', value: '2026-11-21T12:00' });
    expect(moment('2026-11-21', '', { ...datePickerDefaults, defaultHour: 8 })).toEqual({
      status: 'picked',
      value: '2026-11-21T08:00',
    });
  });

  it('rounds minutes down to the increment', () => {
    expect(moment('2026-11-21', '14:59')).toEqual({ status: 'picked', value: '2026-11-21T14:55' });
    expect(moment('2026-11-21', '00:05:30')).toEqual({
      status: 'picked',
      value: '2026-11-21T00:05',
    });
  });

  it('refuses an invalid time', () => {
    expect(moment('2026-11-21', '25:00')).toEqual({ status: 'invalid' });
  });
});

/** Timers that run only when the test lets time pass. */
function fakeTimers() {
  let now = 0;
  const waiting = new Map<number, { at: number; run: () => void }>();
  let next = 0;
  const after: ScheduleFn = (ms, run) => {
    next += 1;
    const own = next;
    waiting.set(own, { at: now + ms, run });
    return () => void waiting.delete(own);
  };
  function pass(ms: number) {
    now += ms;
    for (const [id, { at, run }] of [...waiting]) {
      if (at > now) continue;
      waiting.delete(id);
      run();
    }
  }
  return { after, pass };
}

describe('a debounced call', () => {
  it('runs once, after its delay, with the last arguments', () => {
    const { after, pass } = fakeTimers();
    const seen: string[] = [];
    const change = debounce((text: string) => seen.push(text), 300, after);
    change.call('a');
    pass(299);
    change.call('b');
    pass(299);
    expect(seen).toEqual([]);
    pass(1);
    expect(seen).toEqual(['b']);
    pass(1000);
    expect(seen).toEqual(['b']);
  });

  it('does not run after it was cancelled', () => {
    const { after, pass } = fakeTimers();
    const seen: string[] = [];
    const change = debounce((text: string) => seen.push(text), 300, after);
    change.call('a');
    change.cancel();
    pass(1000);
    expect(seen).toEqual([]);
  });
});
