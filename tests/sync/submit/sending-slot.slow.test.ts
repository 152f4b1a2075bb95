import { describe, expect, it } from 'vitest';
import type { SubmissionId } from '../../../src/domain/ids.ts';
import { secretsOf } from '../../../src/store/outbox/outbox-rows.ts';
import type { SyncPorts } from '../../../src/sync/ports/ports.ts';
import { repairFromSecondCopy } from '../../../src/sync/second-copy/repair.ts';
import { backToDraft } from '../../../src/sync/submit/after-submit.ts';
import { cleanUpSecrets } from '../../../src/sync/submit/secret-cleanup.ts';
import { submit } from '../../../src/sync/submit/submit.ts';
import { KilledError, killable } from '../../support/fakes/killable-ports.ts';
import { SyncWorld, signature } from '../../support/world/sync-world.ts';

/** A submission with two secrets. `end` causes the event after which the submission no longer needs the sending slot's secret. */
type Life = Readonly<{ id: SubmissionId; end: (ports: SyncPorts) => Promise<unknown> }>;

const refuse = async (): Promise<never> => {
  throw new DOMException('The disk is full.', 'QuotaExceededError');
};

const untilSettled = async (world: SyncWorld, ports: SyncPorts): Promise<void> => {
  for (let tries = 0; tries < 10; tries += 1) {
    await world.drain({}, ports);
    world.clock.pass(3_600_000);
  }
};

/** Every event that removes a sending slot and keeps its submission. */
const endings: Readonly<Record<string, (world: SyncWorld) => Promise<Life>>> = {
  'is refused by the server': async (world) => {
    const id = await world.submitted();
    world.backend.faultOf = ({ call }) =>
      call === 'GetInfo' ? undefined : { fault: 'refused', httpStatus: 200 };
    return { id, end: (ports) => world.drain({}, ports) };
  },
  'lost a file': async (world) => {
    const id = await world.submitted();
    for (const [file] of world.disk.attachments) {
      world.disk.blobs.delete(file);
      world.loseCopy(id, file);
    }
    return { id, end: (ports) => world.drain({}, ports) };
  },
  'is taken back': async (world) => {
    const id = await world.submitted();
    return { id, end: (ports) => world.clock.run(backToDraft(ports, id)) };
  },
};

const inStorages = async (world: SyncWorld): Promise<readonly string[]> => {
  const lists = await Promise.all(world.storages.map((storage) => storage.names()));
  return lists.flat();
};

async function killedAt(
  world: SyncWorld,
  { end }: Life,
  at: number,
  moment: 'before' | 'after',
): Promise<boolean> {
  const process = killable(world.ports(), at, moment);
  await end(process.ports).catch((error: unknown) => {
    if (!(error instanceof KilledError)) throw error;
  });
  world.clock.pass(61_000);
  return process.isDead();
}

