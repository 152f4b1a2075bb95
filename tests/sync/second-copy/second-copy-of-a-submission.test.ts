import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { SubmissionId } from '../../../src/domain/ids.ts';
import { refusalOf } from '../../../src/domain/submission-state.ts';
import type { ApiRequest } from '../../../src/sync/ports/ports.ts';
import { readManifest, writeCopy } from '../../../src/sync/second-copy/copy.ts';
import { submit } from '../../../src/sync/submit/submit.ts';
import { lateCopy } from '../../support/fakes/memory-second-copy.ts';
import { SyncWorld, signature } from '../../support/world/sync-world.ts';

describe('the second copy of a submission', () => {
  it('is written before anything is sent, even if its Submit was killed', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    world.copyDisk.delete(id);
    world.disk.put({ ...world.row(id), mirrored: false });
    const hadCopy: boolean[] = [];
    world.backend.faultOf = (request) => {
      if (request.call !== 'GetInfo') hadCopy.push(world.copyDisk.get(id)?.size === 3);
      return undefined;
    };
    await world.drain();
    expect(hadCopy).toEqual([true, true, true]);
  });

  it('gets its manifest after all of its files', async () => {
    const world = new SyncWorld();
    const { secondCopy, ...ports } = world.ports();
    const written: string[] = [];
    const put: typeof secondCopy.put = async (folder, name, bytes) => {
      if (folder !== 'mark') written.push(name);
      await secondCopy.put(folder, name, bytes);
    };
    const id = await world.draft({ documents: ['idDocument', 'idDocument'] });
    await submit({ ...ports, secondCopy: { ...secondCopy, put } }, id, signature());
    expect(written).toHaveLength(4);
    expect(written.indexOf('submission.json')).toBe(3);
  });

  it('keeps its form number if a hanging write of the Submit goes on later', async () => {
    const world = new SyncWorld();
    const id = await world.draft();
    const { secondCopy, ...ports } = world.ports();
    let goOn = (): void => undefined;
    const hangs = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let isFirst = true;
    const put: typeof secondCopy.put = async (folder, name, bytes) => {
      const waits = isFirst && folder === id;
      isFirst &&= !waits;
      if (waits) await hangs;
      await secondCopy.put(folder, name, bytes);
    };
    const slow = { ...ports, secondCopy: { ...secondCopy, put } };
    expect((await world.clock.run(submit(slow, id, signature()))).status).toBe('saved');
    world.backend.faultOf = ({ call }) =>
      call === 'SaveSignature' ? { fault: 'lost' } : undefined;
    await world.drain({ budgetMs: 5000 });
    const { formId } = world.row(id);
    goOn();
    for (let turn = 0; turn < 50; turn += 1) await setImmediate();
    expect(formId).not.toBeNull();
    expect((await readManifest(world.ports(), id))?.submission.formId).toBe(formId);
  });

  it('gives back a form of a wiped database in the drain that finds it wiped', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    world.disk.wipe();
    expect(await world.drain()).toMatchObject({ status: 'drained', delivered: 1 });
    expect(world.row(id).status).toBe('delivered');
  });

  it('stays until the store has recorded the last step', async () => {
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
            hadCopy.push(world.copyDisk.get(id)?.has('submission.json') === true);
            return ports.store.record(...given);
          },
        },
      },
    );
    expect(world.row(id).status).toBe('delivered');
    expect(hadCopy.length).toBeGreaterThan(6);
    expect(hadCopy).not.toContain(false);
    expect(world.copyDisk.has(id)).toBe(false);
  });

  it('does not stay if the submission is delivered while it is written', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    const { secondCopy, ...ports } = world.ports();
    world.copyDisk.delete(id);
    let hasBegun = false;
    const put: typeof secondCopy.put = async (folder, name, bytes) => {
      if (folder === id && !hasBegun) {
        hasBegun = true;
        await world.settle();
      }
      await secondCopy.put(folder, name, bytes);
    };
    const written = await writeCopy({ ...ports, secondCopy: { ...secondCopy, put } }, id);
    expect(written).toEqual({ status: 'gone' });
    expect([...world.copyDisk.keys()]).toEqual(['mark']);
  });

  it('stays if the database is lost while it is written', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    const ports = world.ports();
    world.copyDisk.delete(id);
    // The app has read the contents. When the copy is complete, the row is gone.
    const store = { ...ports.store, row: async () => undefined };
    expect(await writeCopy({ ...ports, store }, id)).toEqual({ status: 'written' });
    expect(world.copyDisk.get(id)?.has('submission.json')).toBe(true);
  });

  it('is written by the drain if the private files open late at Submit', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.draft();
    const saved = await submit({ ...world.ports(), secondCopy: lateCopy }, id, signature());
    expect(saved).toMatchObject({ status: 'saved' });
    expect(world.row(id)).toMatchObject({ status: 'queued', mirrored: false });
    const hadCopy: boolean[] = [];
    world.backend.faultOf = ({ call }) => {
      if (call !== 'GetInfo') hadCopy.push(world.copyDisk.get(id)?.has('submission.json') === true);
      return undefined;
    };
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
    expect(hadCopy).toEqual([true, true, true]);
  });
});

