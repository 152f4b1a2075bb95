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
   * @param installed a profile in which the app of that address is installed. Without it, the phone installs the app itself.
   * @param folder the folder in which the profile is made
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

  /** Opens a page. Switches the phone on first if it was never on. */
  async open(path: string): Promise<Page> {
    if (this.#isNew) await this.switchOn();
    const page = this.context.pages()[0] ?? (await this.context.newPage());
    await page.goto(path);
    return page;
  }

  /** Opens a page, for a test that is not about a first visit. A new phone gets the profile with the installed app, if there is one. */
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

  /** Kills the browser, as the operating system does. The app cannot save anything before that. */
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
 * Resolves with undefined if the page navigates or reloads before it answers, because nobody needs the answer then. For pages that
 * may navigate by themselves.
 */
export const unlessLeaving = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((fault: unknown) => {
    if (/context was destroyed|because of a navigation/.test(String(fault))) return undefined;
    throw fault;
  });

/**
 * Waits for a timer in the page. By then every shorter timer that the page set earlier has run, even on a slow machine. For tests that
 * something does not happen.
 */
export const pageLives = (page: Page, ms: number): Promise<void> =>
  page.evaluate((time) => new Promise<void>((resolve) => setTimeout(resolve, time)), ms);
