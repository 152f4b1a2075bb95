import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';
import { Builder, error, Origin, type WebDriver, type WebElement } from 'selenium-webdriver';
import { findEngine } from '../commands/engines.ts';
import { freePort } from '../server/support/process.ts';
import { killFamilyOf } from '../support/browser/launch.ts';
import { namedElement } from './named-element.ts';
import { type Phone, type PhoneOptions, type Pressable, SCREEN_PATIENCE_MS } from './phone.ts';
import { startScreen } from './screen.ts';
import { shownText, waitForGone, waitForShown } from './shown-text.ts';

const DRIVER_PATIENCE_MS = 90_000;

/** Rejects with the name of the command if WebKit's driver does not answer. The driver can hang without an error. */
function answered<T>(what: string, asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`WebKit's driver did not answer: ${what}`)),
      DRIVER_PATIENCE_MS,
    );
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

/** True if the page was drawn again between finding and pressing the element, or if something still covers the element. */
const isPassing = (fault: unknown): boolean =>
  fault instanceof error.StaleElementReferenceError ||
  fault instanceof error.ElementClickInterceptedError ||
  fault instanceof error.ElementNotInteractableError;

/** True for a policy complaint in WebKit's console. WebKit knows no policy for web manifests and says so on each page. */
const isComplaint = (line: string): boolean =>
  /^CONSOLE (\w+ )*ERROR/.test(line) && !line.includes("directive 'manifest-src'");

/**
 * WebKit's driver reports two presses at one place within a second as a double press. If 'Submit' replaces 'Next', Veld takes only the
 * first press of a double press. A person waits for 'Submit', so a person makes no double press.
 */
const DOUBLE_PRESS_MS = 1_100;

type Running = Readonly<{ driver: WebDriver; stop: () => Promise<void> }>;

