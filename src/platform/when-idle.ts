import { pause, schedule } from './timers.ts';

/** Resolves once the page is loaded and idle, or never. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no requestIdleCallback.
    const ask = (): unknown =>
      'requestIdleCallback' in window
        ? requestIdleCallback(() => resolve())
        : schedule(1_000, resolve);
    if (document.readyState === 'complete') ask();
    else window.addEventListener('load', ask, { once: true });
  });

const MAX_WAIT_MS = 5_000;

/**
 * Like `whenIdle`, but waits five seconds at most. For work that must be done even if the page is never idle or never
 * finishes loading.
 */
export const soonIdle = (): Promise<void> => Promise.race([whenIdle(), pause(MAX_WAIT_MS)]);

/** The time (ms) that the first screen needs for its reads after the page is idle for the first time. */
const FIRST_READ_MS = 1_000;

/** Resolves when the first screen has probably read its rows. Other work would make these reads slower. */
export const afterFirstReads = (): Promise<void> => soonIdle().then(() => pause(FIRST_READ_MS));

/** Two frames, ms: a touch, or a list's update, waits at most this long for one slice of work. */
const SLICE_MS = 30;

/**
 * Returns a function that long work awaits between its parts, so that the page stays responsive. The promise resolves
 * at once, or when the page is idle if `SLICE_MS` have passed.
 */
export function createYieldToPage(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await soonIdle();
    since = performance.now();
  };
}
