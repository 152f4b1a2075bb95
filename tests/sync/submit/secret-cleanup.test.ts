import { describe, expect, it } from 'vitest';
import type { SubmissionId } from '../../../src/domain/ids.ts';
import { deleteDraft } from '../../../src/features/outbox/submission/delete-draft.ts';
import type { SecretStorage } from '../../../src/seal/secret-storage.ts';
import { secretsOf } from '../../../src/store/outbox/outbox-rows.ts';
import type { SecondCopy } from '../../../src/store/second-copy/second-copy.ts';
import { drain } from '../../../src/sync/drain/drain.ts';
import { hashedText } from '../../../src/sync/second-copy/agent-copies.ts';
import { repairFromSecondCopy } from '../../../src/sync/second-copy/repair.ts';
import { backToDraft, removeSubmission } from '../../../src/sync/submit/after-submit.ts';
import { cleanUpSecrets } from '../../../src/sync/submit/secret-cleanup.ts';
import { noSecondCopy, refusedCopy } from '../../support/fakes/memory-second-copy.ts';
import { digest, SyncWorld } from '../../support/world/sync-world.ts';

const day = 86_400_000;
const limits = { budgetMs: 600_000, maxCallMs: 600_000 };

const refuse = async (): Promise<never> => {
  throw new DOMException('The disk is full.', 'QuotaExceededError');
};

/** Delivers everything, but cannot delete any copy. */
async function drainWithStuckCopies(world: SyncWorld): Promise<void> {
  const { secondCopy } = world.ports();
  const stuck = world.ports({ secondCopy: { ...secondCopy, remove: refuse } });
  await world.clock.run(drain(stuck, { ...limits, signal: new AbortController().signal }));
}

const inStorages = async (world: SyncWorld): Promise<readonly string[]> => {
  const lists = await Promise.all(world.storages.map((storage) => storage.names()));
  return [...new Set(lists.flat())].sort();
};

const secretsOfRow = (world: SyncWorld, id: SubmissionId): readonly string[] =>
  secretsOf(world.row(id).keys);