/** A phone with WebKit, the engine of Safari. `features`: the WebKit features that this version of iOS has. */
export class WebDriverPhone implements Phone {
  readonly complaints: string[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), 'veld-webkit-'));
  readonly #address: string;
  readonly #features: readonly string[];
  readonly #options: PhoneOptions;
  #running: Running | undefined;
  #pressedAt = Number.NEGATIVE_INFINITY;

  constructor(features: readonly string[], address: string, options: PhoneOptions) {
    this.#features = features;
    this.#address = address;
    this.#options = options;
  }

  get #driver(): WebDriver {
    if (this.#running === undefined) throw new Error('The phone is switched off.');
    return this.#running.driver;
  }

  async switchOn(): Promise<void> {
    const path = findEngine('webkit');
    if (path === undefined) throw new Error('There is no WebKit here.');
    const screen = await startScreen();
    const port = await freePort();
    const service = spawn(path, ['-p', String(port)], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        DISPLAY: screen.display,
        GDK_BACKEND: 'x11',
        TZ: 'Africa/Johannesburg',
      },
    });
    createInterface(service.stderr).on('line', (line) => {
      if (isComplaint(line)) this.complaints.push(line);
    });
    const stop = async (): Promise<void> => {
      if (service.pid !== undefined) await killFamilyOf(service.pid);
      await screen.stop();
    };
    try {
      const driver = await this.#connect(port);
      this.#running = { driver, stop };
    } catch (fault) {
      await stop();
      throw fault;
    }
  }

  async open(path: string): Promise<void> {
    await answered(`open ${path}`, this.#driver.get(this.#address + path));
    // If a page is left within 100 ms of its start, WebKit keeps its read transactions open, and later writes wait for ever.
    await waitForShown(this.#shown, /Online|Offline|Not reached/, SCREEN_PATIENCE_MS);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }

  async goBack(): Promise<void> {
    await answered('back', this.#driver.navigate().back());
  }

  async sees(text: string | RegExp, within = SCREEN_PATIENCE_MS): Promise<void> {
    await waitForShown(this.#shown, text, within);
  }

  async seesNot(text: string): Promise<void> {
    await waitForGone(this.#shown, text, SCREEN_PATIENCE_MS);
  }

  async press(name: string, kind: Pressable = 'button'): Promise<void> {
    const wait = this.#pressedAt + DOUBLE_PRESS_MS - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    await this.#touch(kind, name, (element) => element.click());
    this.#pressedAt = performance.now();
  }

  async fill(label: string, text: string): Promise<void> {
    await this.#touch('field', label, async (field) => {
      await field.clear();
      await field.sendKeys(text);
    });
  }

  async choose(label: string, option: string): Promise<void> {
    await this.#touch('field', label, async (list) => {
      for (const each of await list.findElements({ css: 'option' }))
        if ((await each.getText()) === option) return each.click();
      throw new Error(`'${label}' has no '${option}'.`);
    });
  }

  async tick(label: string): Promise<void> {
    await this.#touch('field', label, async (box) => {
      if (!(await box.isSelected())) await box.click();
    });
  }

  async valueOf(label: string): Promise<string> {
    return this.#touch('field', label, (field) => field.getProperty('value'));
  }

  async addFile(label: string, path: string): Promise<void> {
    await this.#touch('field', label, (field) => field.sendKeys(path));
  }

  async sign(label: string): Promise<void> {
    await this.#touch('field', label, async (pad) => {
      const { x, y, width, height } = await this.#driver.executeScript<DOMRect>(
        'return arguments[0].getBoundingClientRect().toJSON()',
        pad,
      );
      const line = this.#driver.actions({ async: true });
      const move = (along: number, down: number) =>
        line.move({
          x: Math.round(x + width / 8 + along),
          y: Math.round(y + height / 2 + down),
          duration: 10,
          origin: Origin.VIEWPORT,
        });
      move(0, 0).press();
      for (let step = 1; step <= 20; step += 1) move(step * 9, Math.sin(step) * 25);
      await line.release().perform();
    });
  }

  async run<Result, Argument>(
    work: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result> {
    const script = `
      const done = arguments[1];
      Promise.resolve((${work})(arguments[0])).then(
        (value) => done({ value }),
        (fault) => done({ fault: String(fault) }),
      );`;
    const { value, fault } = await answered(
      'run',
      this.#driver.executeAsyncScript<{ value: Result; fault?: string }>(script, argument),
    );
    if (fault !== undefined) throw new Error(fault);
    return value;
  }

  async path(): Promise<string> {
    return new URL(await answered('path', this.#driver.getCurrentUrl())).pathname;
  }

  async kill(): Promise<void> {
    await this.#running?.stop();
    this.#running = undefined;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  async #connect(port: number): Promise<WebDriver> {
    const { width = 360, isDark = false, isPrivate = false, location = 'fix' } = this.#options;
    const settings = {
      folder: isPrivate ? null : this.#folder,
      width,
      height: 740,
      isDark,
      location,
      features: this.#features,
    };
    const host = join(import.meta.dirname, 'webkit-host.js');
    const server = `http://127.0.0.1:${port}`;
    await expect
      .poll(() =>
        fetch(`${server}/status`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true);
    return answered(
      'start',
      new Builder()
        .usingServer(server)
        .withCapabilities({
          browserName: 'veld-webkit',
          'webkitgtk:browserOptions': {
            binary: '/usr/bin/gjs',
            args: ['-m', host, JSON.stringify(settings)],
          },
        })
        .build(),
    );
  }

  /**
   * Returns the driver's error instead of a text while the page navigates. Then a test that waits too long says the reason. Does not use
   * `run`: if the page navigates while a script waits in it, the driver may never answer.
   */
  readonly #shown = (): Promise<string> =>
    answered('look', this.#driver.executeScript<string>(`return (${shownText})()`)).catch(
      (fault: unknown) => {
        if (fault instanceof error.WebDriverError) return `(${fault.name}: ${fault.message})`;
        throw fault;
      },
    );

  /** Returns false if the element moves within 100 ms, for example while the page scrolls. WebKit would press its old position. */
  async #isAtRest(element: WebElement): Promise<boolean> {
    const place = () =>
      this.#driver.executeScript<string>(
        'return JSON.stringify(arguments[0].getBoundingClientRect())',
        element,
      );
    const before = await answered('place', place());
    await new Promise((resolve) => setTimeout(resolve, 100));
    return before === (await answered('place', place()));
  }

  /** Finds an element by its name, scrolls it to the middle of the screen, and runs `act` on it. */
  async #touch<T>(
    kind: Pressable | 'field',
    name: string,
    act: (element: WebElement) => Promise<T>,
  ): Promise<T> {
    const end = Date.now() + SCREEN_PATIENCE_MS;
    for (;;) {
      const element = await answered(
        `find '${name}'`,
        this.#driver.executeScript<WebElement | null>(
          `return (${namedElement})(arguments[0], arguments[1])`,
          kind,
          name,
        ),
      );
      try {
        if (element !== null && (kind === 'field' || (await this.#isAtRest(element))))
          return await answered(`touch '${name}'`, act(element));
      } catch (fault) {
        if (!isPassing(fault) || Date.now() > end) throw fault;
      }
      if (Date.now() > end) throw new Error(`There is no ${kind} '${name}' on the screen.`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
