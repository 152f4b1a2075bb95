import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { type DeviceOptions, killProcessesOf, launchBrowser } from './launch.ts';

/** A phone: a browser profile on the disk, and a browser that can be closed, killed and started again. */
export class Device {
  readonly profile: string;
  readonly #address: string;
  readonly #options: DeviceOptions;
  readonly #installed: string | undefined;
  #context: BrowserContext | undefined;
  #isNew = true;

  /**
   * @param installed a profile in which the app of that address is installed; where absent the phone installs it itself
   * @param folder where the profile is made
   */
  constructor(address: string, options: DeviceOptions = {}, installed?: string, folder = tmpdir()) {
    this.profile = mkdtempSync(join(folder, 'veld-device-'));
    this.#address = address;
    this.#options = options;
    this.#installed = installed;
  }

  get context(): BrowserContext {
    if (this.#context === undefined) throw new Error('The device is switched off.');
    return this.#context;
  }

  async switchOn(): Promise<void> {
    this.#isNew = false;
    this.#context = await launchBrowser(this.profile, this.#address, this.#options);
  }

  /** Switches it on where nobody did yet. */
  async open(path: string): Promise<Page> {
    if (this.#isNew) await this.switchOn();
    const page = this.context.pages()[0] ?? (await this.context.newPage());
    await page.goto(path);
    return page;
  }

  /** For a test that is not about a first visit: a new phone gets a profile in which the app is installed, where there is one. */
  async openApp(path: string): Promise<Page> {
    if (this.#isNew && this.#installed !== undefined)
      cpSync(this.#installed, this.profile, { recursive: true });
    return this.open(path);
  }

  /** Opens the app online and waits until the service worker controls the page, so that it works offline. */
  async installApp(): Promise<Page> {
    const page = await this.openApp('/');
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

/**
 * undefined where the page went to another one, or was loaded anew, while it was asked: what it would have said is nobody's any more.
 * For pages that may go by themselves.
 */
export const unlessLeaving = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((fault: unknown) => {
    if (/context was destroyed|because of a navigation/.test(String(fault))) return undefined;
    throw fault;
  });

/**
 * Waits for a timer of the page itself: every shorter timer that the page has set before has then run, however slow the
 * machine is. For tests that something does not happen.
 */
export const pageLives = (page: Page, ms: number): Promise<void> =>
  page.evaluate((time) => new Promise<void>((resolve) => setTimeout(resolve, time)), ms);
