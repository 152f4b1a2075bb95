import { DRAIN_LOCK } from '../src/sync/locks.ts';
import type { DrainReason } from '../src/sync/worker-messages.ts';

export type SharedDrainPorts<Summary> = Readonly<{
  run: (reason: DrainReason, isLast: boolean) => Promise<Summary>;
  /** Ends the waits of the running drain. */
  clearBackoff: (reason: DrainReason) => Promise<void>;
}>;

/** Runs one drain at a time for all callers in this worker: pages and sync events. */
export type SharedDrain<Summary> = Readonly<{
  forPage: (reason: DrainReason) => Promise<Summary>;
  forEvent: (isLast: boolean) => Promise<Summary>;
}>;

export function shareDrain<Summary>({
  run,
  clearBackoff,
}: SharedDrainPorts<Summary>): SharedDrain<Summary> {
  let current: Promise<Summary> | null = null;
  /** The drain after the current one, shared by all pages that ask meanwhile. */
  let following: Promise<Summary> | null = null;

  function start(reason: DrainReason, isLast = false): Promise<Summary> {
    const running = run(reason, isLast).finally(() => {
      current = null;
    });
    current = running;
    return running;
  }

  /**
   * Starts one more drain after the running one, which may have missed the page's last change. All pages that ask
   * meanwhile share the new drain. Its reason is 'timer', because `forPage` has already ended the waits: ending them
   * again would cause one more call to the server.
   */
  function startAfter(running: Promise<Summary>): Promise<Summary> {
    following ??= running.then(next, next);
    return following;
  }

  function next(): Promise<Summary> {
    following = null;
    return current ?? start('timer');
  }

  return {
    async forPage(reason) {
      if (current === null) return start(reason);
      await clearBackoff(reason);
      return current === null ? start('timer') : startAfter(current);
    },
    /**
     * Joins the running drain. A sync event may last three minutes, which is too short for a second drain of up to two
     * minutes.
     */
    async forEvent(isLast) {
      if (current !== null) await clearBackoff('sync');
      return current ?? start('sync', isLast);
    },
  };
}

/**
 * Does `work` at once if no drain of the origin runs, otherwise not at all. The lock keeps new drains from starting, so
 * no call to the server is cut off. Without Web Locks nothing says if a drain runs, and the work is done.
 */
export async function ifNoDrainRuns(
  locks: Pick<LockManager, 'request'> | undefined,
  work: () => Promise<void>,
): Promise<void> {
  if (locks === undefined) await work();
  else await locks.request(DRAIN_LOCK, { ifAvailable: true }, (lock) => lock && work());
}
