import { describe, expect, it } from 'vitest';
import { repairFromMirror } from '../../src/sync/mirror/mirror-repair.ts';
import { submit } from '../../src/sync/submit/submit.ts';
import { KilledError, killable } from '../support/killable-ports.ts';
import { SyncWorld, signature } from '../support/sync-world.ts';

const sheetName = 'submission.json';

describe('a second copy after the store was wiped', () => {
  it('is not believed where a letter of its manifest has changed, and that is told', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    const folder = world.mirrorDisk.get(id);
    folder?.set(sheetName, String(folder.get(sheetName)).replace('draft', 'graft'));
    world.disk.wipe();
    const { lost, restored } = await repairFromMirror(world.ports());
    expect(restored).toEqual([]);
    expect(lost).toEqual([{ id, customerName: '', files: [] }]);
    expect(world.mirrorDisk.has(id)).toBe(true);
  });

  it('comes back though that of another can’t be read, which is told', async () => {
    const world = new SyncWorld();
    const [odd, healthy] = [await world.submitted(), await world.submitted()];
    world.disk.wipe();
    const { mirror } = world.ports();
    const getText: typeof mirror.getText = async (folder, name) => {
      if (folder === odd) throw new DOMException('It can’t be read.', 'NotReadableError');
      return mirror.getText(folder, name);
    };
    const repair = await repairFromMirror(world.ports({ mirror: { ...mirror, getText } }));
    expect(repair.restored.map(({ id }) => id)).toEqual([healthy]);
    expect(repair.lost.map(({ id }) => id)).toEqual([odd]);
  });

  it('is looked for again until all are back, wherever the first look was killed', async () => {
    for (let at = 1; ; at += 1) {
      const world = new SyncWorld();
      for (let n = 0; n < 3; n += 1) await world.submitted();
      world.disk.wipe();
      const process = killable(world.ports(), at, 'after');
      await repairFromMirror(process.ports).catch((error: unknown) => {
        if (!(error instanceof KilledError)) throw error;
      });
      // Before a drain only a store without its sentinel is repaired.
      expect(world.disk.sentinel === null || world.disk.submissions.size === 3, `call ${at}`).toBe(
        true,
      );
      if (!process.isDead()) break;
    }
  });
});

describe('the folder of a second copy', () => {
  it('holds no file that the submission has not any more', async () => {
    const world = new SyncWorld();
    const id = await world.draft();
    world.mirrorDisk.set(id, new Map([['a file that was taken away', 'bytes']]));
    await submit(world.ports(), id, signature());
    expect(world.mirrorDisk.get(id)?.has('a file that was taken away')).toBe(false);
    expect(world.mirrorDisk.get(id)?.size).toBe(3);
  });
});