describe('the secret of a sending slot', () => {
  it.each(Object.entries(endings))('is deleted at once if the form %s', async (_, ending) => {
    const world = new SyncWorld();
    world.pool(1);
    const life = await ending(world);
    const [p, q] = secretsOf(world.row(life.id).keys);
    await life.end(world.ports());
    expect(secretsOf(world.row(life.id).keys)).toEqual([p]);
    expect(await inStorages(world)).not.toContain(q);
    expect(await inStorages(world)).toContain(p);
    expect(await world.ports().store.secretsToDelete()).toEqual([]);
    expect((await world.form(life.id)).draft.values).toMatchObject({ firstName: 'Thandi' });
    world.disk.wipe();
    await repairFromSecondCopy(world.ports());
    expect((await world.form(life.id)).draft.values).toMatchObject({ firstName: 'Thandi' });
  });

  it('is deleted if a submission threw too many errors', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    const [, q] = secretsOf(world.row(id).keys);
    const ports = world.ports();
    const payload = () => Promise.reject(new TypeError('made for the test'));
    await untilSettled(world, { ...ports, store: { ...ports.store, payload } });
    expect(world.row(id).status).toBe('rejected');
    expect(await inStorages(world)).not.toContain(q);
  });

  it('is deleted if a refused form has an unreadable file', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const life = await endings['is refused by the server']?.(world);
    if (life === undefined) throw new Error('There is no such ending.');
    const [p, q] = secretsOf(world.row(life.id).keys);
    const ports = world.ports();
    const bytes = async (): Promise<never> => {
      throw new DOMException('It can’t be read.', 'NotReadableError');
    };
    for (const file of world.disk.attachments.keys()) world.loseCopy(life.id, file);
    await life.end({ ...ports, store: { ...ports.store, bytes } });
    expect(secretsOf(world.row(life.id).keys)).toEqual([p]);
    expect(await inStorages(world)).not.toContain(q);
    expect(await ports.store.secretsToDelete()).toEqual([]);
  });

  it('is deleted if a Submit was undone because the disk was full', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.draft();
    const { secondCopy } = world.ports();
    const full = world.ports({ secondCopy: { ...secondCopy, put: refuse } });
    const result = await world.clock.run(submit(full, id, signature()));
    expect(result).toEqual({ status: 'notSaved', reason: 'quota' });
    const needed = [...world.disk.secretNames.values()].filter(({ state }) => state !== 'dying');
    expect(new Set(await inStorages(world))).toEqual(new Set(needed.map(({ name }) => name)));
    expect(needed.filter(({ state }) => state === 'used')).toHaveLength(2);
    expect(await world.ports().store.secretsToDelete()).toEqual([]);
  });

  it('stays if its copy can’t be written, until a later start', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const life = await endings['is refused by the server']?.(world);
    if (life === undefined) throw new Error('There is no such ending.');
    const [, q] = secretsOf(world.row(life.id).keys);
    const { secondCopy } = world.ports();
    await life.end(world.ports({ secondCopy: { ...secondCopy, put: refuse } }));
    expect(world.row(life.id).status).toBe('rejected');
    expect(await inStorages(world)).toContain(q);
    await cleanUpSecrets(world.ports());
    expect(await inStorages(world)).not.toContain(q);
  });

  it('decrypts a late copy of another tab, if no lock prevented the write', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.draft();
    const lock: SyncPorts['lock'] = {
      excludes: false,
      ifFree: async (_, work) => ({ ran: true, value: await work() }),
    };
    const { secondCopy } = world.ports();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isCopying = (): void => undefined;
    const copying = new Promise<void>((resolve) => {
      isCopying = resolve;
    });
    const put: SyncPorts['secondCopy']['put'] = async (folder, name, bytes) => {
      if (name === 'submission.json') isCopying();
      if (name === 'submission.json') await held;
      await secondCopy.put(folder, name, bytes);
    };
    const slow = world.ports({ lock, secondCopy: { ...secondCopy, put } });
    const submitted = submit(slow, id, signature());
    await copying;
    const [p = '', q = ''] = secretsOf(world.row(id).keys);
    await backToDraft(world.ports({ lock }), id);
    release();
    await submitted;
    expect(world.copyDisk.get(id)?.get('submission.json')).toContain(q);
    expect(await inStorages(world)).toContain(q);
    // The next start rewrites the copy. The first start after a day deletes the secret.
    for (let start = 0; start < 2; start += 1) {
      await cleanUpSecrets(world.ports({ lock }));
      world.clock.pass(86_400_000);
    }
    await cleanUpSecrets(world.ports({ lock }));
    expect(world.copyDisk.get(id)?.get('submission.json')).not.toContain(q);
    expect(await inStorages(world)).not.toContain(q);
    expect(await inStorages(world)).toContain(p);
  });

  for (const [name, ending] of Object.entries(endings))
    for (const moment of ['before', 'after'] as const)
      for (const isWiped of [false, true])
        it(`opens nothing any more, and loses nothing, where it ${name} and is killed ${moment} any call${isWiped ? ', and wiped' : ''}`, async () => {
          for (let at = 1; ; at += 1) {
            const world = new SyncWorld();
            world.pool(1);
            const life = await ending(world);
            const [, q] = secretsOf(world.row(life.id).keys);
            const wasKilled = await killedAt(world, life, at, moment);
            if (isWiped) world.disk.wipe();
            await repairFromSecondCopy(world.ports());
            expect((await world.form(life.id)).draft.values).toMatchObject({ firstName: 'Thandi' });
            await cleanUpSecrets(world.ports());
            // A wipe loses the mark for deletion. A day later the secret is deleted as an unknown one.
            if (isWiped) world.clock.pass(86_400_000);
            if (isWiped) await cleanUpSecrets(world.ports());
            const { keys } = world.row(life.id);
            expect((await inStorages(world)).includes(q ?? ''), `call ${at}`).toBe(
              secretsOf(keys).includes(q ?? ''),
            );
            if (!wasKilled) break;
          }
        });
});
