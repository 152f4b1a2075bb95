import { describe, expect, it } from 'vitest';
import type { AttachmentId, SubmissionId } from '../../../src/domain/ids.ts';
import { drain } from '../../../src/sync/drain/drain.ts';
import type { SyncPorts } from '../../../src/sync/ports/ports.ts';
import { exportRescue } from '../../../src/sync/rescue/export-rescue.ts';
import { importRescue } from '../../../src/sync/rescue/import-rescue.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

const passphrase = 'three kudu by the river';

const drainFor = async (world: SyncWorld, budgetMs: number): Promise<void> => {
  const { signal } = new AbortController();
  await drain(world.ports(), { budgetMs, maxCallMs: 600_000, signal });
};

/** The export of a page. `meanwhile` runs after the export has read a form, at its first read of a file. */
async function exportedWhile(
  world: SyncWorld,
  meanwhile: () => Promise<unknown>,
  ports: SyncPorts = world.ports(),
) {
  const { store } = ports;
  let first = true;
  const bytes: typeof store.bytes = async (id) => {
    if (first) {
      first = false;
      await meanwhile();
    }
    return store.bytes(id);
  };
  const exporting = exportRescue({ ...ports, store: { ...store, bytes } }, passphrase);
  const result = await world.clock.run(exporting);
  if (result.status !== 'exported') throw new Error(result.status);
  return result;
}

/** The result of the import on another phone. */
const importedElsewhere = (file: Blob, other = new SyncWorld()) =>
  importRescue(other.ports(), file, passphrase);

const photoOf = (world: SyncWorld, id: SubmissionId): AttachmentId => {
  const [photo] = [...world.disk.attachments.values()].filter((row) => row.submissionId === id);
  if (photo === undefined) throw new Error('There is no photo.');
  return photo.id;
};

function deletePhoto(world: SyncWorld, id: SubmissionId): void {
  const photo = photoOf(world, id);
  world.disk.attachments.delete(photo);
  world.disk.blobs.delete(photo);
  world.loseCopy(id, photo);
}

