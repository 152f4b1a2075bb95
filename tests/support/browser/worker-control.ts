import type { CDPSession, Locator, Page } from '@playwright/test';
import { DRAIN_LOCK } from '../../../src/sync/locks.ts';
import { COUNT_MISSING, drainMessage } from '../../../src/sync/worker-messages.ts';

/** Controls the service worker of an origin through Chromium's developer tools. */
export class WorkerControl {
  readonly #session: CDPSession;
  readonly #origin: string;
  readonly #registrationId: Promise<string>;

  private constructor(session: CDPSession, origin: string) {
    this.#session = session;
    this.#origin = origin;
    this.#registrationId = new Promise((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const ours = registrations.find(
          (each) => !each.isDeleted && each.scopeURL === `${origin}/`,
        );
        if (ours !== undefined) resolve(ours.registrationId);
      });
    });
  }

  /** @param origin the worker's origin, by default the page's. Needed if `page` is empty, because no page of the app may be open. */
  static async of(page: Page, origin = new URL(page.url()).origin): Promise<WorkerControl> {
    const session = await page.context().newCDPSession(page);
    const control = new WorkerControl(session, origin);
    await session.send('ServiceWorker.enable');
    return control;
  }

  /** Stops all workers at once, even during their work, as a browser does. */
  async stopAll(): Promise<void> {
    await this.#session.send('ServiceWorker.stopAllWorkers');
  }

  /** Dispatches a real sync event of the outbox; starts the worker if it is stopped. */
  async sync(lastChance = false): Promise<void> {
    await this.#session.send('ServiceWorker.dispatchSyncEvent', {
      origin: this.#origin,
      registrationId: await this.#registrationId,
      tag: 'workbox-background-sync:outbox',
      lastChance,
    });
  }
}

export const updateNotice = (page: Page): Locator =>
  page.getByText('New version available!', { exact: true });

/** Closes the notice. On a busy machine the notice may close by itself before the press, after ten seconds. */
export async function pressNoticeAway(page: Page): Promise<void> {
  await updateNotice(page).waitFor();
  await updateNotice(page)
    .locator('xpath=ancestor::*[.//button][1]')
    .getByRole('button', { name: 'Close notification' })
    .click({ timeout: 15_000 })
    .catch(async (fault: unknown) => {
      if (await updateNotice(page).isVisible()) throw fault;
    });
}

/**
 * Asks the worker for a drain. Waits until this drain and every other drain of the origin have ended. By then everything that can be
 * sent is sent. For tests that something is not sent.
 */
export const drainEnds = (page: Page): Promise<void> =>
  page.evaluate(
    async ([message, lock]) => {
      await new Promise<void>((ended) => {
        const { port1, port2 } = new MessageChannel();
        // During the drain the worker posts objects. At the end it posts a time or null.
        port1.onmessage = ({ data }) => {
          if (data === null || typeof data === 'number') ended();
        };
        navigator.serviceWorker.controller?.postMessage(message, [port2]);
      });
      await navigator.locks.request(lock, () => undefined);
    },
    [drainMessage('timer'), DRAIN_LOCK] as const,
  );

/** Waits until the new worker has answered a message, so that it knows of every earlier one. Returns true if it still waits to take over. */
export const stillWaits = (page: Page): Promise<boolean> =>
  page.evaluate(async (message) => {
    const { waiting } = await navigator.serviceWorker.ready;
    await new Promise((answered) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = answered;
      waiting?.postMessage(message, [port2]);
    });
    return waiting?.state === 'installed';
  }, COUNT_MISSING);
