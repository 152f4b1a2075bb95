import { closeSync, openSync, readdirSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { BackendProcess } from '../support/backend/backend-process.ts';
import { Device } from '../support/browser/device.ts';
import { WorkerControl } from '../support/browser/worker-control.ts';
import { pick, seededRandom } from '../support/fakes/seeded-random.ts';
import { FaultProxy, faultKinds, randomFaults } from '../support/network/fault-proxy.ts';
import { holdings } from './holdings.ts';
import type { Acknowledged } from './page/chaos.ts';
import { Typist } from './typist.ts';
import { judge } from './verdict.ts';

export type ChaosOptions = Readonly<{
  seed: number;
  /** The built app with the chaos page beside it. */
  dist: string;
  /** How many times the browser is killed. */
  lives: number;
  say?: (line: string) => void;
}>;

export type ChaosResult = Readonly<{
  acknowledged: number;
  /** Letters typed into forms until a kill. */
  keysTyped: number;
  browserKills: number;
  workerStops: number;
  backendKills: number;
  databasesDamaged: number;
  storesWiped: number;
  faults: Readonly<Record<string, number>>;
  calls: number;
  losses: readonly string[];
  twins: readonly string[];
  /** The undelivered submissions some time after the faults stopped, with the refused ones. Null if there are none. */
  stuck: string | null;
  personalDataLeft: readonly string[];
  /** From the end of the faults until everything was delivered, ms. */
  settledMs: number;
}>;

/** Everything must be delivered within this time (ms) after the faults have stopped. */
const settleWithin = 120_000;
/** Share of the calls that the proxy harms. */
const faultRate = 0.3;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * One run. The run kills the browser several times, and sometimes the backend. Meanwhile the page captures submissions and sends them
 * through a bad network. Then the faults stop, and everything is delivered. At the end the run checks the backend's data.
 */
export async function chaosRun(options: ChaosOptions): Promise<ChaosResult> {
  const backend = await BackendProcess.start({ VELD_DIST_DIR: options.dist });
  const proxy = await FaultProxy.start(backend.address);
  const device = new Device(proxy.address);
  try {
    return await new Run(options, backend, proxy, device).go();
  } finally {
    await device.remove();
    await proxy.stop();
    await backend.remove();
  }
}

class Run {
  readonly #options: ChaosOptions;
  readonly #backend: BackendProcess;
  readonly #proxy: FaultProxy;
  readonly #device: Device;
  readonly #random: () => number;
  readonly #acknowledged = new Map<number, Acknowledged>();
  readonly #typist: Typist;
  readonly #typedLosses: string[] = [];
  #next = 1;
  #browserKills = 0;
  #workerStops = 0;
  #backendKills = 0;
  #databasesDamaged = 0;
  #storesWiped = 0;

  constructor(options: ChaosOptions, backend: BackendProcess, proxy: FaultProxy, device: Device) {
    this.#options = options;
    this.#backend = backend;
    this.#proxy = proxy;
    this.#device = device;
    this.#random = seededRandom(options.seed);
    this.#typist = new Typist(seededRandom(options.seed + 2));
  }

  async go(): Promise<ChaosResult> {
    const { lives, seed } = this.#options;
    await this.#device.switchOn();
    await this.#device.installApp();
    // Hangs are rare, because each one takes the call's whole time limit.
    const kinds = faultKinds.filter((kind) => kind !== 'hang');
    this.#proxy.follow(randomFaults(seed + 1, faultRate, [...kinds, ...kinds, 'hang']));
    for (let life = 1; life <= lives; life += 1) await this.#life();
    return this.#calmDown();
  }

  /** Runs the browser from its start until the run kills it. */
  async #life(): Promise<void> {
    const page = await this.#start();
    // On a busy machine a life may end before its first submission. Then the kill would test nothing.
    if (this.#acknowledged.size === 0) await this.#capture(page);
    const deadline = performance.now() + 2000 + this.#random() * 8000;
    const killBackend = this.#random() < 0.4 ? this.#killBackend() : Promise.resolve();
    const busy = Promise.all([this.#work(page, deadline), this.#type(deadline)]);
    await Promise.race([busy, sleep(deadline - performance.now())]);
    // Kills the browser in the middle of its work.
    await this.#device.kill();
    this.#browserKills += 1;
    await busy;
    await killBackend;
    if (this.#random() < 0.2) this.#damageDatabase();
  }

  /** Opens one or two pages of the app. Also opens and returns the chaos page, through which the runner calls the app's code. */
  async #start(): Promise<Page> {
    if (this.#browserKills > 0) await this.#device.switchOn();
    const app = await this.#device.open('/outbox').catch(() => undefined);
    if (app !== undefined && this.#random() < 0.5) {
      const second = await this.#device.context.newPage();
      await second.goto(pick(['/', '/outbox', '/register'], this.#random)).catch(() => undefined);
    }
    return this.#chaosPage();
  }

  async #chaosPage(): Promise<Page> {
    const page = await this.#device.context.newPage();
    // The backend serves the pages too, and may be down.
    for (let tries = 0; ; tries += 1) {
      try {
        await page.goto('/chaos.html');
        await page.waitForFunction(() => 'veldChaos' in window, null, { timeout: 15_000 });
        break;
      } catch (error) {
        if (tries >= 20) throw error;
        await sleep(250);
      }
    }
    const isOld = await page.evaluate(() => window.veldChaos.mark());
    if (!isOld && this.#browserKills > 0) this.#storesWiped += 1;
    const kept = await page.evaluate(() => window.veldChaos.takeTypedNames());
    const loss = this.#typist.loss(kept);
    // A draft gets a second copy at its first change of section. The typist never changes the section. So a wiped draft is no loss.
    if (isOld && loss !== null) this.#typedLosses.push(loss);
    await page.evaluate(() => window.veldChaos.aMinuteLater());
    return page;
  }

  /** Does one thing after the other until the browser is gone. Never rejects. */
  async #work(page: Page, deadline: number): Promise<void> {
    const worker = await WorkerControl.of(page).catch(() => null);
    const isUp = (): boolean => performance.now() < deadline && !page.isClosed();
    while (isUp()) {
      try {
        await this.#act(page, worker);
      } catch (error) {
        // After the kill, an error is expected. Any earlier error is reported.
        if (isUp()) this.#options.say?.(`  (${String(error).split('\n')[0]})`);
      }
    }
  }

  /** In about every second life, the typist fills in a form. Never rejects. */
  async #type(deadline: number): Promise<void> {
    if (this.#random() < 0.5) return;
    const isUp = (): boolean => performance.now() < deadline;
    try {
      const page = await this.#device.context.newPage();
      await page.goto('/register');
      await this.#typist.type(page, isUp);
    } catch (error) {
      if (isUp()) this.#options.say?.(`  (${String(error).split('\n')[0]})`);
    }
  }

  async #act(page: Page, worker: WorkerControl | null): Promise<void> {
    const chance = this.#random();
    if (chance < 0.25) await this.#capture(page);
    else if (chance < 0.4) {
      // Runs beside the worker's drain. Nobody waits for its end.
      void page.evaluate(() => window.veldChaos.drainHere()).catch(() => undefined);
    } else if (chance < 0.72) {
      await page.evaluate(() => window.veldChaos.aMinuteLater());
      await page.evaluate(() => window.veldChaos.sendNow());
      await page.evaluate(() => window.veldChaos.wakeWorker());
    } else if (chance < 0.82) {
      // Stops the worker some time after a drain began.
      await sleep(this.#random() * 300);
      await worker?.stopAll();
      this.#workerStops += 1;
    } else if (chance < 0.88) {
      await this.#device.goOffline();
      await sleep(this.#random() * 400);
      await this.#device.goOnline();
    } else if (chance < 0.94) {
      const [app] = this.#device.context.pages();
      if (app !== page) await app?.reload({ timeout: 5000 });
    } else await sleep(this.#random() * 500);
  }

  async #capture(page: Page): Promise<void> {
    const index = this.#next;
    this.#next += 1;
    const told = await page.evaluate((at) => window.veldChaos.capture(at), index);
    this.#acknowledged.set(index, told);
    await page.evaluate(() => window.veldChaos.wakeWorker());
  }

  async #killBackend(): Promise<void> {
    await sleep(this.#random() * 4000);
    await this.#backend.stop('SIGKILL');
    this.#backendKills += 1;
    await sleep(this.#random() * 1500);
    await this.#backend.resume();
  }

  /** Flips eight bytes in the middle of the closed database's log, as a failing disk would. */
  #damageDatabase(): void {
    const folder = join(this.#device.profile, 'Default', 'IndexedDB');
    const [log] = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.log'))
      .map((entry) => join(entry.parentPath, entry.name));
    if (log === undefined) return;
    const file = openSync(log, 'r+');
    const bytes = Buffer.alloc(8);
    const at = 4096 + Math.floor(this.#random() * 4096);
    if (readSync(file, bytes, 0, 8, at) === 8) {
      for (let index = 0; index < 8; index += 1) bytes[index] = 0xff ^ (bytes[index] ?? 0);
      writeSync(file, bytes, 0, 8, at);
      this.#databasesDamaged += 1;
    }
    closeSync(file);
  }

  async #calmDown(): Promise<ChaosResult> {
    const faults = this.#proxy.counts;
    this.#proxy.calm();
    const page = await this.#start();
    const started = performance.now();
    for (const told of await page.evaluate(() => window.veldChaos.submitLeftDrafts()))
      this.#acknowledged.set(told.index, told);
    const left = async (): Promise<number> => {
      const { queued = 0 } = await page.evaluate(() => window.veldChaos.statusCounts());
      return queued;
    };
    while ((await left()) > 0 && performance.now() - started < settleWithin) {
      // Does the same as a person who looks at the outbox and presses 'Send now'.
      await page.evaluate(() => window.veldChaos.sendNow());
      await page.evaluate(() => window.veldChaos.wakeWorker());
      for (let looks = 0; looks < 10 && (await left()) > 0; looks += 1) await sleep(200);
    }
    const settledMs = performance.now() - started;
    const { queued = 0, rejected = 0 } = await page.evaluate(() => window.veldChaos.statusCounts());
    const isStuck = queued + rejected > 0;
    // Waits for late repeated calls.
    await sleep(1000);
    const indexes = Array.from({ length: this.#next - 1 }, (_, index) => index + 1);
    const { losses, twins } = judge(
      [...this.#acknowledged.values()],
      holdings(this.#backend.dataDir),
    );
    return {
      acknowledged: this.#acknowledged.size,
      keysTyped: this.#typist.keys,
      browserKills: this.#browserKills,
      workerStops: this.#workerStops,
      backendKills: this.#backendKills,
      databasesDamaged: this.#databasesDamaged,
      storesWiped: this.#storesWiped,
      faults: { ...faults },
      calls: this.#proxy.requests.length,
      losses: [...losses, ...this.#typedLosses],
      twins,
      stuck: isStuck ? await page.evaluate(() => window.veldChaos.stuck()) : null,
      personalDataLeft: isStuck ? [] : await this.#personalDataLeft(page, indexes),
      settledMs,
    };
  }

  /** Checks again for 20 s, because the last drain deletes the copy after it has recorded the delivery. */
  async #personalDataLeft(page: Page, indexes: readonly number[]): Promise<readonly string[]> {
    for (let looks = 1; ; looks += 1) {
      const left = await page.evaluate((all) => window.veldChaos.personalDataLeft(all), indexes);
      if (left.length === 0 || looks === 40) return left;
      await sleep(500);
    }
  }
}
