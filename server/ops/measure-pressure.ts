import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Pressure } from '../app-options.ts';

const SAMPLE_MS = 1000;
const RESOLUTION_MS = 10;

/**
 * How busy this process is, as of the last second. The mean delay, not the longest: one commit that a disk was slow with is no jam.
 */
export function measurePressure(): () => Pressure {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let last: Pressure = { loopDelayMs: 0, heapShare: 0 };
  const look = (): void => {
    const { used_heap_size, heap_size_limit } = getHeapStatistics();
    // Of no sample at all the mean is not a number: then nothing was waited for.
    const loopDelayMs = Math.max(0, (delays.mean || 0) / 1e6 - RESOLUTION_MS);
    last = { loopDelayMs, heapShare: used_heap_size / heap_size_limit };
    delays.reset();
  };
  setInterval(look, SAMPLE_MS).unref();
  return () => last;
}