describe('the secrets of keys', () => {
  it('are deleted from every storage after the delivery of their form, and no others', async () => {
    const world = new SyncWorld();
    world.pool(2);
    const [sent, draft] = [await world.submitted(), await world.draft()];
    const guarded = secretsOfRow(world, sent);
    expect(guarded).toHaveLength(2);
    await world.settle();
    for (const name of guarded) expect(await inStorages(world)).not.toContain(name);
    expect(await world.ports().store.secretsToDelete()).toEqual([]);
    expect((await world.form(draft)).draft.values).toMatchObject({ firstName: 'Thandi' });
  });

  it('are deleted with their form', async () => {
    const world = new SyncWorld();
    const id = await world.draft();
    const guarded = secretsOfRow(world, id);
    await removeSubmission(world.ports(), id);
    for (const name of guarded) expect(await inStorages(world)).not.toContain(name);
    expect(await world.ports().store.secretsToDelete()).toEqual([]);
  });

  it('stay after a delivery whose copy can’t be removed, until a later start', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    const guarded = secretsOfRow(world, id);
    await drainWithStuckCopies(world);
    expect(world.row(id).status).toBe('delivered');
    // After a wipe now, the copy would restore the submission. It must decrypt, or nobody knows that it was delivered.
    expect(await inStorages(world)).toEqual(expect.arrayContaining([...guarded]));
    await cleanUpSecrets(world.ports());
    for (const name of guarded) expect(await inStorages(world)).not.toContain(name);
  });

  it.each(['delivered', 'deleted'])(
    'of a form that is %s are deleted at the next start if a storage failed',
    async (how) => {
      const world = new SyncWorld();
      world.pool(1);
      const id = await world.submitted();
      const guarded = secretsOfRow(world, id);
      const [first] = world.storages;
      const { delete: drop } = first as SecretStorage;
      Object.assign(first as SecretStorage, { delete: refuse });
      if (how === 'delivered') await world.settle();
      else await removeSubmission(world.ports(), id);
      expect(await world.ports().store.secretsToDelete()).toEqual([...guarded]);
      Object.assign(first as SecretStorage, { delete: drop });
      await cleanUpSecrets(world.ports());
      for (const name of guarded) expect(await inStorages(world)).not.toContain(name);
    },
  );

  it('of a form deleted without access to private files are deleted with its copy at a later start', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    const guarded = secretsOfRow(world, id);
    const [first, second] = world.storages;
    const { delete: drop } = first as SecretStorage;
    Object.assign(first as SecretStorage, { delete: refuse });
    expect(await removeSubmission(world.ports({ secondCopy: refusedCopy }), id)).toEqual({
      status: 'removed',
    });
    for (const name of guarded) expect(await second?.names()).not.toContain(name);
    expect(await world.ports().store.secretsToDelete()).toEqual([...guarded]);
    Object.assign(first as SecretStorage, { delete: drop });
    expect(await repairFromSecondCopy(world.ports())).toMatchObject({ restored: [], lost: [] });
    expect(world.disk.submissions.has(id)).toBe(false);
    expect(world.copyDisk.has(id)).toBe(false);
    await cleanUpSecrets(world.ports());
    for (const name of guarded) expect(await inStorages(world)).not.toContain(name);
  });

  it('stay while a copy names them; the copy is rewritten first', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    const [p = '', q = ''] = secretsOfRow(world, id);
    const { secondCopy } = world.ports();
    const stuck = world.ports({ secondCopy: { ...secondCopy, put: refuse, remove: refuse } });
    await backToDraft(stuck, id).catch(() => undefined);
    expect(secretsOfRow(world, id)).toEqual([p]);
    await cleanUpSecrets(stuck).catch(() => undefined);
    expect(await inStorages(world)).toContain(q);
    // After a wipe now, the copy would restore the form as submitted. With both secrets, it decrypts and can be sent.
    await cleanUpSecrets(world.ports());
    expect(await inStorages(world)).not.toContain(q);
    expect(await inStorages(world)).toContain(p);
    world.disk.wipe();
    expect((await repairFromSecondCopy(world.ports())).lost).toEqual([]);
    expect((await world.form(id)).draft.values).toMatchObject({ firstName: 'Thandi' });
  });

  /**
   * Delivers a submission whose copy cannot be deleted, on a phone with an unknown secret. Then writes copies, and starts the app three
   * times, two days apart.
   */
  async function startsBeside(copies: (world: SyncWorld) => Promise<void> | void) {
    const world = new SyncWorld();
    world.pool(1);
    const guarded = secretsOfRow(world, await world.submitted());
    for (const storage of world.storages) await storage.put('stranger', new Uint8Array(36));
    await drainWithStuckCopies(world);
    await copies(world);
    for (let start = 0; start < 3; start += 1) {
      await cleanUpSecrets(world.ports());
      world.clock.pass(2 * day);
    }
    return { guarded, lying: await inStorages(world) };
  }

  const ODD_ID = 'eeeeeeee-0000-4000-8000-000000000000';
  const putInto = (world: SyncWorld, folder: string, name: string, text: string): void => {
    world.copyDisk.set(folder, new Map([...(world.copyDisk.get(folder) ?? []), [name, text]]));
  };
  const ofOther = [
    ['a submission', ODD_ID, 'submission.json'],
    ['an agent', 'mark', 'agent-of another.json'],
  ] as const;

  it.each(ofOther)(
    'stay if the copy of %s is from a later version, which may name any of them',
    async (_, folder, name) => {
      const { guarded, lying } = await startsBeside(async (world) =>
        putInto(world, folder, name, await hashedText({ digest }, { version: 99 })),
      );
      expect(lying).toEqual(expect.arrayContaining([...guarded, 'stranger']));
    },
  );

  it.each(ofOther)(
    'are deleted if the disk damaged the copy of %s, except unknown ones',
    async (_, folder, name) => {
      const { guarded, lying } = await startsBeside((world) =>
        putInto(world, folder, name, 'half a she'),
      );
      for (const secret of guarded) expect(lying).not.toContain(secret);
      expect(lying).toContain('stranger');
    },
  );

  it.each(ofOther)(
    'are deleted if the first write of the copy of %s did not end, because it restores nothing',
    async (_, folder, name) => {
      const { guarded, lying } = await startsBeside((world) => putInto(world, folder, name, ''));
      for (const secret of [...guarded, 'stranger']) expect(lying).not.toContain(secret);
    },
  );

  it.each<[string, (secondCopy: SecondCopy) => SecondCopy]>([
    ['the browser refuses the place of the copies', () => refusedCopy],
    ['their list fails', (secondCopy) => ({ ...secondCopy, folders: refuse })],
    ['an agent’s copy can’t be looked at', (secondCopy) => ({ ...secondCopy, names: refuse })],
  ])(
    'all stay if, for a moment, %s, and a storage gets back the secrets that it lost',
    async (_, broken) => {
      const world = new SyncWorld();
      const id = await world.submitted();
      const [p = '', q = ''] = secretsOfRow(world, id);
      const { secondCopy } = world.ports();
      const stuck = world.ports({ secondCopy: { ...secondCopy, put: refuse, remove: refuse } });
      await backToDraft(stuck, id).catch(() => undefined);
      await world.storages[1]?.delete(p);
      await cleanUpSecrets(world.ports({ secondCopy: broken(secondCopy) }));
      expect(await inStorages(world)).toContain(q);
      expect(await world.storages[1]?.names()).toContain(p);
      await cleanUpSecrets(world.ports());
      expect(await inStorages(world)).not.toContain(q);
    },
  );

  it('are deleted if a copy’s first write did not end, because it restores nothing', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const [unfinished, sent] = [await world.draft(), await world.submitted()];
    world.copyDisk.set(unfinished, new Map([['a file', 'of a form']]));
    const guarded = secretsOfRow(world, sent);
    await drainWithStuckCopies(world);
    await cleanUpSecrets(world.ports());
    for (const name of guarded) expect(await inStorages(world)).not.toContain(name);
  });

  it('stay after an undone deletion, while another window was about to delete them', async () => {
    const world = new SyncWorld();
    const id = await world.draft();
    const { store } = world.ports();
    const deleted = await deleteDraft(
      store,
      async () => (await store.remove(id, () => true)) === 'removed',
      id,
    );
    const dying = await store.secretsToDelete();
    if (deleted.status === 'deleted') await deleted.undo();
    for (const name of dying) await store.deleteSecret(name);
    expect((await world.form(id)).draft.values).toMatchObject({ firstName: 'Thandi' });
  });

  it('that are unknown are deleted a day later', async () => {
    const world = new SyncWorld();
    for (const storage of world.storages) await storage.put('stranger', new Uint8Array(36));
    await cleanUpSecrets(world.ports());
    world.clock.pass(day - 1);
    await cleanUpSecrets(world.ports());
    expect(await inStorages(world)).toContain('stranger');
    world.clock.pass(1);
    await cleanUpSecrets(world.ports());
    expect(await inStorages(world)).not.toContain('stranger');
  });

  it('that a wipe removed from the database do not count as unknown, nor an agent’s', async () => {
    const world = new SyncWorld();
    const [queued, draft] = [await world.submitted(), await world.submitted()];
    world.disk.wipe();
    await repairFromSecondCopy(world.ports());
    for (let start = 0; start < 3; start += 1) {
      await cleanUpSecrets(world.ports());
      world.clock.pass(2 * day);
    }
    for (const id of [queued, draft])
      expect((await world.form(id)).draft.values).toMatchObject({ firstName: 'Thandi' });
    await world.settle();
    expect(world.row(queued).status).toBe('delivered');
  });

  it('of unreadable copies do not count as unknown', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    world.disk.wipe();
    for (let start = 0; start < 3; start += 1) {
      await cleanUpSecrets(world.ports({ secondCopy: noSecondCopy }));
      world.clock.pass(2 * day);
    }
    await repairFromSecondCopy(world.ports());
    expect((await world.form(id)).draft.values).toMatchObject({ firstName: 'Thandi' });
  });

  it.each([0, 1])('are copied back to storage %i, which lost them', async (lost) => {
    const world = new SyncWorld();
    const id = await world.draft();
    const storage = world.storages[lost];
    for (const name of (await storage?.names()) ?? []) await storage?.delete(name);
    expect((await world.form(id)).draft.values).toMatchObject({ firstName: 'Thandi' });
    // An unreadable copy may name any secret. But it does not prevent the app from copying secrets.
    world.copyDisk.set('odd', new Map([['submission.json', 'half a she']]));
    await cleanUpSecrets(world.ports());
    expect(await storage?.names()).toEqual(expect.arrayContaining([...secretsOfRow(world, id)]));
  });

  it.each<[string, Partial<SecondCopy>]>([
    ['no copy can be listed', { folders: refuse }],
    ['the copy can’t be written', { put: refuse, remove: refuse }],
  ])(
    'that are marked for deletion are copied too, if a copy names them and %s',
    async (_, fault) => {
      const world = new SyncWorld();
      const id = await world.submitted();
      const [, q = ''] = secretsOfRow(world, id);
      const { secondCopy } = world.ports();
      const stuck = { ...secondCopy, put: refuse, remove: refuse };
      await backToDraft(world.ports({ secondCopy: stuck }), id).catch(() => undefined);
      const [, storage] = world.storages;
      await storage?.delete(q);
      await cleanUpSecrets(world.ports({ secondCopy: { ...secondCopy, ...fault } }));
      // After a wipe now, the copy would restore the form. It must not depend on one storage.
      expect(await storage?.names()).toContain(q);
    },
  );
});
