import { describe, expect, test } from 'vitest';
import type { SubmissionId } from '../../../src/domain/ids.ts';
import type { AgentRow } from '../../../src/store/format/rows.ts';
import { POOL_GOAL } from '../../../src/store/outbox/form-guids.ts';
import { exportRescue } from '../../../src/sync/rescue/export-rescue.ts';
import { importRescue } from '../../../src/sync/rescue/import-rescue.ts';
import { memoryKeyStore } from '../../support/fakes/memory-key-store.ts';
import { createMemoryStore } from '../../support/fakes/memory-outbox-store.ts';
import { digest, SyncWorld } from '../../support/world/sync-world.ts';

/** A phone whose agent set a lock. Nobody has unlocked it, so nobody can decrypt anything. */
class LockedPhone {
  readonly world = new SyncWorld();
  #open: readonly AgentRow[] = [];

  constructor() {
    this.world.pool(POOL_GOAL);
  }

  lock(): void {
    const { agents } = this.world.disk;
    this.#open = [...agents.values()];
    const bytes = new Uint8Array(16);
    for (const { id } of this.#open)
      agents.set(id, { id, wraps: [{ kind: 'recovery', salt: bytes, sealed: bytes }] });
  }

  /** Unlocks like an agent in a page. */
  unlock(): void {
    for (const agent of this.#open) this.world.disk.agents.set(agent.id, agent);
  }

  async loseSecondSecret(id: SubmissionId): Promise<void> {
    const name = this.world.row(id).keys?.q?.name ?? '';
    for (const storage of this.world.storages) await storage.delete(name);
  }
}

describe('a locked phone', () => {
  test('sends every submitted form without an unlock', async () => {
    const phone = new LockedPhone();
    const ids = [await phone.world.submitted(), await phone.world.submitted()];
    phone.lock();
    await phone.world.drain();
    expect(ids.map((id) => phone.world.row(id).status)).toEqual(['delivered', 'delivered']);
  });

  test('does not send a form with a lost sending slot, which waits unchanged for its agent', async () => {
    const phone = new LockedPhone();
    const [waits, goes] = [await phone.world.submitted(), await phone.world.submitted()];
    phone.lock();
    await phone.loseSecondSecret(waits);
    const before = phone.world.row(waits);
    const result = await phone.world.drain();
    expect(phone.world.row(goes).status).toBe('delivered');
    expect(phone.world.row(waits)).toMatchObject({ status: 'queued', steps: before.steps });
    // Neither time nor a sync event helps. Only an agent's unlock does.
    expect(result).toMatchObject({
      waiting: 1,
      waitingForWifiOrUnlock: 1,
      nextAt: null,
      hold: null,
    });
    phone.unlock();
    await phone.world.drain();
    expect(phone.world.row(waits).status).toBe('delivered');
  });

  test('does not send forms of an agent who sends only while unlocked, and asks no worker', async () => {
    const phone = new LockedPhone();
    const first = await phone.world.submitted();
    const { agents } = phone.world.disk;
    for (const agent of [...agents.values()])
      agents.set(agent.id, { ...agent, sendsOnlyUnlocked: true });
    const waits = await phone.world.submitted();
    expect(phone.world.row(first).keys?.q).toBeDefined();
    expect(phone.world.row(waits).keys?.q).toBeUndefined();
    phone.lock();
    const result = await phone.world.drain();
    expect(phone.world.row(first).status).toBe('delivered');
    expect(phone.world.row(waits).status).toBe('queued');
    expect(result).toMatchObject({
      waiting: 1,
      waitingForWifiOrUnlock: 1,
      nextAt: null,
      hold: null,
    });
    phone.unlock();
    await phone.world.drain();
    expect(phone.world.row(waits).status).toBe('delivered');
  });

  test('does not send imported forms of an agent who sends only while unlocked', async () => {
    const old = new SyncWorld();
    const id = await old.submitted();
    const exported = await old.clock.run(exportRescue(old.ports(), 'three kudu'));
    if (exported.status !== 'exported') throw new Error(exported.status);
    const phone = new LockedPhone();
    await phone.world.draft();
    const { agents } = phone.world.disk;
    for (const agent of [...agents.values()])
      agents.set(agent.id, { ...agent, sendsOnlyUnlocked: true });
    const importing = importRescue(phone.world.ports(), exported.file, 'three kudu');
    expect(await phone.world.clock.run(importing)).toMatchObject({ imported: 1 });
    phone.lock();
    await phone.world.drain();
    expect(phone.world.row(id).status).toBe('queued');
    phone.unlock();
    await phone.world.drain();
    expect(phone.world.row(id).status).toBe('delivered');
  });

  test('exports nothing, and counts the unsent forms as unread', async () => {
    const phone = new LockedPhone();
    await phone.world.draft();
    await phone.world.submitted();
    phone.lock();
    const exporting = exportRescue(phone.world.ports(), 'three kudu');
    expect(await phone.world.clock.run(exporting)).toEqual({
      status: 'nothingToExport',
      unread: 2,
    });
  });

  test('stores a refusal after its agent locked, without the server’s words', async () => {
    const phone = new LockedPhone();
    const { world } = phone;
    await world.draft();
    for (const agent of [...world.disk.agents.values()])
      world.disk.agents.set(agent.id, { ...agent, sendsOnlyUnlocked: true });
    const id = await world.submitted();
    const keyStore = memoryKeyStore(world.disk, world.storages, world.newId, digest);
    const errors = { SimCardNumber: ['It is Thandi Nkosi’s.'] };
    world.backend.faultOf = () => ({ fault: 'refused', httpStatus: 400, errors });
    world.backend.delay = async () => {
      phone.lock();
      keyStore.lock();
    };
    await world.drain({}, world.ports({ store: createMemoryStore(world.disk, keyStore) }));
    expect(world.row(id)).toMatchObject({ status: 'rejected', keys: { p: expect.any(String) } });
    expect(JSON.stringify(world.disk.submissions.get(id))).not.toContain('Nkosi');
  });

  test('keeps the customer’s initials, even if the last answer arrives after the lock', async () => {
    const phone = new LockedPhone();
    const { world } = phone;
    const id = await world.submitted();
    const keyStore = memoryKeyStore(world.disk, world.storages, world.newId, digest);
    world.backend.delay = async (request) => {
      if (request.call !== 'SaveIdDocument') return;
      // The agent chose to send only while unlocked, and now locks the phone.
      const row = world.row(id);
      if (row.status === 'queued') world.disk.put({ ...row, keys: { p: row.keys?.p ?? '' } });
      phone.lock();
      keyStore.lock();
    };
    await world.drain({}, world.ports({ store: createMemoryStore(world.disk, keyStore) }));
    expect(world.row(id)).toMatchObject({
      status: 'delivered',
      receipt: { name: 'T. N.', simTail: '4560' },
    });
  });

  test('waits if the secret storages fail for a moment, and does not count a secret as lost', async () => {
    const { world } = new LockedPhone();
    const id = await world.submitted();
    const gets = world.storages.map((storage) => storage.get);
    for (const storage of world.storages)
      Object.assign(storage, { get: () => Promise.reject(new Error('It failed.')) });
    await world.drain();
    expect(world.row(id).status).toBe('queued');
    for (const [index, storage] of world.storages.entries())
      Object.assign(storage, { get: gets[index] });
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
  });

  test.each(
    [1, 2, 3, 4, 5].flatMap((reads) => [['form', reads] as const, ['photo', reads] as const]),
  )('loses no %s if the secret storages fail %i times in a new process', async (what, reads) => {
    const { world } = new LockedPhone();
    const id = await world.submitted();
    if (what === 'photo') {
      world.backend.faultOf = ({ call }) =>
        call === 'SaveIdDocument' ? { fault: 'status', httpStatus: 500 } : undefined;
      await world.drain();
      world.backend.faultOf = () => undefined;
    }
    let left = reads;
    const [first, second] = world.storages;
    const [get, otherGet] = [first?.get, second?.get];
    let isFailing = false;
    Object.assign(first ?? {}, {
      get: async (name: string) => {
        isFailing = left > 0;
        left -= 1;
        if (isFailing) throw new Error('It failed.');
        return get?.(name);
      },
    });
    Object.assign(second ?? {}, {
      get: async (name: string) => {
        if (isFailing) throw new Error('It failed.');
        return otherGet?.(name);
      },
    });
    await world.settle();
    expect(left).toBeLessThan(0);
    expect(world.row(id).status).toBe('delivered');
  });

  test('needs attention if the first secret is lost as well', async () => {
    const phone = new LockedPhone();
    const id = await phone.world.submitted();
    await phone.loseSecondSecret(id);
    for (const storage of phone.world.storages)
      await storage.delete(phone.world.row(id).keys?.p ?? '');
    await phone.world.drain();
    expect(phone.world.row(id).status).toBe('rejected');
  });
});
