import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createYieldToPage, soonIdle, whenIdle } from '../../src/platform/when-idle.ts';

let idle: (() => void)[];
const page = new EventTarget();

function setPage(readyState: string, hasIdle = true): void {
  vi.stubGlobal('document', { readyState });
  vi.stubGlobal(
    'window',
    hasIdle ? Object.assign(page, { requestIdleCallback: 1 }) : new EventTarget(),
  );
  vi.stubGlobal('requestIdleCallback', (then: () => void) => idle.push(then));
}

/** Runs every timer that is due now. Then returns true if the promise has resolved. */
async function isOver(promise: Promise<void>): Promise<boolean> {
  let over = false;
  void promise.then(() => {
    over = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return over;
}

beforeEach(() => {
  idle = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a page', () => {
  it('is idle when it is loaded and the browser reports it', async () => {
    setPage('loading');
    const waiting = whenIdle();
    expect(idle).toHaveLength(0);
    page.dispatchEvent(new Event('load'));
    expect(await isOver(waiting)).toBe(false);
    for (const then of idle) then();
    expect(await isOver(waiting)).toBe(true);
  });

  it('counts as idle a second later in a browser that never reports it', async () => {
    setPage('complete', false);
    const waiting = whenIdle();
    await vi.advanceTimersByTimeAsync(999);
    expect(await isOver(waiting)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await isOver(waiting)).toBe(true);
  });

  it.each(['loading', 'complete'])(
    'that is never idle (%s) still does the necessary work',
    async (readyState) => {
      setPage(readyState);
      const waiting = soonIdle();
      await vi.advanceTimersByTimeAsync(4_999);
      expect(await isOver(waiting)).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(await isOver(waiting)).toBe(true);
    },
  );

  it('yields after 30 ms of work, and not earlier', async () => {
    setPage('complete');
    const yieldToPage = createYieldToPage();
    await vi.advanceTimersByTimeAsync(29);
    expect(await isOver(yieldToPage())).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    const resting = yieldToPage();
    expect(await isOver(resting)).toBe(false);
    for (const then of idle) then();
    expect(await isOver(resting)).toBe(true);
    expect(await isOver(yieldToPage())).toBe(true);
  });
});
