import { describe, expect, it } from 'vitest';
import type { SubmissionId } from '../../../src/domain/ids.ts';
import type { StartFacts } from '../../../src/store/open-store.ts';
import type { PlaceState } from '../../../src/store/second-copy/copy-place.ts';
import { copyFileName } from '../../../src/sync/second-copy/copy.ts';
import { repairFromSecondCopy } from '../../../src/sync/second-copy/repair.ts';
import { NOTHING_TO_REPAIR, repairNeed } from '../../../src/sync/second-copy/repair-need.ts';
import { keepDraftCopy } from '../../../src/sync/submit/after-submit.ts';
import {
  createMemoryCopy,
  lateCopy,
  noSecondCopy,
  refusedCopy,
} from '../../support/fakes/memory-second-copy.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

/** The facts as `startFacts` reads them from the database. */
function factsOf({ disk }: SyncWorld): StartFacts {
  const rows = [...disk.submissions.values()];
  const ids = (statuses: readonly string[]): readonly SubmissionId[] =>
    rows.filter(({ status }) => statuses.includes(String(status))).map(({ id }) => id);
  return {
    hasLock: false,
    hasSentinel: disk.sentinel !== null,
    options: null,
    undelivered: new Set(ids(['draft', 'queued', 'rejected'])),
    submitted: ids(['queued', 'rejected']),
    isFileLost: [...disk.attachments.keys()].some((id) => !disk.blobs.has(id)),
  };
}

const need = (world: SyncWorld, { isNewPhone = false, place = world.ports().secondCopy } = {}) => {
  const setSentinel = async (sentinel: string): Promise<void> => {
    world.disk.sentinel = sentinel;
  };
  return repairNeed({ setSentinel }, factsOf(world), place, isNewPhone);
};

/** A phone with one submitted form and one draft, whose start has repaired everything. */
async function phoneWithForms() {
  const world = new SyncWorld();
  const [submitted, draft] = [await world.submitted(), await world.draft()];
  await keepDraftCopy(world.ports(), draft);
  await repairFromSecondCopy(world.ports());
  return { world, submitted, draft };
}

function emptyPhone(...folders: readonly string[]): SyncWorld {
  const world = new SyncWorld();
  world.disk.wipe();
  world.copyDisk.clear();
  for (const folder of folders) world.copyDisk.set(folder, new Map([['sentinel', 'one']]));
  return world;
}

describe('a start repairs before the first screen', () => {
  it('if the database was lost', async () => {
    const { world } = await phoneWithForms();
    world.disk.wipe();
    expect(await need(world)).toBe('now');
  });

  it('if the lost database has a new form', async () => {
    const { world } = await phoneWithForms();
    world.disk.wipe();
    await world.draft();
    expect(await need(world)).toBe('now');
  });

  it('if a form is only in its copy: the database is older than the copies', async () => {
    const { world, draft } = await phoneWithForms();
    const copy = new Map(world.copyDisk.get(draft));
    world.disk.submissions.delete(draft);
    world.disk.drafts.delete(draft);
    expect(await need(world)).toBe('now');
    world.copyDisk.set(draft, copy);
    expect((await repairFromSecondCopy(world.ports())).restored).toMatchObject([{ id: draft }]);
    expect(await need(world)).toBe('later');
  });

  it('if the copy of a submitted form is missing', async () => {
    const { world, submitted } = await phoneWithForms();
    world.copyDisk.delete(submitted);
    expect(await need(world)).toBe('now');
    await repairFromSecondCopy(world.ports());
    expect(world.copyDisk.get(submitted)?.has('submission.json')).toBe(true);
    expect(await need(world)).toBe('later');
  });

  it('if the bytes of a file are missing', async () => {
    const { world } = await phoneWithForms();
    const [file] = world.disk.blobs.keys();
    world.disk.blobs.delete(file!);
    expect(await need(world)).toBe('now');
    await repairFromSecondCopy(world.ports());
    expect(await need(world)).toBe('later');
  });

  it('if the copy of a delivered form is still there', async () => {
    const { world, submitted } = await phoneWithForms();
    const copy = new Map(world.copyDisk.get(submitted));
    await world.settle();
    world.copyDisk.set(submitted, copy);
    expect(await need(world)).toBe('now');
    await repairFromSecondCopy(world.ports());
    expect(world.copyDisk.has(submitted)).toBe(false);
  });

  it('if only the copies are marked: the database was lost without forms', async () => {
    expect(await need(emptyPhone('mark'))).toBe('now');
  });

  it('if copies exist and the database has no form', async () => {
    const world = emptyPhone('mark', 'some-id');
    world.disk.sentinel = 'one';
    expect(await need(world)).toBe('now');
  });
});

