import { describe, expect, it } from 'vitest';
import { type FormId, formId } from '../../../src/domain/ids.ts';
import type { ReadPage } from '../../../src/store/outbox/outbox-port.ts';
import { copyFileName } from '../../../src/sync/second-copy/copy.ts';
import { repairFromSecondCopy } from '../../../src/sync/second-copy/repair.ts';
import type { Repair } from '../../../src/sync/second-copy/repair-need.ts';
import { keepDraftCopy } from '../../../src/sync/submit/after-submit.ts';
import { createMemoryCopy, lateCopy } from '../../support/fakes/memory-second-copy.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

const repair = (world: SyncWorld): Promise<Repair> => repairFromSecondCopy(world.ports());
const pageWith = (of: FormId): ReadPage => ({
  device: 'this phone',
  items: [{ formId: of, state: 'refused', at: 1, code: 'photoUnreadable' }],
  after: 'e.1',
  isWhole: true,
  isLast: true,
  now: null,
  heardAt: 1,
});
const nothing: Repair = { wasWiped: false, restored: [], lost: [] };

describe('at a start', () => {
  it('writes its sentinel in both places the first time', async () => {
    const world = new SyncWorld();
    world.disk.wipe();
    world.copyDisk.clear();
    expect(await repair(world)).toEqual(nothing);
    expect(world.disk.sentinel).not.toBeNull();
    expect(world.copyDisk.get('mark')?.get('sentinel')).toBe(world.disk.sentinel);
    expect(await repair(world)).toEqual(nothing);
  });

  it('leaves no sentinel if the private files open late, so that the next drain restores the forms', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    world.disk.wipe();
    const late = { ...world.ports(), secondCopy: lateCopy };
    expect(await repairFromSecondCopy(late)).toEqual(nothing);
    expect(world.disk.sentinel).toBeNull();
    expect(await repair(world)).toMatchObject({ wasWiped: true, restored: [{ id }], lost: [] });
  });

  it('stores the report of a wipe, because the worker may repair with every page closed', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    await repair(world);
    expect(world.disk.wipeReport).toBeNull();
    world.disk.wipe();
    await world.drain();
    expect(world.disk.wipeReport).toEqual([id]);
  });

  it('ignores a copy whose first write was killed', async () => {
    const world = new SyncWorld();
    world.copyDisk.set('11111111-0000-4000-8000-000000000000', new Map([['submission.json', '']]));
    const submitted = '22222222-0000-4000-8000-000000000000';
    world.copyDisk.set(
      submitted,
      new Map([
        ['submission.json', ''],
        ['file', 'bytes'],
      ]),
    );
    expect((await repair(world)).lost.map(({ id }) => id)).toEqual([submitted]);
    expect([...world.copyDisk.keys()].sort()).toEqual([submitted, 'mark']);
  });

  it('does nothing if both places agree', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    const before = world.row(id);
    expect(await repair(world)).toEqual(nothing);
    expect(world.row(id)).toBe(before);
  });

  it('links a restored correction with its returned form, heard before or after', async () => {
    const returned = formId('returned');
    for (const isBefore of [true, false]) {
      const world = new SyncWorld();
      const id = await world.submitted({ corrects: returned });
      world.disk.wipe();
      const hears = () => world.ports().store.saveVerdicts(pageWith(returned));
      if (isBefore) await hears();
      expect((await repair(world)).restored).toMatchObject([{ id }]);
      if (!isBefore) await hears();
      expect(world.row(id).corrects).toBe(returned);
      expect([...world.disk.verdicts.values()]).toMatchObject([{ correctedBy: id }]);
    }
  });

  it('restores a wiped store, with everything unconfirmed in doubt', async () => {
    const world = new SyncWorld();
    world.pool(2);
    const queued = await world.submitted({ documents: ['idDocument', 'idDocument'] });
    const draft = await world.draft();
    await keepDraftCopy(world.ports(), draft);
    const { formId } = world.row(queued);
    world.disk.wipe();
    const result = await repair(world);
    expect(result).toMatchObject({ wasWiped: true, lost: [] });
    expect(result.restored.map(({ id }) => id).sort()).toEqual([queued, draft].sort());
    expect(world.row(queued)).toMatchObject({ status: 'queued', formId, everSent: true });
    expect(world.row(queued).steps.every(({ state }) => state.status === 'inDoubt')).toBe(true);
    expect(world.row(draft).status).toBe('draft');
    expect(await repair(world)).toEqual(nothing);
    await world.settle();
    expect(world.row(queued).status).toBe('delivered');
    expect(world.backend.documentNames()).toHaveLength(2);
  });

  it('restores the bytes of an unreadable file', async () => {
    const world = new SyncWorld();
    await world.submitted();
    const put: string[] = [];
    const ports = world.ports({ readable: async () => false });
    const store = {
      ...ports.store,
      putBytes: async (id: Parameters<typeof ports.store.putBytes>[0], bytes: Blob) => {
        put.push(id);
        await ports.store.putBytes(id, bytes);
      },
    };
    expect(await repairFromSecondCopy({ ...ports, store })).toEqual(nothing);
    expect(put.sort()).toEqual([...world.disk.attachments.keys()].sort());
  });

  it('keeps the form number that was assigned after Submit', async () => {
    const world = new SyncWorld({ idempotent: false, lists: 'all' });
    const id = await world.submitted();
    world.backend.faultOf = (request) =>
      request.call === 'SaveIdDocument' ? { fault: 'noReply' } : undefined;
    await world.drain({ budgetMs: 5000 });
    const { formId } = world.row(id);
    expect(formId).not.toBeNull();
    world.disk.wipe();
    world.backend.faultOf = () => undefined;
    await world.settle();
    expect(world.row(id).formId).toBe(formId);
    expect(world.backend.forms.size).toBe(1);
    expect(world.backend.documentNames()).toHaveLength(1);
  });

  it('names forms that can’t be restored', async () => {
    const world = new SyncWorld();
    const [whole, noFile, noSheet] = [
      await world.submitted(),
      await world.submitted(),
      await world.submitted(),
    ];
    const [lost] = [...world.disk.attachments.values()].filter(
      (row) => row.submissionId === noFile && row.kind === 'idDocument',
    );
    world.copyDisk.get(noFile)?.set(copyFileName(lost!), new Blob(['flipped bytes']));
    world.copyDisk.get(noSheet)?.set('submission.json', 'half a she');
    world.disk.wipe();
    const result = await repair(world);
    expect(result.restored.map(({ id }) => id).sort()).toEqual([whole, noFile].sort());
    expect(result.lost).toEqual(
      expect.arrayContaining([
        { id: noFile, customerName: 'Thandi Nkosi', files: ['photo.jpg'] },
        { id: noSheet, customerName: '', files: [] },
      ]),
    );
    await world.settle();
    expect(world.row(whole).status).toBe('delivered');
    expect(world.row(noFile).status).toBe('rejected');
  });

  it('names a form whose manifest has changed letters, and restores nothing of it', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    const { formId } = world.row(id);
    const written = String(world.copyDisk.get(id)?.get('submission.json'));
    const other = written.replaceAll(String(formId), '99999999-0000-4000-8000-000000000000');
    expect(other).not.toBe(written);
    world.copyDisk.get(id)?.set('submission.json', other);
    world.disk.wipe();
    const lost = [{ id, customerName: '', files: [] }];
    expect(await repair(world)).toEqual({ wasWiped: true, restored: [], lost });
    expect(world.disk.submissions.size).toBe(0);
  });

  it('brings the others back if one copy cannot be read', async () => {
    const world = new SyncWorld();
    const [odd, whole] = [await world.submitted(), await world.submitted()];
    world.disk.wipe();
    const { secondCopy, ...ports } = world.ports();
    const getText: typeof secondCopy.getText = async (folder, name) => {
      if (folder === odd) throw new DOMException('', 'NotReadableError');
      return secondCopy.getText(folder, name);
    };
    const result = await repairFromSecondCopy({
      ...ports,
      secondCopy: { ...secondCopy, getText },
    });
    expect(result.restored.map(({ id }) => id)).toEqual([whole]);
    expect(result.lost).toEqual([{ id: odd, customerName: '', files: [] }]);
  });

  it('repairs again at the next start if the disk was full in the middle', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    world.disk.wipe();
    const { store, ...ports } = world.ports();
    const restore: typeof store.restore = async () => {
      throw new DOMException('', 'QuotaExceededError');
    };
    const cut = repairFromSecondCopy({ ...ports, store: { ...store, restore } });
    await expect(cut).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect(world.disk.sentinel).toBeNull();
    expect(await repair(world)).toMatchObject({ wasWiped: true, restored: [{ id }] });
    expect(world.disk.sentinel).not.toBeNull();
  });

  it('reports each form that came back after a wipe, also if the first repair was killed between two', async () => {
    const world = new SyncWorld();
    world.pool(2);
    const ids = [await world.submitted(), await world.submitted()];
    world.disk.wipe();
    const { store, ...ports } = world.ports();
    let restored = 0;
    const restore: typeof store.restore = async (...contents) => {
      restored += 1;
      if (restored === 2) throw new DOMException('', 'AbortError');
      return store.restore(...contents);
    };
    const setSentinel = () => Promise.reject(new DOMException('', 'AbortError'));
    const killed = repairFromSecondCopy({ ...ports, store: { ...store, restore, setSentinel } });
    await expect(killed).rejects.toMatchObject({ name: 'AbortError' });
    const result = await repair(world);
    expect(result.restored.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(new Set(world.disk.wipeReport)).toEqual(new Set(ids));
  });

  it('deletes a copy without a manifest: nobody was told that it is saved', async () => {
    const world = new SyncWorld();
    world.copyDisk.set('00000099-0000-4000-8000-000000000000', new Map([['a-file', 'x']]));
    expect(await repair(world)).toEqual(nothing);
    expect([...world.copyDisk.keys()]).toEqual(['mark']);
  });

  it('restores single files from their copies, and writes lost copies again', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    const files = world.disk.blobs.size;
    world.disk.blobs.clear();
    expect(await repair(world)).toEqual(nothing);
    expect(world.disk.blobs.size).toBe(files);
    world.copyDisk.clear();
    expect(await repair(world)).toEqual(nothing);
    expect(world.copyDisk.get(id)?.size).toBe(3);
    expect(world.copyDisk.get('mark')?.get('sentinel')).toBe(world.disk.sentinel);
  });

  it('writes the lost copy of a restored form again, before any drain', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    world.disk.wipe();
    await repair(world);
    expect(world.row(id).mirrored).toBe(false);
    world.copyDisk.delete(id);
    // A tab that submits the form again holds this lock, and writes the copy itself.
    world.locks.add(`veld-submit-${id}`);
    await repair(world);
    expect(world.copyDisk.has(id)).toBe(false);
    world.locks.clear();
    await repair(world);
    world.disk.wipe();
    expect((await repair(world)).restored.map((each) => each.id)).toEqual([id]);
  });

  it('names files that are lost in both places', async () => {
    const world = new SyncWorld();
    const id = await world.draft();
    world.disk.blobs.clear();
    expect((await repair(world)).lost).toEqual([
      { id, customerName: 'Thandi Nkosi', files: ['photo.jpg'] },
    ]);
  });

  it('names a lost file whose copy differs, and restores nothing of it', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    world.disk.blobs.clear();
    const folder = world.copyDisk.get(id);
    for (const [name, copy] of folder ?? [])
      if (copy instanceof Blob) folder?.set(name, new Blob(['x'.repeat(copy.size)]));
    expect((await repair(world)).lost).toMatchObject([
      { id, files: ['photo.jpg', expect.stringMatching(/png$/)] },
    ]);
    expect(world.disk.blobs.size).toBe(0);
  });

  it('removes copies of delivered forms, and bytes without a row', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    const copy = new Map(world.copyDisk.get(id));
    const [file] = [...world.disk.blobs];
    await world.drain();
    world.copyDisk.set(id, copy);
    world.disk.blobs.set(...file!);
    expect(await repair(world)).toEqual(nothing);
    expect(world.copyDisk.has(id)).toBe(false);
    expect(world.disk.blobs.size).toBe(0);
  });

  it('does no harm without second copies', async () => {
    const world = new SyncWorld();
    world.disk.wipe();
    const secondCopy = { ...createMemoryCopy(new Map()), isThere: async () => false };
    expect(await repairFromSecondCopy(world.ports({ secondCopy }))).toEqual(nothing);
    expect(world.disk.sentinel).not.toBeNull();
  });

  it('runs in one tab at a time, and the other opens after it', async () => {
    const world = new SyncWorld();
    const ids = [await world.submitted(), await world.submitted()];
    world.disk.wipe();
    const secondCopy = createMemoryCopy(world.copyDisk);
    const slow = {
      ...secondCopy,
      getText: async (...file: Parameters<typeof secondCopy.getText>) => {
        await world.clock.sleep(1000, new AbortController().signal);
        return secondCopy.getText(...file);
      },
    };
    const first = repairFromSecondCopy(world.ports({ secondCopy: slow }));
    const second = repair(world).then((result) => ({
      ...result,
      rows: ids.map((id) => world.row(id).id),
    }));
    const [one, other] = await world.clock.run(Promise.all([first, second]));
    expect(one.restored.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(other).toMatchObject({ ...nothing, rows: ids });
  });

  it('continues without a repair if another tab’s repair does not end', async () => {
    const world = new SyncWorld();
    await world.submitted();
    world.disk.wipe();
    world.locks.add('veld-repair');
    expect(await world.clock.run(repair(world))).toEqual(nothing);
    expect(world.clock.ticks()).toBeLessThan(11_000);
  });
});
