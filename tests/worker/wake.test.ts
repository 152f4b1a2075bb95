import { beforeEach, describe, expect, it } from 'vitest';
import { DRAIN_RUNNING } from '../../src/sync/worker-messages.ts';
import { createWake, type NextAt, type WakePorts } from '../../src/worker/wake.ts';
import { FakePage, FakeTarget, FakeTimers, settle } from './fakes.ts';

class FakeWorker {
  readonly asked: unknown[] = [];
  nextAt: NextAt = null;
  /** True: the worker takes messages and does not answer. */
  isDead = false;
  reply: MessagePort | undefined;
  readonly postMessage = (message: unknown, [reply]: MessagePort[]): void => {
    this.asked.push(message);
    this.reply = reply;
    if (this.isDead) return;
    reply?.postMessage(this.nextAt);
    reply?.close();
  };
}

class FakeContainer extends FakeTarget {
  controller: FakeWorker | null = null;
}

let container: FakeContainer;
let worker: FakeWorker;
let page: FakePage;
let network: FakeTarget;
let timers: FakeTimers;
let drained: string[];
let nextAt: NextAt;
let exists: boolean;
let ports: WakePorts;

beforeEach(() => {
  container = new FakeContainer();
  worker = new FakeWorker();
  container.controller = worker;
  page = new FakePage();
  network = new FakeTarget();
  timers = new FakeTimers();
  drained = [];
  nextAt = null;
  exists = true;
  ports = {
    container,
    hasBackgroundSync: true,
    page,
    network,
    now: () => timers.now,
    every: timers.every,
    schedule: timers.later,
    databaseExists: async () => exists,
    drainInPage: async (reason) => {
      drained.push(reason);
      return nextAt;
    },
  };
});

const ask = (reason: string) => ({ type: 'DRAIN', reason });
/** Waits until sent messages have arrived. They arrive in a later turn of the event loop. */
const arrive = () => new Promise((resolve) => setTimeout(resolve, 30));

describe('a wake', () => {
  it('asks the worker if the browser can wake it by itself', () => {
    createWake(ports).wake();
    expect(worker.asked).toEqual([ask('start')]);
    expect(drained).toEqual([]);
  });

  it.each([
    ['no worker controls the page', { hasBackgroundSync: true }, true],
    ['there is no Background Sync', { hasBackgroundSync: false }, false],
    ['there are no service workers', { container: undefined }, false],
  ])('drains in the page where %s', async (_name, change, isUncontrolled) => {
    if (isUncontrolled) container.controller = null;
    createWake({ ...ports, ...change }).wake('online');
    await settle();
    expect(worker.asked).toEqual([]);
    expect(drained).toEqual(['online']);
  });

  it('loads nothing if the device has no database', async () => {
    container.controller = null;
    exists = false;
    createWake(ports).wake();
    await settle();
    expect(drained).toEqual([]);
  });

  it('survives a failed drain', async () => {
    ports = { ...ports, container: undefined, drainInPage: () => Promise.reject(new Error('no')) };
    createWake(ports).wake();
    await settle();
  });
});

describe('a worker that was asked', () => {
  it('that is silent for fifteen seconds is not waited for: the page drains', async () => {
    worker.isDead = true;
    createWake(ports).wake('online');
    timers.pass(14_999);
    await settle();
    expect(drained).toEqual([]);
    timers.pass(1);
    await settle();
    expect(drained).toEqual(['online']);
    worker.reply?.close();
  });

  it('is not disturbed while it reports that it runs', async () => {
    worker.isDead = true;
    createWake(ports).wake();
    for (let n = 0; n < 5; n += 1) {
      timers.pass(14_000);
      worker.reply?.postMessage(DRAIN_RUNNING);
      await arrive();
    }
    expect(drained).toEqual([]);
    timers.pass(15_000);
    await settle();
    expect(drained).toEqual(['start']);
    worker.reply?.close();
  });
});

describe('regular wakes', () => {
  it('asks at the start, when visible, on a network and every five minutes', () => {
    createWake(ports).wakeRegularly();
    page.become('hidden');
    page.become('visible');
    network.emit('online');
    timers.pass(300_000);
    expect(worker.asked).toEqual(['start', 'visible', 'online', 'timer'].map(ask));
  });

  it('asks a worker that takes control', () => {
    container.controller = null;
    exists = false;
    createWake(ports).wakeRegularly();
    container.controller = worker;
    container.emit('controllerchange');
    expect(worker.asked).toEqual([ask('start')]);
  });

  it('asks again when the next attempt is due, after any drain', async () => {
    worker.nextAt = 20_000;
    createWake(ports).wake();
    await arrive();
    timers.pass(19_999);
    expect(worker.asked).toHaveLength(1);
    worker.nextAt = null;
    timers.pass(1);
    expect(worker.asked).toEqual([ask('start'), ask('timer')]);
    await arrive();
    timers.pass(1_000_000);
    expect(worker.asked).toHaveLength(2);
  });

  it('asks again after a second at the earliest, and once', async () => {
    container.controller = null;
    nextAt = -5_000;
    const { wake } = createWake(ports);
    wake();
    await settle();
    wake();
    await settle();
    nextAt = null;
    timers.pass(999);
    expect(drained).toHaveLength(2);
    timers.pass(1);
    await settle();
    expect(drained).toHaveLength(3);
  });
});
