import { beforeEach, describe, expect, it } from 'vitest';
import {
  DEFAULT_STRATEGY,
  type RegistrationPorts,
  registerWorker,
} from '../../src/worker/register.ts';
import { FakeTarget, FakeTimers, settle } from './fakes.ts';

class FakeContainer extends FakeTarget {
  readonly registered: unknown[][] = [];
  readonly posted: unknown[] = [];
  failure: Error | undefined;
  controller: { postMessage: (message: unknown) => void } | null = null;
  register = async (...args: unknown[]): Promise<void> => {
    this.registered.push(args);
    if (this.failure !== undefined) throw this.failure;
  };
  takeControl(): void {
    this.controller = { postMessage: (message) => this.posted.push(message) };
    this.emit('controllerchange');
  }
}

let container: FakeContainer;
let timers: FakeTimers;
let stable: () => void;
let reports: unknown[][];
let ports: RegistrationPorts;

beforeEach(() => {
  container = new FakeContainer();
  timers = new FakeTimers();
  reports = [];
  const whenStable = new Promise<void>((resolve) => {
    stable = resolve;
  });
  ports = {
    isProduction: true,
    container,
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

  it('that fails is logged, and nothing else', async () => {
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
