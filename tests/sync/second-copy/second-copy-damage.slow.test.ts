import { describe, expect, it } from 'vitest';
import { formId, type SubmissionId } from '../../../src/domain/ids.ts';
import { refusalOf } from '../../../src/domain/submission-state.ts';
import { saveFormIdInCopy, writeCopy } from '../../../src/sync/second-copy/copy.ts';
import { repairDamagedRows, repairFromSecondCopy } from '../../../src/sync/second-copy/repair.ts';
import { keepDraftCopy } from '../../../src/sync/submit/after-submit.ts';
import { submit } from '../../../src/sync/submit/submit.ts';
import { noRest } from '../../support/fakes/clock.ts';
import { KilledError, killable } from '../../support/fakes/killable-ports.ts';
import { SyncWorld, signature } from '../../support/world/sync-world.ts';

const sheetName = 'submission.json';

describe('a second copy after the store was wiped', () => {
  it.each([
    ['a letter', 'draft', 'graft'],
    // Without the hash, the app would read this manifest as a form of another day.
    ['a digit', '2026-06-01', '2026-06-02'],
  ])(
    'is not used if %s of its manifest has changed, and the loss is reported',
    async (_, was, is) => {
      const world = new SyncWorld();
      const id = await world.submitted();
      const folder = world.copyDisk.get(id);
      const written = String(folder?.get(sheetName));
      expect(written).toContain(was);
      folder?.set(sheetName, written.replace(was, is));
      world.disk.wipe();
      const { lost, restored } = await repairFromSecondCopy(world.ports());
      expect(restored).toEqual([]);
      expect(lost).toEqual([{ id, customerName: '', files: [] }]);
      expect(world.copyDisk.has(id)).toBe(true);
    },
  );

  it('is restored even if another copy is unreadable, which is reported', async () => {
    const world = new SyncWorld();
    const [odd, healthy] = [await world.submitted(), await world.submitted()];
    world.disk.wipe();
    const { secondCopy } = world.ports();
    const getText: typeof secondCopy.getText = async (folder, name) => {
      if (folder === odd) throw new DOMException('It can’t be read.', 'NotReadableError');
      return secondCopy.getText(folder, name);
    };
    const repair = await repairFromSecondCopy(
      world.ports({ secondCopy: { ...secondCopy, getText } }),
    );
    expect(repair.restored.map(({ id }) => id)).toEqual([healthy]);
    expect(repair.lost.map(({ id }) => id)).toEqual([odd]);
  });

  it('is restored completely, even if the first repair was killed', async () => {
    for (let at = 1; ; at += 1) {
      const world = new SyncWorld();
      for (let n = 0; n < 3; n += 1) await world.submitted();
      world.disk.wipe();
      const process = killable(world.ports(), at, 'after');
      await repairFromSecondCopy(process.ports).catch((error: unknown) => {
        if (!(error instanceof KilledError)) throw error;
      });
      // Before a drain, the app repairs only a store without its sentinel.
      expect(world.disk.sentinel === null || world.disk.submissions.size === 3, `call ${at}`).toBe(
        true,
      );
      if (!process.isDead()) break;
    }
  });
});

/** Returns the row with one bit of its encrypted value flipped. */
function flipped<Row extends object>(row: Row | undefined): Row {
  const sealed =
    row && 'sealed' in row && row.sealed instanceof Uint8Array ? row.sealed.slice() : [];
  if (row === undefined || sealed.length === 0) throw new Error('Nothing of it is sealed.');
  sealed[20] = (sealed[20] ?? 0) ^ 1;
  return { ...row, sealed };
}

describe('a damaged row with an intact second copy', () => {
  const damages: Readonly<Record<string, (world: SyncWorld, id: SubmissionId) => void>> = {
    'its body': ({ disk }, id) => disk.payloads.set(id, flipped(disk.payloads.get(id))),
    'its body’s row': ({ disk }, id) => disk.payloads.delete(id),
    'a file': ({ disk }) => {
      for (const [file, bytes] of disk.blobs)
        disk.blobs.set(file, new Blob(['x'.repeat(bytes.size)]));
    },
  };

  it.each(Object.entries(damages))('is sent from there: %s', async (_, damage) => {
    for (let at = 1; ; at += 1) {
      const world = new SyncWorld();
      world.pool(1);
      const id = await world.submitted();
      damage(world, id);
      const process = killable(world.ports(), at, 'after');
      await world.drain({}, process.ports).catch((error: unknown) => {
        if (!(error instanceof KilledError)) throw error;
      });
      world.clock.pass(61_000);
      await world.settle();
      expect(world.row(id).status, `call ${at}`).toBe('delivered');
      if (!process.isDead()) break;
    }
  });

  it('is restored in idle time, even after an interruption', async () => {
    for (let at = 1; ; at += 1) {
      const world = new SyncWorld();
      const id = await world.draft();
      await keepDraftCopy(world.ports(), id);
      world.disk.drafts.set(id, flipped(world.disk.drafts.get(id)));
      world.disk.submissions.set(id, flipped(world.disk.submissions.get(id)));
      expect(await world.ports().store.contents(id)).toBe('unreadable');
      const process = killable(world.ports(), at, 'after');
      await repairDamagedRows(process.ports, noRest).catch((error: unknown) => {
        if (!(error instanceof KilledError)) throw error;
      });
      await repairDamagedRows(world.ports(), noRest);
      const { draft, submission } = await world.form(id);
      expect(draft.values, `call ${at}`).toMatchObject({ firstName: 'Thandi' });
      expect(submission.personal.customerName).toBe('Thandi Nkosi');
      if (!process.isDead()) break;
    }
  });

  it('is not copied over the copy, which still gets the form number', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    world.disk.drafts.set(id, flipped(world.disk.drafts.get(id)));
    expect(await writeCopy(world.ports(), id)).toEqual({ status: 'damaged', files: [] });
    await saveFormIdInCopy(world.ports(), id, formId('the number'));
    world.disk.wipe();
    await repairFromSecondCopy(world.ports());
    const { draft, submission } = await world.form(id);
    expect(draft.values).toMatchObject({ firstName: 'Thandi' });
    expect(submission.formId).toBe('the number');
  });

  it('is not copied over the copy if the row is unreadable', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    const row = world.disk.submissions.get(id);
    if (row === undefined) throw new Error('There is no such submission.');
    world.disk.submissions.set(id, { ...row, steps: null });
    await writeCopy(world.ports(), id);
    world.disk.wipe();
    expect((await repairFromSecondCopy(world.ports())).restored).toHaveLength(1);
  });

  it('is reported as lost by name if the copy is damaged as well', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    world.disk.payloads.set(id, flipped(world.disk.payloads.get(id)));
    world.copyDisk.get(id)?.set(sheetName, 'no sheet any more');
    await world.drain();
    expect(refusalOf(await world.opened(id))?.reason).toEqual({ code: 'formUnreadable' });
  });
});

describe('the folder of a second copy', () => {
  it('has no file that the submission no longer has', async () => {
    const world = new SyncWorld();
    const id = await world.draft();
    world.copyDisk.set(id, new Map([['a file that was taken away', 'bytes']]));
    await submit(world.ports(), id, signature());
    expect(world.copyDisk.get(id)?.has('a file that was taken away')).toBe(false);
    expect(world.copyDisk.get(id)?.size).toBe(3);
  });
});