/** Only a hash detects this: a changed encrypted value does not decrypt, but an older build's plaintext can still be read. */
describe('plaintext data that is readable but changed', () => {
  type Phone = Readonly<{ world: SyncWorld; id: SubmissionId }>;

  async function oldPhone(): Promise<Phone> {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted({ isOld: true, photoSize: 1_200_000 });
    return { world, id };
  }

  const otherBytes = (of: Blob): Blob => new Blob(['x'.repeat(of.size)], { type: of.type });

  function changeFiles({ disk }: SyncWorld): void {
    for (const [file, bytes] of disk.blobs) disk.blobs.set(file, otherBytes(bytes));
  }

  function changeBody({ disk }: SyncWorld, id: SubmissionId): void {
    const row = disk.payloads.get(id);
    if (row?.json === undefined) throw new Error('The form’s body is encrypted.');
    disk.payloads.set(id, { ...row, json: row.json.replace('Thandi', 'Thando') });
  }

  function changeCopiesOfFiles({ copyDisk }: SyncWorld, id: SubmissionId): void {
    const folder = copyDisk.get(id);
    for (const [name, content] of folder ?? [])
      if (content instanceof Blob) folder?.set(name, otherBytes(content));
  }

  const contentOf = async (request: ApiRequest): Promise<string | undefined> => {
    if ('json' in request) return request.json;
    return 'file' in request ? request.file.text() : undefined;
  };

  const allSent = ({ world }: Phone): Promise<readonly (string | undefined)[]> =>
    Promise.all(world.backend.sent.map(({ request }) => contentOf(request)));

  it('is replaced from the second copy before it is sent: files, also of more than 1 MB', async () => {
    const [sound, changed] = [await oldPhone(), await oldPhone()];
    changeFiles(changed.world);
    for (const { world } of [sound, changed]) await world.settle();
    expect(changed.world.row(changed.id).status).toBe('delivered');
    expect(await allSent(changed)).toEqual(await allSent(sound));
  });

  it('is not sent, and can be corrected: the body', async () => {
    const phone = await oldPhone();
    const { id, world } = phone;
    changeBody(world, id);
    await world.settle();
    expect(world.backend.calls()).not.toContain('RegisterSim');
    expect(refusalOf(await world.opened(id))?.reason).toEqual({ code: 'formUnreadable' });
    expect((await world.form(id)).draft.values).toMatchObject({ firstName: 'Thandi' });
  });

  it('is not sent, with a message: files whose copies are changed as well', async () => {
    const phone = await oldPhone();
    const { id, world } = phone;
    changeFiles(world);
    changeCopiesOfFiles(world, id);
    await world.settle();
    expect(refusalOf(await world.opened(id))?.reason).toMatchObject({ code: 'fileUnreadable' });
    expect((await allSent(phone)).join()).not.toContain('xxx');
  });
});
