import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import type { DeviceOptions } from './device-options.ts';
import { killProcessesOf } from './kill-processes.ts';
import { launchBrowser } from './launch-browser.ts';

/** A phone: a browser profile on the disk, and a browser that can be closed, killed and started again. */
export class Device {
  readonly profile = mkdtempSync(join(tmpdir(), 'veld-device-'));
  readonly #address: string;
  readonly #options: DeviceOptions;
  #context: BrowserContext | undefined;

  constructor(address: string, options: DeviceOptions = {}) {
    this.#address = address;
    this.#options = options;
  }

  get context(): BrowserContext {
    if (this.#context === undefined) throw new Error('The device is switched off.');
    return this.#context;
  }

  async switchOn(): Promise<void> {
    this.#context = await launchBrowser(this.profile, this.#address, this.#options);
  }

  async open(path: string): Promise<Page> {
    const page = this.context.pages()[0] ?? (await this.context.newPage());
    await page.goto(path);
    return page;
  }

  /** Opens the app online and waits until the service worker controls the page, so that it works offline. */
  async installApp(): Promise<Page> {
    const page = await this.open('/');
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      const started = Date.now();
      while (navigator.serviceWorker.controller === null && Date.now() - started < 60_000) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      if (navigator.serviceWorker.controller === null) throw new Error('no worker took control');
    });
    return page;
  }

  async goOffline(): Promise<void> {
    await this.context.setOffline(true);
  }

  async goOnline(): Promise<void> {
    await this.context.setOffline(false);
  }

  /** Kills the browser, as the operating system does: nothing can be saved. */
  async kill(): Promise<void> {
    const context = this.#context;
    this.#context = undefined;
    await killProcessesOf(this.profile);
    await context?.close().catch(() => undefined);
  }

  async switchOff(): Promise<void> {
    await this.#context?.close();
    this.#context = undefined;
  }

  async remove(): Promise<void> {
    await this.switchOff().catch(() => undefined);
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
