import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeAgent, peppersOf } from '../../../src/store/format/agent-row.ts';
import type { AgentRow } from '../../../src/store/format/rows.ts';
import type { SecondCopy } from '../../../src/store/second-copy/second-copy.ts';
import type { SyncPorts } from '../../../src/sync/ports/ports.ts';
import { copyAgents, followAgents, valueIn } from '../../../src/sync/second-copy/agent-copies.ts';
import { repairFromSecondCopy } from '../../../src/sync/second-copy/repair.ts';
import { noSecondCopy } from '../../support/fakes/memory-second-copy.ts';
import { StoredPhone } from '../../support/world/stored-phone.ts';

let phone: StoredPhone;

beforeEach(async () => {
  phone = await StoredPhone.begin();
});
afterEach(() => phone.close());

const OLD = 'the secret of an old way';

async function keepOldSecret(): Promise<void> {
  for (const storage of phone.world.storages) await storage.put(OLD, new Uint8Array(36));
}

const homesWith = async (name: string): Promise<number> => {
  const lists = await Promise.all(phone.world.storages.map((storage) => storage.names()));
  return lists.filter((names) => names.includes(name)).length;
};

async function theAgent({ store }: SyncPorts): Promise<AgentRow> {
  const [agent] = await store.agents();
  if (agent === undefined) throw new Error('There is nobody.');
  return agent;
}

/** Returns the agents in the second copies. */
async function copied({ digest, secondCopy }: SyncPorts): Promise<readonly (AgentRow | null)[]> {
  const names = (await secondCopy.names('mark')).filter((name) => name.startsWith('agent-'));
  return Promise.all(
    names.map(async (name) =>
      decodeAgent(await valueIn({ digest }, await secondCopy.getText('mark', name))),
    ),
  );
}

async function setPin(pin: string): Promise<void> {
  const { lock } = phone.process();
  const made = await lock.prepareLock(pin);
  if (made.status !== 'ready') throw new Error(`Nothing was prepared: ${made.status}.`);
  const { status } = await made.finish();
  if (status !== 'done') throw new Error(`No lock was set: ${status}.`);
}

describe('the copy of an agent', () => {
  it('follows a new lock, and then the earlier method’s secret is deleted', async () => {
    const { ports } = phone.process();
    const before = await theAgent(ports);
    const [pepper = ''] = peppersOf(before);
    await setPin('48 elephants');
    const after = await theAgent(ports);
    expect(after.wraps.map(({ kind }) => kind).sort()).toEqual(['pin', 'recovery']);
    expect(await copied(ports)).toEqual([after]);
    expect(await homesWith(pepper)).toBe(0);
  });

  it('keeps the earlier method’s secret if it differs after it was read back', async () => {
    await keepOldSecret();
    const { ports } = phone.process();
    for (const name of (await ports.secondCopy.names('mark')).filter((each) => each !== 'sentinel'))
      await ports.secondCopy.removeFile('mark', name);
    const lossy = { ...ports.secondCopy, put: async () => undefined };
    await followAgents({ ...ports, secondCopy: lossy }, [OLD]);
    expect(await homesWith(OLD)).toBe(2);
    await followAgents(ports, [OLD]);
    expect(await homesWith(OLD)).toBe(0);
  });

  it('keeps that secret also if it cannot be read now', async () => {
    await keepOldSecret();
    const { ports } = phone.process();
    await followAgents({ ...ports, secondCopy: noSecondCopy }, [OLD]);
    expect(await homesWith(OLD)).toBe(2);
  });

  it('is not older than another tab’s copy, even if it is written late', async () => {
    await setPin('48 elephants');
    const { digest, secondCopy, ...ports } = phone.process().ports;
    const agent = await theAgent({ digest, secondCopy, ...ports });
    for (const name of (await secondCopy.names('mark')).filter((each) => each !== 'sentinel'))
      await secondCopy.removeFile('mark', name);
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const put: SecondCopy['put'] = async (...file) => {
      begun.resolve();
      await released.promise;
      await secondCopy.put(...file);
    };
    const writing = copyAgents({ ...ports, digest, secondCopy: { ...secondCopy, put } });
    await begun.promise;

    const { clock } = phone.world;
    const { lock } = phone.process();
    await lock.unlock(agent.id, 'pin', '48 elephants');
    const sleeps = clock.slept.length;
    let isChanged = false;
    const changing = lock.changePin('48 elephants', '15 antelopes').finally(() => {
      isChanged = true;
    });
    // The change of the PIN is done, or waits for the first tab.
    await expect.poll(() => isChanged || clock.slept.length > sleeps).toBe(true);
    released.resolve();
    await clock.run(Promise.all([writing, changing]));

    const after = await theAgent({ digest, secondCopy, ...ports });
    expect(await copied({ digest, secondCopy, ...ports })).toEqual([after]);
    await phone.wipe();
    const next = phone.process();
    await repairFromSecondCopy(next.ports);
    expect(await next.lock.unlock(agent.id, 'pin', '15 antelopes')).toEqual({ status: 'unlocked' });
  });

  it('restores its agent after a wipe, whose secret then counts as used', async () => {
    await setPin('48 elephants');
    const before = await theAgent(phone.process().ports);
    await phone.wipe();
    const { lock, ports } = phone.process();
    await repairFromSecondCopy(ports);
    expect(await ports.store.agents()).toEqual([before]);
    // A used secret is never deleted.
    for (const pepper of peppersOf(before)) {
      await ports.store.deleteSecret(pepper);
      expect(await homesWith(pepper)).toBe(2);
    }
    expect(await lock.unlock(before.id, 'pin', '48 elephants')).toMatchObject({
      status: 'unlocked',
    });
  });

  it('that hangs keeps nobody from a new PIN, and no other page from its lock', async () => {
    await setPin('48 elephants');
    const { lock, ports } = phone.process();
    const agent = await theAgent(ports);
    await lock.unlock(agent.id, 'pin', '48 elephants');
    const { clock, copyDisk } = phone.world;
    for (const name of copyDisk.get('mark')?.keys() ?? [])
      if (name.startsWith('agent-')) copyDisk.get('mark')?.delete(name);
    const begun = Promise.withResolvers<void>();
    const put = () => {
      begun.resolve();
      return new Promise<never>(() => {});
    };
    const hanging = { ...ports, secondCopy: { ...ports.secondCopy, put } };
    const following = followAgents(hanging, []);
    await begun.promise;
    const other = copyAgents(ports);
    await expect(clock.run(following)).rejects.toThrow('in time');
    expect(await clock.run(other)).toBe(true);
  });
});
