import { describe, expect, it } from 'vitest';
import { clearBackoff } from '../../../src/sync/drain/throttle.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

const hour = 3_600_000;

/** Returns the hold after a night without signal. */
const afterTheNight = (now: number) =>
  ({
    reason: 'network',
    since: now - 8 * hour,
    nextProbeAt: now - 1,
    httpStatus: null,
    tries: 40,
  }) as const;

describe('a wait that was stored under another clock', () => {
  it('does not stop the outbox if the clock was set back by a few hours', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    const now = world.clock.now();
    world.disk.hold = {
      reason: 'busy',
      since: now + 3 * hour,
      nextProbeAt: now + 3 * hour,
      httpStatus: 503,
      tries: 1,
    };
    await world.drain();
    expect(world.row(id).status).toBe('delivered');
  });

  it('does not stop one submission', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    world.disk.put({
      ...world.row(id),
      nextAttemptAt: world.clock.now() + 23 * hour,
    });
    await world.drain();
    expect(world.row(id).status).toBe('delivered');
  });
});

describe('a wait of the whole outbox', () => {
  it.each([
    ['network', { fault: 'lost' }],
    ['busy', { fault: 'status', httpStatus: 503 }],
  ] as const)('counts once if concurrent calls fail together (%s)', async (reason, fault) => {
    const world = new SyncWorld();
    world.pool(5);
    for (let n = 0; n < 3; n += 1) await world.submitted();
    world.backend.faultOf = () => fault;
    await world.drain({ budgetMs: 250 });
    expect(world.backend.mostUnderWay).toBe(3);
    expect(world.disk.hold).toMatchObject({ reason, tries: 1 });
  });
});

describe('the end of all waits', () => {
  it('opens no transaction for a submission that does not wait', async () => {
    const world = new SyncWorld();
    const waiting = await world.submitted();
    await world.submitted();
    world.disk.put({ ...world.row(waiting), nextAttemptAt: world.clock.now() + hour });
    const ports = world.ports();
    const { store } = ports;
    const changed: string[] = [];
    const change: typeof store.change = (id, ...rest) => {
      changed.push(id);
      return store.change(id, ...rest);
    };
    await clearBackoff({ ...ports, store: { ...store, change } }, 'visible');
    expect(changed).toEqual([waiting]);
    expect(world.row(waiting).nextAttemptAt).toBeNull();
  });
});

describe('a call that began before the network came back, and fails after it', () => {
  it.each(['online', 'visible', 'start', 'sync'] as const)(
    'delays nothing: the drain tries again at once (%s)',
    async (reason) => {
      const world = new SyncWorld();
      const id = await world.submitted();
      world.disk.hold = afterTheNight(world.clock.now());
      const ports = world.ports({ random: () => 0.999 });
      let calls = 0;
      world.backend.delay = async () => {
        calls += 1;
        if (calls === 1) await clearBackoff(ports, reason);
      };
      world.backend.faultOf = () => (calls === 0 ? { fault: 'lost' } : undefined);
      const before = world.clock.ticks();
      await world.drain({}, ports);
      expect(world.row(id).status).toBe('delivered');
      expect(world.clock.ticks() - before).toBeLessThan(5_000);
    },
  );

  it('delays nothing if the device reported to be offline', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    world.disk.hold = afterTheNight(world.clock.now());
    let calls = 0;
    const ports = world.ports({ random: () => 0.999, looksOffline: () => calls < 2 });
    world.backend.delay = async () => {
      calls += 1;
      if (calls === 1) await clearBackoff(ports, 'online');
    };
    world.backend.faultOf = () => (calls === 0 ? { fault: 'lost' } : undefined);
    const before = world.clock.ticks();
    await world.drain({}, ports);
    expect(world.row(id).status).toBe('delivered');
    expect(world.clock.ticks() - before).toBeLessThan(5_000);
  });
});

describe('a device that reported to be offline for a night', () => {
  it('asked rarely, and after the first lost call it waits for seconds only', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    let isOffline = true;
    const ports = world.ports({ random: () => 0.999, looksOffline: () => isOffline });
    world.backend.faultOf = () => ({ fault: 'lost' });
    const asked = () => world.backend.sent.length;
    const night = world.clock.now() + 8 * hour;
    while (world.clock.now() < night) {
      await world.drain({}, ports);
      world.clock.pass(Math.max((world.disk.hold?.nextProbeAt ?? 0) - world.clock.now(), 1000));
    }
    expect(asked()).toBeLessThan(130);
    // The network is back. But the page missed the 'online' event, and the first call over the new network is lost.
    isOffline = false;
    let lost = 1;
    world.backend.faultOf = () => {
      lost -= 1;
      return lost >= 0 ? { fault: 'lost' } : undefined;
    };
    const before = world.clock.ticks();
    await world.drain({ reason: 'start' }, ports);
    expect(world.row(id).status).toBe('delivered');
    expect(world.clock.ticks() - before).toBeLessThan(6_000);
  });
});
