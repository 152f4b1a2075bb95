import { beforeEach, describe, expect, it } from 'vitest';
import { type UpdatePorts, type WorkerLike, watchUpdates } from '../../src/worker/updates.ts';
import { FakePage, FakeTarget, FakeTimers, settle } from './fakes.ts';

class FakeWorker extends FakeTarget implements WorkerLike {
  state: ServiceWorkerState = 'installing';
  readonly posted: unknown[] = [];
  postMessage = (message: unknown): void => {
    this.posted.push(message);
  };
  become(state: ServiceWorkerState): void {
    this.state = state;
    this.emit('statechange');
  }
}

class FakeRegistration extends FakeTarget {
  waiting: FakeWorker | null = null;
  installing: FakeWorker | null = null;
  checks = 0;
  update = async (): Promise<void> => {
    this.checks += 1;
    throw new TypeError('offline');
  };
  find(): FakeWorker {
    this.installing = new FakeWorker();
    this.emit('updatefound');
    return this.installing;
  }
}

class FakeContainer extends FakeTarget {
  controller: unknown = {};
  readonly registration = new FakeRegistration();
  readonly ready = Promise.resolve(this.registration);
}

let container: FakeContainer;
let page: FakePage;
let timers: FakeTimers;
let did: string[];
let ports: UpdatePorts;
let activations: ((isQuiet: () => boolean) => void)[];
let isSaved: boolean;

beforeEach(() => {
  container = new FakeContainer();
  page = new FakePage();
  timers = new FakeTimers();
  did = [];
  activations = [];
  isSaved = true;
  ports = {
    container,
    page,
    every: timers.every,
    reload: () => did.push('reload'),
    flush: async () => {
      await settle();
      did.push('flush');
      return isSaved;
    },
  };
});

const watch = () => watchUpdates(ports, (activate) => activations.push(activate));

describe('checks for updates', () => {
  it('run when the page becomes visible and every 300,000 ms while it is', async () => {
    await watch();
    const { registration } = container;
    expect(registration.checks).toBe(0);
    timers.pass(299_999);
    expect(registration.checks).toBe(0);
    timers.pass(1);
    expect(registration.checks).toBe(1);
    page.become('hidden');
    timers.pass(3_000_000);
    expect(registration.checks).toBe(1);
    page.become('visible');
    expect(registration.checks).toBe(2);
    timers.pass(600_000);
    expect(registration.checks).toBe(4);
  });
});

describe('a new version', () => {
  it('is reported once, when it is installed beside the running one', async () => {
    await watch();
    const worker = container.registration.find();
    expect(activations).toHaveLength(0);
    worker.become('installed');
    worker.become('installed');
    expect(activations).toHaveLength(1);
  });

  it('is reported at the start if it already waits', async () => {
    container.registration.waiting = new FakeWorker();
    await watch();
    expect(activations).toHaveLength(1);
  });

  it('is not the first worker of all', async () => {
    container.controller = null;
    await watch();
    container.registration.find().become('installed');
    expect(activations).toHaveLength(0);
  });

  it('that could not be loaded completely changes nothing', async () => {
    await watch();
    container.registration.find().become('redundant');
    expect(activations).toHaveLength(0);
  });

  it('is asked to take over again and again, until it does', async () => {
    await watch();
    const worker = container.registration.find();
    worker.become('installed');
    activations[0]?.(() => true);
    timers.pass(25_000);
    expect(worker.posted).toEqual(Array(3).fill({ type: 'SKIP_WAITING' }));
    worker.become('activating');
    timers.pass(60_000);
    expect(worker.posted).toHaveLength(3);
  });

  it('is not asked to take over while the moment is not quiet', async () => {
    await watch();
    const worker = container.registration.find();
    worker.become('installed');
    let isQuiet = true;
    activations[0]?.(() => isQuiet);
    expect(worker.posted).toHaveLength(1);
    isQuiet = false;
    timers.pass(600_000);
    expect(worker.posted).toHaveLength(1);
    isQuiet = true;
    timers.pass(10_000);
    expect(worker.posted).toHaveLength(2);
  });
});

describe('taking over', () => {
  it('reloads once, after typed text is saved', async () => {
    await watch();
    container.emit('controllerchange');
    container.emit('controllerchange');
    expect(did).toEqual([]);
    await settle();
    await settle();
    expect(did).toEqual(['flush', 'reload']);
  });

  it.each(['not saved', 'failed'])(
    'does not reload while text or a file is %s, and tries again',
    async (how) => {
      isSaved = false;
      const { flush } = ports;
      if (how === 'failed')
        ports = {
          ...ports,
          flush: async () => {
            if (!(await flush())) throw new Error('full');
            return true;
          },
        };
      await watch();
      container.emit('controllerchange');
      await settle();
      await settle();
      timers.pass(10_000);
      await settle();
      await settle();
      expect(did).toEqual(['flush', 'flush']);
      isSaved = true;
      timers.pass(10_000);
      await settle();
      await settle();
      timers.pass(600_000);
      await settle();
      expect(did).toEqual(['flush', 'flush', 'flush', 'reload']);
    },
  );

  it('does not reload for the first worker, but for the next', async () => {
    container.controller = null;
    await watch();
    container.emit('controllerchange');
    await settle();
    await settle();
    expect(did).toEqual([]);
    container.emit('controllerchange');
    await settle();
    await settle();
    expect(did).toEqual(['flush', 'reload']);
  });
});
