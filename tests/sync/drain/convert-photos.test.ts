import { describe, expect, it } from 'vitest';
import type { SubmissionId } from '../../../src/domain/ids.ts';
import { refusalOf } from '../../../src/domain/submission-state.ts';
import { drain } from '../../../src/sync/drain/drain.ts';
import { repairFromSecondCopy } from '../../../src/sync/second-copy/repair.ts';
import type { Fault, ModelCapabilities } from '../../support/backend/model-backend.ts';
import { type DraftOptions, SyncWorld } from '../../support/world/sync-world.ts';

const webp: DraftOptions = { photoType: 'image/webp' };

function worldOf(capabilities: Partial<ModelCapabilities> = {}): SyncWorld {
  const world = new SyncWorld({ idempotent: true, lists: 'all', ...capabilities });
  world.pool(5);
  return world;
}

/** The backend answers every WebP with the fault. */
function refuse(world: SyncWorld, fault: Fault): void {
  world.backend.faultOf = (request) =>
    'file' in request && request.fileName.endsWith('.webp') ? fault : undefined;
}

const namesSent = (world: SyncWorld, form?: string): readonly string[] =>
  world.backend.sent.flatMap(({ request }) =>
    'file' in request &&
    request.call !== 'SaveSignature' &&
    (form === undefined || request.formId === form)
      ? [request.fileName]
      : [],
  );

const facts = (world: SyncWorld, id: SubmissionId) => world.row(id).history.map(({ what }) => what);

describe('a server that refuses a WebP', () => {
  it.each<[string, Fault]>([
    ['415', { fault: 'status', httpStatus: 415 }],
    ['413', { fault: 'status', httpStatus: 413 }],
    ['422', { fault: 'status', httpStatus: 422 }],
    ['400 without words', { fault: 'status', httpStatus: 400 }],
    ['400 with words that say nothing of types', { fault: 'refused', httpStatus: 400 }],
    ['200 with wasSuccessful false', { fault: 'refused', httpStatus: 200 }],
    ['500, twice', { fault: 'status', httpStatus: 500 }],
  ])('gets a JPEG without a person: %s', async (_, fault) => {
    const world = worldOf();
    refuse(world, fault);
    const id = await world.submitted({ ...webp, documents: ['idDocument', 'idDocument'] });
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
    const stems = namesSent(world).map((name) => name.replace(/\..*$/, ''));
    expect(new Set(stems).size).toBe(2);
    const names = world.backend.documentNames();
    expect(names).toHaveLength(2);
    for (const name of names) expect(name).toMatch(/\.jpg$/);
    expect(facts(world, id)).toContain('photoConverted');
    expect(world.disk.capabilities).toMatchObject({ refusesWebp: true, listsNames: true });
  });

  it('gets JPEGs of every other waiting submission, and of later ones', async () => {
    const world = worldOf({ refusesWebp: 'status' });
    const ids = [];
    for (let n = 0; n < 6; n += 1) ids.push(await world.submitted(webp));
    await world.settle();
    for (const id of ids) expect(world.row(id).status).toBe('delivered');
    expect(world.backend.documentNames()).toHaveLength(6);
    // Up to four uploads are under way before the first refusal arrives.
    const refused = namesSent(world).filter((name) => name.endsWith('.webp'));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(4);

    const last = await world.submitted(webp);
    await world.settle();
    const form = world.row(last).formId ?? '';
    expect(namesSent(world, form)).toEqual([expect.stringMatching(/\.jpg$/)]);
  });

  it('gets the JPEG after its second copy is written', async () => {
    const world = worldOf({ refusesWebp: 'status' });
    const id = await world.submitted(webp);
    const copies: string[][] = [];
    world.backend.delay = async (request) => {
      if ('file' in request && request.call === 'SaveIdDocument')
        copies.push([...(world.copyDisk.get(id)?.keys() ?? [])].sort());
    };
    await world.settle();
    const [before, after] = copies;
    expect(before?.some((name) => name.endsWith('.jpeg.sealed'))).toBe(false);
    expect(after?.some((name) => name.endsWith('.jpeg.sealed'))).toBe(true);
    expect(after).toHaveLength(before?.length ?? 0);
  });

  it('gets a JPEG with the same key and name if a wipe restored the WebP', async () => {
    const world = worldOf({ refusesWebp: 'status' });
    const id = await world.submitted(webp);
    const { attachments, blobs, submissions } = world.disk;
    const tables = [attachments, blobs, submissions] as Map<string, unknown>[];
    const before = tables.map((table) => [...table]);
    const isJpeg = (request: object) =>
      'fileName' in request && String(request.fileName).endsWith('.jpg');
    world.backend.faultOf = (request) => (isJpeg(request) ? { fault: 'noReply' } : undefined);
    await world.drain({ budgetMs: 1_000 });
    world.backend.faultOf = () => undefined;
    for (const [index, table] of tables.entries()) {
      table.clear();
      for (const [key, row] of before[index] ?? []) table.set(key, row);
    }
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
    const jpegs = world.backend.sent.filter(({ request }) => isJpeg(request));
    expect(jpegs.length).toBeGreaterThan(1);
    expect(new Set(jpegs.map(({ options }) => options.idempotencyKey)).size).toBe(1);
    expect(world.backend.documentNames()).toHaveLength(1);
  });

  it('gets no JPEG while the WebP is in doubt', async () => {
    const world = worldOf();
    let tries = 0;
    world.backend.faultOf = (request) => {
      if (!('file' in request) || !request.fileName.endsWith('.webp')) return undefined;
      tries += 1;
      // The backend stored the WebP, and the answer was lost.
      return tries === 1 ? { fault: 'noReply' } : undefined;
    };
    world.disk.capabilities = { listsAll: true, listsNames: true };
    const id = await world.submitted(webp);
    await world.drain({ budgetMs: 1_000 });
    world.disk.capabilities = { ...world.disk.capabilities, refusesWebp: true };
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
    expect(world.backend.documentNames()).toEqual([expect.stringMatching(/\.webp$/)]);
  });

  it('has only the JPEG in the end if it stored the WebP and failed', async () => {
    const world = worldOf({ idempotent: false, refusesWebp: 'stored, then 500' });
    const id = await world.submitted(webp);
    await world.settle();
    expect(world.row(id)).toMatchObject({ status: 'delivered', maybeTwice: [] });
    expect(world.backend.documentNames()).toEqual([expect.stringMatching(/\.jpg$/)]);
  });

  it('may have both files if it lists only a call’s own, and the history says so', async () => {
    const world = worldOf({ idempotent: false, lists: 'own', refusesWebp: 'stored, then 500' });
    const id = await world.submitted(webp);
    await world.settle();
    expect(world.row(id).maybeTwice).toEqual([expect.stringMatching(/\.webp$/)]);
  });
});

