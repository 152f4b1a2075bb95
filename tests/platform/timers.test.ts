import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { every, pause, schedule, within } from '../../src/platform/timers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs once or repeatedly until it is cancelled', () => {
  const seen: string[] = [];
  const callOff = schedule(100, () => seen.push('later'));
  const end = every(100, () => seen.push('every'));
  schedule(100, () => seen.push('kept'));
  callOff();
  vi.advanceTimersByTime(250);
  end();
  vi.advanceTimersByTime(1_000);
  expect(seen).toEqual(['every', 'kept', 'every']);
});

it('resolves with work that is in time, and leaves no timer', async () => {
  await expect(within(100, Promise.resolve('done'), () => 'late')).resolves.toBe('done');
  await expect(within(100, Promise.reject(new Error('no')), () => 'late')).rejects.toThrow('no');
  expect(vi.getTimerCount()).toBe(0);
});

it('resolves with the result of `late` if the work is too slow', async () => {
  const slow = pause(200).then(() => 'done');
  const ended = Promise.all([
    within(100, slow, () => 'late'),
    expect(
      within(100, slow, (): string => {
        throw new Error('too late');
      }),
    ).rejects.toThrow('too late'),
  ]);
  await vi.advanceTimersByTimeAsync(100);
  expect((await ended)[0]).toBe('late');
});
