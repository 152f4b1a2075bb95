import { describe, expect, it } from 'vitest';
import { withDrainLease } from '../../../src/sync/drain/lease.ts';
import type { Lock } from '../../../src/sync/ports/ports.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

/** A browser without Web Locks: the lease alone keeps drains apart. */
const noLocks: Lock = {
  excludes: false,
  ifFree: async (_, work) => ({ ran: true, value: await work() }),
};

const minute = 60_000;

describe('the lease of a drain', () => {
  it('is renewed while the drain runs', async () => {
    const world = new SyncWorld();
    await world.submitted();
    // Each call takes longer than a lease lasts.
    world.backend.delay = (_, signal) => world.clock.sleep(1.5 * minute, signal);
    const { signal } = new AbortController();
    const looks: (string | null)[] = [];
    const looking = (async () => {
      for (let n = 0; n < 12; n += 1) {
        await world.clock.sleep(minute / 2, signal);
        const { lease } = world.disk;
        looks.push(lease !== null && lease.until <= world.clock.now() ? 'ran out' : null);
      }
    })();
    await world.drain({ maxCallMs: 10 * minute }, world.ports({ lock: noLocks }));
    await world.clock.run(looking);
    expect(looks.filter((look) => look !== null)).toEqual([]);
  });

  it('stops its drain soon after it was lost', async () => {
    const world = new SyncWorld();
    const { signal } = new AbortController();
    const work = withDrainLease(world.ports(), signal, async (lease) => {
      world.disk.lease = { owner: 'another', until: world.clock.now() + minute, length: minute };
      await world.clock.sleep(minute / 2, lease.signal);
      return lease.signal.aborted;
    });
    expect(await world.clock.run(work)).toBe(true);
  });

  it('is released when the drain ends', async () => {
    const world = new SyncWorld();
    await world.submitted();
    await world.drain();
    expect(world.disk.lease).toBeNull();
  });

  it('ends with the calls of a drain that throws, so that the next drain sends nothing beside them', async () => {
    const world = new SyncWorld();
    await world.submitted();
    world.backend.delay = (_, signal) => world.clock.sleep(minute, signal);
    const { store, ...ports } = world.ports();
    let reads = 0;
    const queued: typeof store.queued = async () => {
      reads += 1;
      if (reads > 2) throw new DOMException('made for the test', 'VersionError');
      return store.queued();
    };
    const throwing = world.drain({}, { ...ports, store: { ...store, queued } });
    await expect(world.clock.run(throwing)).rejects.toThrow('made for the test');
    expect(world.backend.underWay).toBe(0);
    await world.drain();
    expect(world.backend.mostUnderWay).toBe(1);
  });

  it('excludes a second drain without Web Locks', async () => {
    const world = new SyncWorld();
    await world.submitted();
    world.backend.delay = (_, signal) => world.clock.sleep(5 * minute, signal);
    const { signal } = new AbortController();
    const second = (async () => {
      await world.clock.sleep(2 * minute, signal);
      return world.drain({}, world.ports({ lock: noLocks }));
    })();
    const first = world.drain(
      { maxCallMs: 10 * minute, budgetMs: minute },
      world.ports({ lock: noLocks }),
    );
    expect((await world.clock.run(second)).status).toBe('busy');
    expect((await world.clock.run(first)).status).toBe('drained');
  });
});
