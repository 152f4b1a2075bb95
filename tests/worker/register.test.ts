import { beforeEach, describe, expect, it } from 'vitest';
import {
  DEFAULT_STRATEGY,
  type RegistrationPorts,
  registerWorker,
} from '../../src/worker/register.ts';
import { FakePage, FakeTarget, FakeTimers, settle } from './fakes.ts';

class FakeWorker extends FakeTarget {
  state: ServiceWorkerState = 'installing';
  become(state: ServiceWorkerState): void {
    this.state = state;
    this.emit('statechange');
  }
}

class FakeContainer extends FakeTarget {
  readonly registered: unknown[][] = [];
  readonly posted: unknown[] = [];
  failure: Error | undefined;
  controller: { postMessage: (message: unknown) => void } | null = null;
  /** The worker of the next registration. Null if one is installed already. */
  installing: FakeWorker | null = new FakeWorker();
  register = async (...args: unknown[]) => {
    this.registered.push(args);
    if (this.failure !== undefined) throw this.failure;
    return { installing: this.installing };
  };
  takeControl(): void {
    this.controller = { postMessage: (message) => this.posted.push(message) };
    this.emit('controllerchange');
  }
}

let container: FakeContainer;
let page: FakePage;
let network: FakeTarget;
let timers: FakeTimers;
let stable: () => void;
let reports: unknown[][];
let ports: RegistrationPorts;

beforeEach(() => {
  container = new FakeContainer();
  page = new FakePage();
  network = new FakeTarget();
  timers = new FakeTimers();
  reports = [];
  const whenStable = new Promise<void>((resolve) => {
    stable = resolve;
  });
  ports = {
    isProduction: true,
    container,
    page,
    network,
    every: timers.every,
    whenStable: () => whenStable,
    delay: timers.delay,
    scriptUrl: (url) => url,
    report: (...args) => reports.push(args),
  };
});

async function registeredAfter(ms: number): Promise<boolean> {
  timers.pass(ms);
  await settle();
  return container.registered.length > 0;
}

describe('the moment of registration', () => {
  it('registerImmediately does not wait', async () => {
    await registerWorker('registerImmediately', ports);
    expect(container.registered).toEqual([
      ['/ngsw-worker.js', { scope: '/', updateViaCache: 'none' }],
    ]);
  });

  it('registerWithDelay:N waits N ms, without N not at all', async () => {
    void registerWorker('registerWithDelay:2000', ports);
    expect(await registeredAfter(1_999)).toBe(false);
    expect(await registeredAfter(1)).toBe(true);
    void registerWorker('registerWithDelay', ports);
    timers.pass(0);
    await settle();
    expect(container.registered).toHaveLength(2);
  });

  it('registerWhenStable waits for a stable app, without a limit', async () => {
    void registerWorker('registerWhenStable', ports);
    expect(await registeredAfter(1_000_000)).toBe(false);
    stable();
    expect(await registeredAfter(0)).toBe(true);
  });

  it('is a stable app or 30,000 ms by default, whichever comes first', async () => {
    void registerWorker(DEFAULT_STRATEGY, ports);
    expect(await registeredAfter(29_999)).toBe(false);
    expect(await registeredAfter(1)).toBe(true);
    stable();
    await settle();
    expect(container.registered).toHaveLength(1);
  });

  it('throws for an unknown strategy', () => {
    expect(() => registerWorker('registerSometime:5', ports)).toThrow(
      new Error('Unknown ServiceWorker registration strategy: registerSometime:5'),
    );
  });
});

describe('registration', () => {
  it('happens only in production builds and with service workers', async () => {
    await registerWorker('registerImmediately', { ...ports, isProduction: false });
    await registerWorker('registerImmediately', { ...ports, container: undefined });
    expect(container.registered).toEqual([]);
  });

  it('that fails is logged', async () => {
    container.failure = new Error('no');
    await registerWorker('registerImmediately', ports);
    expect(reports).toEqual([['Service worker registration failed with:', container.failure]]);
  });

  it('tells a worker that takes control to initialise', async () => {
    await registerWorker('registerImmediately', ports);
    container.emit('controllerchange');
    expect(container.posted).toEqual([]);
    container.takeControl();
    expect(container.posted).toEqual([{ action: 'INITIALIZE' }]);
  });
});

describe('a first installation that fails', () => {
  async function firstInstallation(): Promise<FakeWorker> {
    const worker = new FakeWorker();
    container.installing = worker;
    await registerWorker('registerImmediately', ports);
    return worker;
  }

  async function tries(): Promise<number> {
    await settle();
    return container.registered.length;
  }

  it('is logged, once', async () => {
    (await firstInstallation()).become('redundant');
    expect(reports).toEqual([['Service worker registration failed with:', 'redundant']]);
  });

  it('is tried again when the phone is online, when the page becomes visible, and every 300,000 ms', async () => {
    (await firstInstallation()).become('redundant');
    container.failure = new TypeError('dropped');
    expect(await tries()).toBe(1);
    network.emit('online');
    expect(await tries()).toBe(2);
    timers.pass(299_999);
    expect(await tries()).toBe(2);
    timers.pass(1);
    expect(await tries()).toBe(3);
    page.become('hidden');
    timers.pass(3_000_000);
    expect(await tries()).toBe(3);
    page.become('visible');
    expect(await tries()).toBe(4);
    expect(reports).toHaveLength(4);
  });

  it('is tried again after a registration that failed, too', async () => {
    container.failure = new Error('no');
    await registerWorker('registerImmediately', ports);
    container.failure = undefined;
    network.emit('online');
    expect(await tries()).toBe(2);
    network.emit('online');
    expect(await tries()).toBe(2);
  });

  it('is not tried again while one runs, nor after a worker was installed', async () => {
    const worker = await firstInstallation();
    network.emit('online');
    expect(await tries()).toBe(1);
    // A worker that stops Veld's worker unregisters itself after its installation.
    for (const state of ['installed', 'redundant'] as const) worker.become(state);
    network.emit('online');
    timers.pass(300_000);
    expect(await tries()).toBe(1);
    expect(reports).toEqual([]);
  });

  it('is over if a worker is installed already', async () => {
    container.installing = null;
    await registerWorker('registerImmediately', ports);
    network.emit('online');
    expect(await tries()).toBe(1);
  });

  it('is not tried again once a worker controls the page', async () => {
    (await firstInstallation()).become('redundant');
    container.takeControl();
    network.emit('online');
    expect(await tries()).toBe(1);
  });
});
