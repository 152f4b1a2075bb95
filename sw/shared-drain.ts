import type { DrainReason } from '../src/sync/drain/drain-reason.ts';

export type SharedDrainPorts<Ended> = Readonly<{
  run: (reason: DrainReason, isLast: boolean) => Promise<Ended>;
  /** Ends the waits of a drain that is at work. */
  endWaits: (reason: DrainReason) => Promise<void>;
}>;

/** The worker's one drain at a time, for all who ask: pages and sync events. */
export type SharedDrain<Ended> = Readonly<{
  forPage: (reason: DrainReason) => Promise<Ended>;
  forEvent: (isLast: boolean) => Promise<Ended>;
}>;

export function shareDrain<Ended>({ run, endWaits }: SharedDrainPorts<Ended>): SharedDrain<Ended> {
  let current: Promise<Ended> | null = null;
  /** One more after the current one, for all who ask meanwhile. */
  let following: Promise<Ended> | null = null;

  function start(reason: DrainReason, isLast = false): Promise<Ended> {
    const ended = run(reason, isLast).finally(() => {
      current = null;
    });
    current = ended;
    return ended;
  }

  /**
   * A drain that is under way may have passed over what a page has just changed, so one more looks; one, however many
   * pages ask. The waits that they end are ended already: were they ended again, each page would cost the server a call.
   */
  function startAfter(running: Promise<Ended>): Promise<Ended> {
    following ??= running.then(next, next);
    return following;
  }

  function next(): Promise<Ended> {
    following = null;
    return current ?? start('timer');
  }

  return {
    async forPage(reason) {
      if (current === null) return start(reason);
      await endWaits(reason);
      return current === null ? start('timer') : startAfter(current);
    },
    /** Joins a drain that a page has just asked for: an event has three minutes, not twice two. */
    async forEvent(isLast) {
      if (current !== null) await endWaits('sync');
      return current ?? start('sync', isLast);
    },
  };
}