describe('a rescue file that is made while the phone sends', () => {
  it('leaves out a form that is delivered meanwhile, and names none of its files', async () => {
    const world = new SyncWorld();
    world.pool(5);
    await world.submitted();
    const draft = await world.draft();
    const result = await exportedWhile(world, () => drainFor(world, 600_000));
    expect(result).toMatchObject({ submissions: 1, missing: [], unread: 0 });
    const other = new SyncWorld();
    expect(await importedElsewhere(result.file, other)).toMatchObject({ imported: 1 });
    expect([...other.disk.submissions.keys()]).toEqual([draft]);
  });

  it('is whole if a drain delivers between the reads of two files', async () => {
    for (const at of [2, 4]) {
      const world = new SyncWorld();
      world.pool(5);
      for (const _ of [1, 2, 3]) await world.submitted({ documents: ['idDocument'] });
      const ports = world.ports();
      let read = 0;
      const bytes: typeof ports.store.bytes = async (id) => {
        read += 1;
        if (read === at) await drainFor(world, 600_000);
        return ports.store.bytes(id);
      };
      const store = { ...ports.store, bytes };
      const result = await world.clock.run(exportRescue({ ...ports, store }, passphrase));
      const left = Math.floor((at - 1) / 2);
      if (left === 0) expect(result).toEqual({ status: 'nothingToExport', unread: 0 });
      else {
        expect(result).toMatchObject({ submissions: left, missing: [], unread: 0 });
        const file = result.status === 'exported' ? result.file : new Blob();
        expect(await importedElsewhere(file)).toMatchObject({ imported: left });
      }
    }
  });

  it('has the JPEG of a photo that is converted meanwhile', async () => {
    const world = new SyncWorld({ idempotent: true, lists: 'all', refusesWebp: 'status' });
    world.pool(5);
    const id = await world.submitted({ photoType: 'image/webp' });
    world.backend.faultOf = (request) =>
      'file' in request && request.fileName.endsWith('.jpg') ? { fault: 'lost' } : undefined;
    const result = await exportedWhile(world, async () => {
      await drainFor(world, 5_000);
      world.loseCopy(id, photoOf(world, id));
    });
    expect(result).toMatchObject({ submissions: 1, missing: [], unread: 0 });
    const other = new SyncWorld();
    expect(await importedElsewhere(result.file, other)).toMatchObject({ imported: 1 });
    const { attachments } = await other.form(id);
    expect(attachments.map(({ type }) => type)).toContain('image/jpeg');
    expect(other.disk.blobs.size).toBe(attachments.length);
  });

  it('lacks a photo that another tab deletes meanwhile, and does not call it damaged', async () => {
    const world = new SyncWorld();
    const id = await world.draft({ documents: ['idDocument', 'idDocument'] });
    const result = await exportedWhile(world, async () => deletePhoto(world, id));
    expect(result).toMatchObject({ submissions: 1, missing: [], unread: 0 });
    const other = new SyncWorld();
    expect(await importedElsewhere(result.file, other)).toMatchObject({ imported: 1 });
    expect((await other.form(id)).attachments).toHaveLength(1);
  });

  it('leaves out a form that another tab delivers, if this page reads the second copies', async () => {
    const world = new SyncWorld();
    world.pool(5);
    const sent = await world.submitted();
    await world.submitted();
    const ports = world.ports();
    const closed = async (): Promise<never> => {
      throw new DOMException('no', 'UnknownError');
    };
    let first = true;
    const store = { ...ports.store, ownUndelivered: closed, queued: closed, bytes: closed };
    const secondCopy: typeof ports.secondCopy = {
      ...ports.secondCopy,
      get: async (folder, name) => {
        if (first) {
          first = false;
          await ports.secondCopy.remove(sent);
        }
        return ports.secondCopy.get(folder, name);
      },
    };
    const exporting = exportRescue({ ...ports, store, secondCopy }, passphrase);
    const result = await world.clock.run(exporting);
    expect(result).toMatchObject({ submissions: 1, missing: [], unread: 0 });
    const file = result.status === 'exported' ? result.file : new Blob();
    expect(await importedElsewhere(file)).toMatchObject({ imported: 1 });
  });

  it('counts a form as unread if its second copy becomes unreadable', async () => {
    const world = new SyncWorld();
    const lost = await world.submitted();
    await world.submitted();
    const ports = world.ports();
    const closed = async (): Promise<never> => {
      throw new DOMException('no', 'UnknownError');
    };
    const store = { ...ports.store, ownUndelivered: closed, queued: closed, bytes: closed };
    let reads = 0;
    const secondCopy: typeof ports.secondCopy = {
      ...ports.secondCopy,
      get: async (folder, name) =>
        folder === lost ? undefined : ports.secondCopy.get(folder, name),
      getText: async (folder, name) => {
        if (folder === lost) reads += 1;
        return folder === lost && reads > 1 ? closed() : ports.secondCopy.getText(folder, name);
      },
    };
    const exporting = exportRescue({ ...ports, store, secondCopy }, passphrase);
    expect(await world.clock.run(exporting)).toMatchObject({ submissions: 1, unread: 1 });
  });

  it('is not made if a form changes during every try', async () => {
    const world = new SyncWorld();
    const id = await world.draft({ documents: Array(9).fill('idDocument') });
    const ports = world.ports();
    let isNext = true;
    const contents: typeof ports.store.contents = async (each) => {
      isNext = true;
      return ports.store.contents(each);
    };
    const bytes: typeof ports.store.bytes = async (file) => {
      if (isNext) deletePhoto(world, id);
      isNext = false;
      return ports.store.bytes(file);
    };
    const store = { ...ports.store, bytes, contents };
    const exporting = world.clock.run(exportRescue({ ...ports, store }, passphrase));
    await expect(exporting).rejects.toThrow();
  });
});
