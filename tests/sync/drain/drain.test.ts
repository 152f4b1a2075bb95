import { describe, expect, it } from 'vitest';
import { POOL_GOAL } from '../../../src/store/outbox/form-guids.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

describe('a drain', () => {
  it('sends the plan in order and leaves a receipt', async () => {
    const world = new SyncWorld();
    const id = await world.submitted({ documents: ['idDocument', 'idDocument'] });
    const result = await world.drain();
    expect(result).toMatchObject({ status: 'drained', delivered: 1, waiting: 0, hold: null });
    expect(world.backend.calls().slice(0, 5)).toEqual([
      'GetInfo',
      'RegisterSim',
      'SaveSignature',
      'SaveIdDocument',
      'SaveIdDocument',
    ]);
    expect(world.row(id)).toMatchObject({
      status: 'delivered',
      personal: null,
      receipt: { name: 'T. N.' },
    });
    expect(world.backend.documentNames()).toHaveLength(2);
  });

  it('leaves no personal data', async () => {
    const world = new SyncWorld();
    await world.submitted();
    await world.drain();
    const { disk } = world;
    expect([disk.drafts.size, disk.attachments.size, disk.blobs.size]).toEqual([0, 0, 0]);
    expect([disk.payloads.size, disk.strokes.length]).toEqual([0, 0]);
    expect([...world.copyDisk.keys()]).toEqual(['mark']);
    expect(JSON.stringify([...disk.submissions.values()])).not.toMatch(/Nkosi|8001015009087/);
  });

  it('keeps unused form numbers in the pool for a day', async () => {
    const world = new SyncWorld();
    await world.submitted();
    await world.drain();
    expect(world.disk.formGuids).toHaveLength(POOL_GOAL);
    expect(new Set(world.backend.handedOut).size).toBe(POOL_GOAL + 1);
    expect(world.backend.forms.size).toBe(1);
  });

  it('sends a new submission before it fills the pool', async () => {
    const world = new SyncWorld();
    await world.submitted();
    let calls = 0;
    world.backend.faultOf = ({ call }) => {
      calls += call === 'GetInfo' ? 1 : 0;
      return undefined;
    };
    const ports = world.ports();
    await world.drain(
      {},
      {
        ...ports,
        onInfo: async (info) => {
          if (calls === 4) await world.submitted();
          await ports.onInfo(info);
        },
      },
    );
    expect(world.disk.formGuids.length).toBeLessThan(POOL_GOAL);
    await world.drain();
    expect(world.backend.forms.size).toBe(2);
    expect(world.disk.formGuids).toHaveLength(POOL_GOAL);
  });

  it('uses a form number of the pool', async () => {
    const world = new SyncWorld();
    world.pool(5);
    await world.submitted();
    await world.drain();
    expect(world.backend.calls()[0]).toBe('RegisterSim');
  });

  it('sends the oldest first', async () => {
    const world = new SyncWorld();
    world.pool(5);
    const first = await world.submitted();
    await world.submitted();
    await world.submitted();
    await world.drain();
    const [earliest] = world.backend.sent;
    expect(earliest?.request).toMatchObject({ formId: world.row(first).formId });
  });
});