describe('a refusal that is not about the type', () => {
  it('also refuses the JPEG: the person reads the server’s words, and nothing is stored', async () => {
    const world = worldOf();
    world.backend.faultOf = ({ call }) =>
      call === 'SaveIdDocument' ? { fault: 'refused', httpStatus: 200 } : undefined;
    const id = await world.submitted(webp);
    await world.drain();
    expect(world.row(id).status).toBe('rejected');
    expect(refusalOf(await world.opened(id))).toMatchObject({ description: 'Please check.' });
    expect(namesSent(world).map((name) => name.replace(/^.*\./, ''))).toEqual(['webp', 'jpg']);
    expect(world.disk.capabilities).not.toHaveProperty('refusesWebp');
  });

  it('stays a refusal if no JPEG can be made, and the type is stored', async () => {
    const world = worldOf({ refusesWebp: 'status' });
    const id = await world.submitted(webp);
    await world.drain({}, world.ports({ jpegOf: async () => null }));
    expect(world.row(id).status).toBe('rejected');
    expect(world.disk.capabilities).toMatchObject({ refusesWebp: true });
  });

  it('of a JPEG converts nothing', async () => {
    const world = worldOf();
    world.backend.faultOf = ({ call }) =>
      call === 'SaveIdDocument' ? { fault: 'status', httpStatus: 415 } : undefined;
    const id = await world.submitted();
    await world.drain();
    expect(world.row(id).status).toBe('rejected');
    expect(world.disk.capabilities).not.toHaveProperty('refusesWebp');
  });

  it('a single 500 converts nothing', async () => {
    const world = worldOf();
    let tries = 0;
    world.backend.faultOf = ({ call }) => {
      if (call !== 'SaveIdDocument') return undefined;
      tries += 1;
      return tries === 1 ? { fault: 'status', httpStatus: 500 } : undefined;
    };
    const id = await world.submitted(webp);
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
    expect(world.backend.documentNames()).toEqual([expect.stringMatching(/\.webp$/)]);
  });
});

describe('a photo that a drain converts', () => {
  it('is not replaced by the WebP that a repair has read before', async () => {
    const world = worldOf({ refusesWebp: 'status' });
    const id = await world.submitted(webp);
    world.disk.capabilities = { ...world.disk.capabilities, refusesWebp: true };
    const photo = [...world.disk.attachments.values()].find(({ kind }) => kind === 'idDocument');
    world.disk.blobs.set(photo!.id, new Blob(['truncated']));
    const { secondCopy, ...ports } = world.ports();
    let draining: Promise<unknown> | undefined;
    const get: typeof secondCopy.get = async (folder, name) => {
      const found = await secondCopy.get(folder, name);
      // The repair has the lock of the form, and the copy's bytes.
      if (draining === undefined && world.locks.has(`veld-submit-${id}`)) {
        const { signal } = new AbortController();
        draining = drain(world.ports(), { budgetMs: 3_000, maxCallMs: 600_000, signal });
        await world.clock.sleep(2_000, signal);
      }
      return found;
    };
    const repairing = repairFromSecondCopy({ ...ports, secondCopy: { ...secondCopy, get } });
    await world.clock.run(repairing);
    await world.clock.run(draining ?? Promise.reject(new Error('No drain began.')));
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
  });
});
