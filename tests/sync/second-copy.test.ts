import { describe, expect, it } from 'vitest';
import { SyncWorld } from '../support/sync-world.ts';

describe('the second copy of a submission', () => {
  it('is there before anything is sent, though its Submit died before it was', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    world.mirrorDisk.delete(id);
    world.disk.put({ ...world.row(id), mirrored: false });
    const hadCopy: boolean[] = [];
    world.backend.faultOf = (request) => {
      if (request.call !== 'GetInfo') hadCopy.push(world.mirrorDisk.get(id)?.size === 3);
      return undefined;
    };
    await world.drain();
    expect(hadCopy).toEqual([true, true, true]);
  });

  it('stays until the store has recorded the last step, and no longer', async () => {
    const world = new SyncWorld();
    const id = await world.submitted({ documents: ['idDocument', 'idDocument'] });
    const ports = world.ports();
    const hadCopy: boolean[] = [];
    await world.drain(
      {},
      {
        ...ports,
        store: {
          ...ports.store,
          record: async (...given) => {
            hadCopy.push(world.mirrorDisk.get(id)?.has('submission.json') === true);
            return ports.store.record(...given);
          },
        },
      },
    );
    expect(world.row(id).status).toBe('delivered');
    expect(hadCopy.length).toBeGreaterThan(6);
    expect(hadCopy).not.toContain(false);
    expect(world.mirrorDisk.has(id)).toBe(false);
  });
});
