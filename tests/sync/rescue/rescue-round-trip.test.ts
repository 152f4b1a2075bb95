import { describe, expect, it } from 'vitest';
import { drain } from '../../../src/sync/drain/drain.ts';
import { exportRescue } from '../../../src/sync/rescue/export-rescue.ts';
import { importRescue } from '../../../src/sync/rescue/import-rescue.ts';
import { readManifest } from '../../../src/sync/second-copy/copy.ts';
import { removeSubmission } from '../../../src/sync/submit/after-submit.ts';
import { captured, everyDocument, everySubmission } from '../../support/world/every-form.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

const passphrase = 'three kudu by the river';

describe('a rescue file of every form, status, kind and type of file', () => {
  it('is imported unchanged on another phone, which delivers it', async () => {
    const phone = new SyncWorld();
    const made = await everySubmission(phone);
    const unsent = made.filter(({ status }) => status !== 'delivered');
    const result = await phone.clock.run(exportRescue(phone.ports(), passphrase));
    if (result.status !== 'exported') throw new Error(result.status);
    expect(result).toMatchObject({ submissions: unsent.length, missing: [], unread: 0 });

    const other = new SyncWorld();
    expect(await importRescue(other.ports(), result.file, passphrase)).toEqual({
      status: 'imported',
      imported: unsent.length,
      skipped: 0,
      unknown: 0,
    });
    for (const { id } of unsent)
      expect(await captured(other, id)).toEqual(await captured(phone, id));
    for (const { id, status } of made)
      expect(other.disk.submissions.has(id)).toBe(status !== 'delivered');

    for (const { id } of unsent) {
      const { device, formId } = other.row(id);
      expect(device).toBe(formId === null ? undefined : phone.identifier);
    }

    await other.settle();
    for (const { id, status } of unsent)
      expect(other.row(id).status).toBe(status === 'queued' ? 'delivered' : status);
    const expected = unsent.flatMap((form) =>
      form.status === 'queued' ? everyDocument(form) : [],
    ).length;
    expect(other.backend.documentNames()).toHaveLength(expected);
  });
});

describe('an imported form without a number', () => {
  it('keeps the number in its copy if a drain begins while the copy is written', async () => {
    const old = new SyncWorld();
    const id = await old.submitted();
    const offline = old.ports({ looksOffline: () => true });
    const result = await old.clock.run(exportRescue(offline, passphrase));
    if (result.status !== 'exported') throw new Error(result.status);
    expect(result.unnumbered).toHaveLength(1);

    const world = new SyncWorld();
    world.backend.faultOf = ({ call }) =>
      call === 'SaveSignature' ? { fault: 'lost' } : undefined;
    const { secondCopy, ...ports } = world.ports();
    const { signal } = new AbortController();
    const limits = { budgetMs: 600_000, maxCallMs: 600_000, signal };
    let draining: Promise<unknown> | undefined;
    const put: typeof secondCopy.put = async (folder, name, bytes) => {
      if (folder === id && draining === undefined) {
        draining = drain(world.ports(), limits);
        await world.clock.sleep(5_000, signal);
      }
      await secondCopy.put(folder, name, bytes);
    };
    const slow = { ...ports, secondCopy: { ...secondCopy, put } };
    const importing = importRescue(slow, result.file, passphrase);
    expect(await world.clock.run(importing)).toMatchObject({ imported: 1 });
    await world.clock.run(draining ?? Promise.reject(new Error('No drain began.')));
    const { formId } = world.row(id);
    expect(formId).not.toBeNull();
    expect((await readManifest(world.ports(), id))?.submission.formId).toBe(formId);
  });
});