describe('a start with forms repairs after the first screen', () => {
  it('if nothing is missing by name', async () => {
    const { world } = await phoneWithForms();
    expect(await need(world)).toBe('later');
    expect(await repairFromSecondCopy(world.ports())).toEqual(NOTHING_TO_REPAIR);
  });

  it('if a draft has no copy yet', async () => {
    const { world, draft } = await phoneWithForms();
    world.copyDisk.delete(draft);
    expect(await need(world)).toBe('later');
  });

  it('if a copy was written only by half, and then writes it whole', async () => {
    const { world, submitted } = await phoneWithForms();
    world.copyDisk.set(submitted, new Map([['submission.json', 'half a she']]));
    expect(await need(world)).toBe('later');
    await repairFromSecondCopy(world.ports());
    expect(world.copyDisk.get(submitted)?.size).toBe(3);
  });

  it('if a file has fewer bytes than it had, and then restores them', async () => {
    const { world, submitted } = await phoneWithForms();
    const row = [...world.disk.attachments.values()].find(
      (each) => each.submissionId === submitted,
    );
    world.disk.blobs.set(row!.id, new Blob(['half']));
    expect(await need(world)).toBe('later');
    await repairFromSecondCopy(world.ports());
    const copy = world.copyDisk.get(submitted)?.get(copyFileName(row!));
    expect(world.disk.blobs.get(row!.id)?.size).toBe((copy as Blob).size);
  });

  it.each([
    ['has no private files', noSecondCopy],
    ['is denied its private files', refusedCopy],
    ['opens its private files late', lateCopy],
    [
      'cannot list its private files',
      { ...noSecondCopy, state: async () => 'open' as const, folders: () => Promise.reject('odd') },
    ],
  ])('if the page %s', async (_, place) => {
    const { world } = await phoneWithForms();
    expect(await need(world, { place })).toBe('later');
  });
});

describe('a start has nothing to repair', () => {
  it('on a new phone', async () => {
    expect(await need(emptyPhone())).toBe('none');
    expect(await need(emptyPhone(), { place: noSecondCopy })).toBe('none');
  });

  it('if everything was delivered and its copies are deleted', async () => {
    const world = new SyncWorld();
    await world.submitted();
    await repairFromSecondCopy(world.ports());
    await world.settle();
    expect(await need(world)).toBe('none');
  });
});

describe('a start whose private files open late', () => {
  it('waits for them if the phone is known and the database is new: it may have been wiped', async () => {
    const limits: (number | undefined)[] = [];
    const world = emptyPhone('mark');
    const place = {
      ...createMemoryCopy(world.copyDisk),
      state: async (limitMs?: number): Promise<PlaceState> => {
        limits.push(limitMs);
        return 'open';
      },
    };
    expect(await need(world, { place })).toBe('now');
    expect(limits).toEqual([15_000]);
  });

  it('records a sentinel, so that the next start does not count as wiped', async () => {
    const world = emptyPhone();
    expect(await need(world, { place: lateCopy })).toBe('none');
    expect(world.disk.sentinel).not.toBeNull();
  });

  it('does not wait on a new phone', async () => {
    const world = emptyPhone();
    const limits: (number | undefined)[] = [];
    const state = async (limitMs?: number): Promise<PlaceState> => {
      limits.push(limitMs);
      return 'late';
    };
    expect(await need(world, { place: { ...lateCopy, state }, isNewPhone: true })).toBe('none');
    expect(limits).toEqual([undefined]);
    expect(world.disk.sentinel).toBeNull();
  });
});

describe('a repair while the app is used', () => {
  it('does not report the files of a form as lost if the form was delivered meanwhile', async () => {
    const { world, submitted } = await phoneWithForms();
    const { store, ...ports } = world.ports();
    const bytes: typeof store.bytes = async (id) => {
      if (world.row(submitted).status === 'queued') await world.drain();
      return store.bytes(id);
    };
    const ran = await repairFromSecondCopy({ ...ports, store: { ...store, bytes } });
    expect(world.row(submitted).status).toBe('delivered');
    expect(ran).toEqual(NOTHING_TO_REPAIR);
  });

  it('does not report a file that was removed meanwhile', async () => {
    const { world, draft } = await phoneWithForms();
    const row = [...world.disk.attachments.values()].find((each) => each.submissionId === draft);
    const { store, ...ports } = world.ports();
    const bytes: typeof store.bytes = async (id) => {
      if (id !== row!.id) return store.bytes(id);
      world.disk.attachments.delete(id);
      world.disk.blobs.delete(id);
      world.copyDisk.get(draft)?.delete(copyFileName(row!));
      return undefined;
    };
    expect(await repairFromSecondCopy({ ...ports, store: { ...store, bytes } })).toEqual(
      NOTHING_TO_REPAIR,
    );
  });
});
