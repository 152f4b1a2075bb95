import type { CDPSession, Page } from '@playwright/test';

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

  /** @param origin the page's own, unless it is of another: such as an empty one, where no page of the app is to be open */
  static async of(page: Page, origin = new URL(page.url()).origin): Promise<WorkerControl> {
    const session = await page.context().newCDPSession(page);
    const control = new WorkerControl(session, origin);
    await session.send('ServiceWorker.enable');
    return control;
  }

  /** Stops the workers at once, as the browser does, whatever they are doing. */
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