describe('a rescue file on the phone that made it', () => {
  it.each([
    ['with a form number', false],
    ['without a form number', true],
  ])('skips a form that was delivered since, %s and without its receipt', async (_, isOffline) => {
    const phone = new SyncWorld({ idempotent: false, lists: 'own' });
    if (!isOffline) phone.pool(1);
    const sent = await phone.submitted();
    const deleted = await phone.draft();
    const exporting = exportRescue(phone.ports({ looksOffline: () => isOffline }), passphrase);
    const result = await phone.clock.run(exporting);
    if (result.status !== 'exported') throw new Error(result.status);
    await phone.settle();
    for (const id of [sent, deleted]) await phone.clock.run(removeSubmission(phone.ports(), id));
    expect(phone.disk.submissions.size).toBe(0);

    expect(await importRescue(phone.ports(), result.file, passphrase)).toMatchObject({
      imported: 1,
      skipped: 1,
    });
    expect([...phone.disk.submissions.keys()]).toEqual([deleted]);
  });
});

describe('a rescue file of a phone that cannot read everything', () => {
  it('has the other forms, if the database does not open and one copy fails', async () => {
    const phone = new SyncWorld();
    const [one, two] = [await phone.submitted(), await phone.submitted()];
    const closed = async (): Promise<never> => {
      throw new DOMException('no', 'UnknownError');
    };
    const { store, ...ports } = phone.ports();
    const broken: typeof store = {
      ...store,
      ownUndelivered: closed,
      queued: closed,
      bytes: closed,
      openedCopy: (copy) => (copy.submission.id === one ? closed() : store.openedCopy(copy)),
    };
    const exporting = exportRescue({ ...ports, store: broken }, passphrase);
    const result = await phone.clock.run(exporting);
    expect(result).toMatchObject({ status: 'exported', submissions: 1, missing: [], unread: 1 });
    const other = new SyncWorld();
    const file = result.status === 'exported' ? result.file : new Blob();
    await importRescue(other.ports(), file, passphrase);
    expect([...other.disk.submissions.keys()]).toEqual([two]);
  });

  it('is not made, and counts the unreadable forms, if none can be read', async () => {
    const phone = new SyncWorld();
    await phone.submitted();
    const { store, ...ports } = phone.ports();
    const unreadable = { ...store, contents: async () => 'unreadable' as const };
    const exporting = exportRescue({ ...ports, store: unreadable }, passphrase);
    expect(await phone.clock.run(exporting)).toEqual({ status: 'nothingToExport', unread: 1 });
  });

  it('reports a form that needs a newer version, and stores nothing of it', async () => {
    const phone = new SyncWorld();
    await phone.draft();
    const { store, ...ports } = phone.ports();
    const later: typeof store.contents = async (id) => {
      const read = await store.contents(id);
      if (read === undefined || read === 'unreadable') return read;
      return { ...read, draft: { ...read.draft, formVersion: 99 } as never };
    };
    const exporting = exportRescue({ ...ports, store: { ...store, contents: later } }, passphrase);
    const result = await phone.clock.run(exporting);
    const other = new SyncWorld();
    const file = result.status === 'exported' ? result.file : new Blob();
    expect(await importRescue(other.ports(), file, passphrase)).toEqual({
      status: 'imported',
      imported: 0,
      skipped: 0,
      unknown: 1,
    });
    expect(other.disk.submissions.size).toBe(0);
  });

  it('lacks only the file whose bytes fail', async () => {
    const phone = new SyncWorld();
    await phone.submitted();
    const [lost] = [...phone.disk.attachments.values()].filter((row) => row.kind === 'idDocument');
    const { store, ...ports } = phone.ports();
    const openedBytes: typeof store.openedBytes = async (of, file, bytes) => {
      if (file.id === lost!.id) throw new Error('A secret storage fails.');
      return store.openedBytes(of, file, bytes);
    };
    const exporting = exportRescue({ ...ports, store: { ...store, openedBytes } }, passphrase);
    const result = await phone.clock.run(exporting);
    expect(result).toMatchObject({ status: 'exported', missing: [{ id: lost!.id }], unread: 0 });
    const other = new SyncWorld();
    const file = result.status === 'exported' ? result.file : new Blob();
    expect(await importRescue(other.ports(), file, passphrase)).toMatchObject({ imported: 1 });
  });
});
