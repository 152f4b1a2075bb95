import { describe, expect, it } from 'vitest';
import { SyncWorld } from '../support/sync-world.ts';

const hour = 3_600_000;

describe('a wait that was written under another clock', () => {
  it('does not stop the outbox, where the clock was set back by a few hours', async () => {
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
    world.disk.submissions.set(id, {
      ...world.row(id),
      nextAttemptAt: world.clock.now() + 23 * hour,
    });
    await world.drain();
    expect(world.row(id).status).toBe('delivered');
  });
});
