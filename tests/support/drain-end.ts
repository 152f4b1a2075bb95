import { expect, type Page } from '@playwright/test';
import { DRAIN_LOCK } from '../../src/sync/drain/lease.ts';
import { drainMessage } from '../../src/sync/drain-messages.ts';

/**
 * Asks the worker for a drain and waits for its end, and for the end of any other drain of the origin: everything that can be
 * sent has then been sent. For tests that something is not sent.
 */
export const drainEnds = (page: Page): Promise<void> =>
  page.evaluate(
    async ([message, lock]) => {
      await new Promise<void>((ended) => {
        const { port1, port2 } = new MessageChannel();
        // While it drains it posts objects; at the end it posts a time or null.
        port1.onmessage = ({ data }) => {
          if (data === null || typeof data === 'number') ended();
        };
        navigator.serviceWorker.controller?.postMessage(message, [port2]);
      });
      await navigator.locks.request(lock, () => undefined);
    },
    [drainMessage('timer'), DRAIN_LOCK] as const,
  );

/** Waits until a new worker that was asked to take over waits for the drain's lock. */
export const takeoverWaits = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async (lock) => {
        const { pending = [] } = await navigator.locks.query();
        return pending.some(({ name }) => name === lock);
      }, DRAIN_LOCK),
    )
    .toBe(true);
