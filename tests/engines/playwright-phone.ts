import type { Page } from '@playwright/test';
import { Device } from '../support/browser/device.ts';
import type { DrivenEngine } from '../support/browser/launch.ts';
import { PageWatch } from '../support/browser/page-watch.ts';
import { type Phone, type PhoneOptions, type Pressable, SCREEN_PATIENCE_MS } from './phone.ts';
import { shownText, waitForGone, waitForShown } from './shown-text.ts';

/** A phone with Chromium or Firefox. */
export class PlaywrightPhone implements Phone {
  readonly #device: Device;
  readonly #engine: DrivenEngine;
  readonly #location: PhoneOptions['location'];
  readonly #writesFiles: PhoneOptions['writesFiles'];
  #watch: PageWatch | undefined;
  #page: Page | undefined;

  constructor(engine: DrivenEngine, address: string, options: PhoneOptions) {
    const { width = 360, isDark = false, isPrivate = false, location = 'fix' } = options;
    this.#engine = engine;
    this.#location = location;
    this.#writesFiles = options.writesFiles;
    this.#device = new Device(address, {
      engine,
      isPrivate,
      colorScheme: isDark ? 'dark' : 'light',
      viewport: { width, height: 740 },
      isLocated: location !== 'denied',
      keepsPages: true,
    });
  }

  get complaints(): readonly string[] {
    return this.#watch?.complaints ?? [];
  }

  get #tab(): Page {
    if (this.#page === undefined) throw new Error('The phone is switched off.');
    return this.#page;
  }

  async switchOn(): Promise<void> {
    await this.#device.switchOn();
    const { context } = this.#device;
    if (this.#location === 'none') await context.setGeolocation(null);
    if (this.#writesFiles === 'byWorker')
      await context.addInitScript(() => {
        Reflect.deleteProperty(FileSystemFileHandle.prototype, 'createWritable');
        // Such a browser has no Background Sync, so its service worker sends nothing.
        Reflect.deleteProperty(window, 'SyncManager');
      });
    this.#watch = await PageWatch.of(context);
    this.#page = context.pages()[0] ?? (await context.newPage());
    this.#page.setDefaultTimeout(SCREEN_PATIENCE_MS);
  }

  async open(path: string): Promise<void> {
    // Firefox fails a file that still loads when the page is left, and the page then reports an error.
    if (this.#engine === 'firefox') await this.#tab.waitForLoadState('networkidle');
    await this.#tab.goto(path);
  }

  async goBack(): Promise<void> {
    await this.#tab.goBack();
  }

  async sees(text: string | RegExp, within = SCREEN_PATIENCE_MS): Promise<void> {
    await waitForShown(this.#shown, text, within);
  }

  async seesNot(text: string): Promise<void> {
    await waitForGone(this.#shown, text, SCREEN_PATIENCE_MS);
  }

  async press(name: string, kind: Pressable = 'button'): Promise<void> {
    // Elements below an open dialog cannot be pressed.
    const dialog = this.#tab.locator('dialog[open]');
    const place = (await dialog.count()) > 0 ? dialog : this.#tab;
    const things =
      kind === 'section'
        ? place
            .getByRole('navigation', { name: 'Sections' })
            .getByRole('button')
            .filter({ hasText: name })
        : place.getByRole(kind, { name, exact: true });
    await things.first().click();
  }

  async fill(label: string, text: string): Promise<void> {
    await this.#field(label).fill(text);
  }

  async choose(label: string, option: string): Promise<void> {
    await this.#field(label).selectOption({ label: option });
  }

  async tick(label: string): Promise<void> {
    await this.#field(label).check();
  }

  async valueOf(label: string): Promise<string> {
    return this.#field(label).inputValue();
  }

  async addFile(label: string, path: string): Promise<void> {
    await this.#field(label).setInputFiles(path);
  }

  async sign(label: string): Promise<void> {
    const pad = this.#field(label);
    // `hover` waits until the pad no longer moves.
    await pad.hover();
    const box = await pad.boundingBox();
    if (box === null) throw new Error(`'${label}' is not on the screen.`);
    const { mouse } = this.#tab;
    const middle = box.y + box.height / 2;
    await mouse.move(box.x + 30, middle);
    await mouse.down();
    for (let step = 1; step <= 20; step += 1)
      await mouse.move(box.x + 30 + step * 9, middle + Math.sin(step) * 25);
    await mouse.up();
  }

  async run<Result, Argument>(
    work: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result> {
    return this.#tab.evaluate(work as never, argument) as Promise<Result>;
  }

  async path(): Promise<string> {
    return new URL(this.#tab.url()).pathname;
  }

  async kill(): Promise<void> {
    this.#page = undefined;
    await this.#device.kill();
  }

  async remove(): Promise<void> {
    await this.#device.remove();
  }

  /** Returns an empty text while the page navigates. */
  readonly #shown = (): Promise<string> => this.#tab.evaluate(shownText).catch(() => '');

  #field(label: string) {
    return this.#tab.getByLabel(label, { exact: true });
  }
}
