import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ifNoDrainRuns, shareDrain } from '../../sw/shared-drain.ts';

/** A shared drain. Each of its runs ends when the test calls `end` or `fail`. */
function drains() {
  const runs: { what: string; end: () => void; fail: () => void }[] = [];
  const ended: string[] = [];
  const shared = shareDrain<string>({
    run: (reason, isLast) =>
      new Promise((resolve, reject) => {
        const what = `${reason}${isLast ? ' at last' : ''}`;
        runs.push({ what, end: () => resolve(what), fail: () => reject(new Error('killed')) });
      }),
    clearBackoff: async (reason) => {
      ended.push(reason);
    },
  });
  return { shared, ended, runs, whats: () => runs.map(({ what }) => what) };
}

describe('the worker’s drain', () => {
  it('runs once more for all pages that ask during a drain', async () => {
    const { shared, ended, runs, whats } = drains();
    const asked = [shared.forPage('start')];
    asked.push(
      ...['online', 'visible', 'start'].map((reason) => shared.forPage(reason as 'online')),
    );
    await setImmediate();
    expect(whats()).toEqual(['start']);
    expect(ended).toEqual(['online', 'visible', 'start']);
    runs[0]?.end();
    await setImmediate();
    // `clearBackoff` has already ended the waits. So this drain has the reason 'timer', which ends no waits.
    expect(whats()).toEqual(['start', 'timer']);
    runs[1]?.end();
    expect(await Promise.all(asked)).toEqual(['start', 'timer', 'timer', 'timer']);
    expect(whats()).toHaveLength(2);
  });

  it('runs for the next page after a failed drain', async () => {
    const { shared, runs, whats } = drains();
    const first = shared.forPage('start');
    const second = shared.forPage('online');
    await setImmediate();
    runs[0]?.fail();
    await expect(first).rejects.toThrow('killed');
    await setImmediate();
    runs[1]?.end();
    expect(await second).toBe('timer');
    expect(whats()).toHaveLength(2);
  });

  it('is joined by a sync event, which has no time for a second one', async () => {
    const { shared, ended, runs, whats } = drains();
    const page = shared.forPage('start');
    const event = shared.forEvent(true);
    await setImmediate();
    runs[0]?.end();
    expect(await Promise.all([page, event])).toEqual(['start', 'start']);
    expect(ended).toEqual(['sync']);
    const alone = shared.forEvent(true);
    runs[1]?.end();
    expect(await alone).toBe('sync at last');
    expect(whats()).toHaveLength(2);
  });
});

describe('a new version', () => {
  /** The locks of a browser. While a drain has the lock, a request without `ifAvailable` waits for ever. */
  const locksOf = (isFree: boolean) =>
    ({
      request: async (
        _name: string,
        { ifAvailable }: LockOptions,
        work: LockGrantedCallback<unknown>,
      ) => {
        if (isFree) return work({ name: 'any', mode: 'exclusive' });
        return ifAvailable === true ? work(null) : new Promise(() => undefined);
      },
    }) as Pick<LockManager, 'request'>;

  it.each([
    ['at once if no drain runs', locksOf(true), 1],
    ['neither during a drain nor at its end', locksOf(false), 0],
    ['at once in a browser without Web Locks', undefined, 1],
  ])('takes over %s', async (_when, locks, times) => {
    let takeovers = 0;
    await ifNoDrainRuns(locks, async () => {
      takeovers += 1;
    });
    expect(takeovers).toBe(times);
  });
});
