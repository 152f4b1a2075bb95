import { describe, expect, it } from 'vitest';
import { SyncWorld } from '../support/sync-world.ts';

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

  it('leaves nothing personal behind', async () => {
    const world = new SyncWorld();
    await world.submitted();
    await world.drain();
    const { disk } = world;
    expect([disk.drafts.size, disk.attachments.size, disk.blobs.size]).toEqual([0, 0, 0]);
    expect([disk.payloads.size, disk.strokes.length]).toEqual([0, 0]);
    expect([...world.mirrorDisk.keys()]).toEqual(['mark']);
    expect(JSON.stringify([...disk.submissions.values()])).not.toMatch(/Nkosi|8001015009087/);
  });

  it('keeps five unused form numbers in the pool', async () => {
    const world = new SyncWorld();
    await world.submitted();
    await world.drain();
    expect(world.disk.formGuids).toHaveLength(5);
    expect(new Set(world.backend.handedOut).size).toBe(6);
    expect(world.backend.forms.size).toBe(1);
  });

  it('takes its form number from the pool', async () => {
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
