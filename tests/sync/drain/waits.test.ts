import { describe, expect, it } from 'vitest';
import type { Hold } from '../../../src/domain/submission-types.ts';
import { clearBackoff } from '../../../src/sync/drain/throttle.ts';
import type { Fault } from '../../support/backend/model-backend.ts';
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

describe('one submission whose answers always hold the outbox', () => {
  const causes = [
    [401, 'RegisterSim'],
    [403, 'SaveIdDocument'],
    [404, 'SaveSignature'],
    [501, 'SaveIdDocument'],
  ] as const;
  const reasons = ['timer', 'visible', 'sync'] as const;
  it.each(causes.flatMap((cause) => reasons.map((reason) => [...cause, reason] as const)))(
    'does not keep the others from the server: %i at %s, drains by %s',
    async (httpStatus, call, reason) => {
      const world = new SyncWorld();
      world.pool(9);
      const bad = world.row(await world.submitted());
      const good = [];
      for (let n = 0; n < 5; n += 1) good.push(await world.submitted());
      world.backend.faultOf = (request) =>
        request.call === call && request.formId === bad.formId
          ? { fault: 'status', httpStatus }
          : undefined;
      for (let n = 0; n < 9; n += 1) {
        await world.drain({ reason });
        world.clock.pass(hour / 3);
      }
      expect(good.map((id) => world.row(id).status)).toEqual(good.map(() => 'delivered'));
      expect(world.row(bad.id).status).toBe('queued');
      world.backend.faultOf = () => undefined;
      await world.settle();
      expect(world.row(bad.id).status).toBe('delivered');
    },
  );
});

it('after a hold, several submissions are sent side by side again', async () => {
  const world = new SyncWorld();
  world.pool(9);
  const ids = [];
  for (let n = 0; n < 8; n += 1) ids.push(await world.submitted());
  world.backend.faultOf = () => ({ fault: 'status', httpStatus: 401 });
  // Each probe is another submission's.
  for (let n = 0; n < 8; n += 1) {
    await world.drain();
    world.clock.pass(hour);
  }
  world.backend.faultOf = () => undefined;
  await world.drain();
  expect(ids.map((id) => world.row(id).status)).toEqual(ids.map(() => 'delivered'));
  expect(world.backend.mostUnderWay).toBeGreaterThan(2);
});

describe('an answer that stops only one submission', () => {
  it.each<Fault>([
    { fault: 'lost' },
    { fault: 'foreign' },
    { fault: 'status', httpStatus: 503 },
    { fault: 'status', httpStatus: 403 },
  ])('ends the hold of the outbox: 500 after %o', async (first) => {
    const world = new SyncWorld();
    world.pool(1);
    await world.submitted();
    world.backend.faultOf = () => first;
    await world.drain({ budgetMs: 1 });
    expect(world.disk.hold).not.toBeNull();
    world.backend.faultOf = () => ({ fault: 'status', httpStatus: 500 });
    world.clock.pass(hour);
    await world.drain({ budgetMs: 1 });
    expect(world.disk.hold).toBeNull();
  });

  it.each([408, 425])('is waited for as long as the server asks: %i', async (httpStatus) => {
    const world = new SyncWorld();
    world.pool(1);
    await world.submitted();
    const headers = { 'retry-after': '600' };
    world.backend.faultOf = () => ({ fault: 'status', httpStatus, headers });
    await world.drain();
    const sent = world.backend.sent.length;
    for (const reason of ['timer', 'online', 'visible', 'sync', 'start'] as const)
      await world.drain({ reason });
    expect(world.backend.sent).toHaveLength(sent);
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

  it.each(['online', 'visible'] as const)(
    'keeps the wait of a busy server that a drain stores at the same time (%s)',
    async (reason) => {
      const world = new SyncWorld();
      const ports = world.ports();
      world.disk.hold = afterTheNight(world.clock.now());
      const nextProbeAt = world.clock.now() + hour;
      const busy: Hold = { reason: 'busy', since: 1, nextProbeAt, httpStatus: 503, tries: 1 };
      await Promise.all([clearBackoff(ports, reason), ports.store.changeHold(() => busy)]);
      expect(world.disk.hold).toEqual(busy);
    },
  );
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

  it('keeps the wait that a busy server asks for in its answer', async () => {
    const world = new SyncWorld();
    await world.submitted();
    world.disk.hold = afterTheNight(world.clock.now());
    const ports = world.ports();
    world.backend.delay = async () => clearBackoff(ports, 'online');
    const headers = { 'retry-after': '600' };
    world.backend.faultOf = () => ({ fault: 'status', httpStatus: 503, headers });
    await world.drain({}, ports);
    expect(world.disk.hold?.reason).toBe('busy');
    expect(world.backend.sent).toHaveLength(1);
  });

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
