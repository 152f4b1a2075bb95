import { useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useUnlockAttempt } from '../../../src/features/lock/use-unlock-attempt.ts';

const NOW = 1_000_000_000;

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

/** The wait that the screen shows if the agent's `notBefore` is `first`, and `then` after the next look at the store. */
function waitAfter(first: number | null, then: number | null): string {
  function Screen() {
    const [notBefore, setNotBefore] = useState(first);
    const { until } = useUnlockAttempt(notBefore);
    if (notBefore !== then) setNotBefore(then);
    return until === null ? 'none' : `${until - NOW} ms`;
  }
  return renderToStaticMarkup(<Screen />);
}

const SECONDS_30 = NOW + 30_000;

it('keeps the wait of the first look while no newer one differs', () => {
  expect(waitAfter(SECONDS_30, SECONDS_30)).toBe('30000 ms');
});

it('waits 30 s again, not most of an hour, if the clock was set back', () => {
  const beforeTheClockWasSet = SECONDS_30 + 50 * 60_000;
  expect(waitAfter(beforeTheClockWasSet, SECONDS_30)).toBe('30000 ms');
});

it('waits if another window had a wrong PIN, and no longer if that window was unlocked', () => {
  expect(waitAfter(null, SECONDS_30)).toBe('30000 ms');
  expect(waitAfter(SECONDS_30, null)).toBe('none');
});
