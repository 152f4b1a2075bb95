import { describe, expect, it } from 'vitest';
import { SyncWorld } from '../../support/world/sync-world.ts';

const hour = 3_600_000;

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
  it('counts once if concurrent calls fail together', async () => {
    const world = new SyncWorld();
    world.pool(5);
    for (let n = 0; n < 3; n += 1) await world.submitted();
    world.backend.faultOf = () => ({ fault: 'lost' });
    await world.drain({ budgetMs: 250 });
    expect(world.backend.mostUnderWay).toBe(3);
    expect(world.disk.hold).toMatchObject({ reason: 'network', tries: 1 });
  });
});
