import type { Later } from '../timers.ts';

type HeldBackPorts = Readonly<{
  /** One drain in this page, which keeps every wait. Resolves with the time of the next attempt (ms since 1970), or null. */
  drain: () => Promise<number | null>;
  later: Later;
  now: () => number;
}>;

/** The worker, which was told of the same Submit, may have the outbox for itself for a moment. */
const SOON_MS = 3_000;
const MAX_PAUSE_MS = 30_000;
const MIN_PAUSE_MS = 1_000;

/**
 * Sends what no worker can, as its agent wants it sent only while they are unlocked: at once when more of it is told, then again for as
 * long as some is left.
 */
export function sendHeldBack({ drain, later, now }: HeldBackPorts): (count: number) => void {
  let left = 0;
  let isRunning = false;
  let cancel = (): void => undefined;

  async function run(maxPause: number): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    cancel();
    const nextAt = await drain().catch(() => null);
    isRunning = false;
    if (left === 0) return;
    const pause = nextAt === null ? maxPause : Math.max(nextAt - now(), MIN_PAUSE_MS);
    cancel = later(Math.min(pause, maxPause), () => void run(MAX_PAUSE_MS));
  }

  return (count) => {
    const isMore = count > left;
    left = count;
    if (count === 0) cancel();
    else if (isMore) void run(SOON_MS);
  };
}
