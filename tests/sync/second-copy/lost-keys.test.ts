import { describe, expect, it } from 'vitest';
import { repairFromSecondCopy, withLostKeys } from '../../../src/sync/second-copy/repair.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

async function emptyStorages(world: SyncWorld): Promise<void> {
  for (const storage of world.storages)
    for (const name of await storage.names()) await storage.delete(name);
}

const report = async (world: SyncWorld) =>
  withLostKeys(world.ports(), await repairFromSecondCopy(world.ports()));

describe('a form whose key is lost in every storage', () => {
  it.each([false, true])('is reported as lost by itself (wiped: %s)', async (isWiped) => {
    const world = new SyncWorld();
    const ids = [await world.submitted(), await world.submitted()];
    const draft = await world.draft();
    await emptyStorages(world);
    const readable = await world.submitted();
    if (isWiped) world.disk.wipe();
    const { lost, restored } = await report(world);
    expect(lost.map(({ id }) => id).sort()).toEqual([...ids, ...(isWiped ? [] : [draft])].sort());
    expect(restored.map(({ id }) => id)).toEqual(isWiped ? [readable] : []);
  });

  it('is not reported while one storage has the secret or fails', async () => {
    const world = new SyncWorld();
    await world.submitted();
    const [first, second] = world.storages;
    for (const name of (await first?.names()) ?? []) await first?.delete(name);
    expect((await report(world)).lost).toEqual([]);
    Object.assign(second ?? {}, { get: () => Promise.reject(new Error('It does not answer.')) });
    expect((await report(world)).lost).toEqual([]);
  });

  it.each([true, false])(
    'needs attention at the first try, also without a form number (copied: %s)',
    async (isCopied) => {
      const world = new SyncWorld();
      const lost = await world.submitted();
      await emptyStorages(world);
      const { secondCopy } = world.ports();
      if (!isCopied) await secondCopy.remove(lost);
      await world.drain();
      expect(world.row(lost)).toMatchObject({ status: 'rejected' });
      expect(world.backend.sent.map(({ request }) => request.call)).not.toContain('RegisterSim');
    },
  );

  it('needs attention when it should be sent, and no part is sent', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const [lost, sent] = [await world.submitted(), await world.draft()];
    await emptyStorages(world);
    await world.settle();
    expect(world.row(lost).status).toBe('rejected');
    expect(world.row(sent).status).toBe('draft');
    expect(world.backend.forms.size).toBe(0);
    expect(await world.ports().store.submission(lost)).toBe('unreadable');
  });
});
