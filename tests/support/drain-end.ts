import { expect, type Page } from '@playwright/test';
import { DRAIN_LOCK } from '../../src/sync/drain/lease.ts';
import { drainMessage } from '../../src/sync/drain-messages.ts';

/**
 * Has the worker drain once more, and waits for its end and for that of any other drain of the origin: what was to be
 * sent by then was sent. For what must not be sent; the app's own ways of waking it are tests of their own.
 */
export const drainEnds = (page: Page): Promise<void> =>
  page.evaluate(
    async ([message, lock]) => {
      await new Promise<void>((ended) => {
        const { port1, port2 } = new MessageChannel();
        // While it drains it says so with an object; its end is a time or null.
        port1.onmessage = ({ data }) => {
          if (data === null || typeof data === 'number') ended();
        };
        navigator.serviceWorker.controller?.postMessage(message, [port2]);
      });
      await navigator.locks.request(lock, () => undefined);
    },
    [drainMessage('timer'), DRAIN_LOCK] as const,
  );

/** Until a new worker that was asked to take over waits for the drain that is at work. */
export const takeoverWaits = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async (lock) => {
        const { pending = [] } = await navigator.locks.query();
        return pending.some(({ name }) => name === lock);
      }, DRAIN_LOCK),
    )
    .toBe(true);
