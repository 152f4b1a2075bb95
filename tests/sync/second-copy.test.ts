import { describe, expect, it } from 'vitest';
import { SyncWorld } from '../support/sync-world.ts';

describe('the second copy of a submission', () => {
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
