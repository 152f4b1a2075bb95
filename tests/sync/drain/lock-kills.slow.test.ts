import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { hasLock } from '../../../src/store/keys/agent-access.ts';
import type { LockStore } from '../../../src/store/lock/lock-contract.ts';
import { KilledError } from '../../support/fakes/killable-ports.ts';
import { StoredPhone, type StoredProcess } from '../../support/world/stored-phone.ts';

const OLD = 'boterham met kaas';
const NEW = 'appel in die sak';

interface Keys {
  pins: string[];
  codes: string[];
}

/** A change of the lock that the test interrupts with a kill, and the state of the lock after a complete run. */
type Flow = Readonly<{
  /** The state before the flow. The test does not interrupt this preparation. */
  before?: 'locked' | 'unlocked';
  run: (process: StoredProcess, agent: string, keys: Keys) => Promise<unknown>;
  /** Only the unlocked agent can decrypt the submission. */
  isHeldBack?: true;
  /** The flow deletes the drafts. */
  isDeleting?: true;
  /** The state after a complete flow: no lock, or a lock with the old PIN, the new PIN or the new code. */
  after: 'open' | 'old' | 'new' | 'newCode';
}>;

async function setLock({ lock }: StoredProcess, pin: string, keys: Keys): Promise<void> {
  const made = await lock.prepareLock(pin);
  if (made.status !== 'ready') throw new Error(made.status);
  keys.pins.push(pin);
  keys.codes.push(made.code);
  await made.finish();
}

const flows: Readonly<Record<string, Flow>> = {
  'a lock is set': { run: (process, _, keys) => setLock(process, OLD, keys), after: 'old' },
  'somebody unlocks': {
    before: 'locked',
    run: ({ lock }, agent) => lock.unlock(agent, 'pin', OLD),
    after: 'old',
  },
  'a wrong PIN is tried': {
    before: 'locked',
    run: ({ lock }, agent) => lock.unlock(agent, 'pin', 'a wrong one'),
    after: 'old',
  },
  'the PIN is changed': {
    before: 'unlocked',
    run: async ({ lock }, _, keys) => {
      keys.pins.push(NEW);
      await lock.changePin(OLD, NEW);
    },
    after: 'new',
  },
  'a new code is made': {
    before: 'unlocked',
    run: async ({ lock }, _, keys) => {
      const made = await lock.prepareNewCode(OLD);
      if (made.status !== 'ready') throw new Error(made.status);
      keys.codes.push(made.code);
      await made.finish();
    },
    after: 'newCode',
  },
  'somebody came in by the code, and sets a new PIN': {
    before: 'locked',
    run: async ({ lock }, agent, keys) => {
      await lock.unlock(agent, 'recovery', keys.codes[0] ?? '');
      keys.pins.push(NEW);
      await lock.newPinAfterRecovery(NEW);
    },
    after: 'new',
  },
  'the lock is taken off': {
    before: 'unlocked',
    run: ({ lock }) => lock.removeLock(OLD),
    after: 'open',
  },
  'another agent is added': {
    before: 'unlocked',
    run: async ({ lock }) => {
      await lock.setLabel('Thandi');
      const made = await lock.prepareAgent('Sipho', NEW);
      if (made.status !== 'ready') throw new Error(made.status);
      await made.finish();
    },
    after: 'old',
  },
  'forms are sent only while their agent is unlocked': {
    before: 'unlocked',
    run: ({ lock }) => lock.setSendsWhileLocked(false),
    isHeldBack: true,
    after: 'old',
  },
  'an agent starts again without the PIN': {
    before: 'locked',
    run: async ({ lock }, agent) => {
      const { attention, drafts, waiting } = await lock.whatResetLoses(agent);
      const named = [...attention, ...drafts, ...waiting].map(({ id }) => id);
      await lock.resetAgent(agent, named);
    },
    isDeleting: true,
    after: 'open',
  },
};

const losses: Readonly<Record<string, (phone: StoredPhone) => Promise<void>>> = {
  'and nothing else': async () => undefined,
  'and the database is lost': (phone) => phone.wipe(),
  'and the private files of the secrets are lost': (phone) => phone.loseStorage(0),
  'and their caches are lost': (phone) => phone.loseStorage(1),
};

/** Runs a flow on a new phone, and kills it at the step `endsAt`. Then loses something, and starts the app twice. */
async function played(
  { before, run }: Flow,
  endsAt: number,
  loss: (phone: StoredPhone) => Promise<void>,
) {
  const phone = await StoredPhone.begin();
  const keys: Keys = { pins: [], codes: [] };
  if (before !== undefined) await setLock(phone.process(), OLD, keys);
  const process = phone.process(endsAt);
  const [agent] = await process.ports.store.agents();
  if (agent === undefined) throw new Error('The phone has no agent.');
  if (before === 'unlocked') {
    // The kill must not come during this unlock.
    const steps = await unlockedIn(process, agent.id);
    if (steps >= endsAt) throw new Error('It was killed too early.');
  }
  await run(process, agent.id, keys).catch((error: unknown) => {
    if (!(error instanceof KilledError) && !process.life.isDead) throw error;
  });
  await loss(phone);
  await phone.startTwice();
  return { phone, keys, agent: agent.id, isEnded: !process.life.isDead };
}

async function unlockedIn({ life, lock }: StoredProcess, agent: string): Promise<number> {
  const { status } = await lock.unlock(agent, 'pin', OLD);
  if (status !== 'unlocked' && !life.isDead) throw new Error(status);
  return life.steps;
}

/** Returns the PINs and codes that unlock the agent. Tries each one in a new page. */
async function openedBy(phone: StoredPhone, agent: string, keys: Keys) {
  const opens = async (way: 'pin' | 'recovery', text: string): Promise<LockStore | null> => {
    const { lock } = phone.process();
    return (await lock.unlock(agent, way, text)).status === 'unlocked' ? lock : null;
  };
  const pins: string[] = [];
  for (const pin of keys.pins) if ((await opens('pin', pin)) !== null) pins.push(pin);
  const codes: string[] = [];
  for (const code of keys.codes) if ((await opens('recovery', code)) !== null) codes.push(code);
  return { pins, codes };
}

describe.each(Object.entries(flows))('a process that is killed while %s', (_, flow) => {
  it.each(Object.entries(losses))('%s', { timeout: 60_000 }, async (_name, loss) => {
    const first = flow.before === 'unlocked' ? 4 : 1;
    let isEnded = false;
    for (let endsAt = first; !isEnded; endsAt += 1) {
      const one = await played(flow, endsAt, loss);
      ({ isEnded } = one);
      const { agent, keys, phone } = one;
      const at = `step ${endsAt}`;
      const row = (await phone.process().ports.store.agents()).find(({ id }) => id === agent);
      const opened = await openedBy(phone, agent, keys);
      if (row !== undefined && hasLock(row)) {
        expect(opened.pins, at).toHaveLength(1);
        expect(opened.codes, at).toHaveLength(1);
      }
      if (isEnded)
        expect(stateOf(row !== undefined && hasLock(row), opened, keys), at).toBe(flow.after);
      const worker = phone.process();
      if (flow.isHeldBack) await worker.lock.unlock(agent, 'pin', OLD);
      expect(await worker.ports.store.payload(phone.submitted), at).toBeDefined();
      if (flow.isDeleting === undefined) await expectDraft(phone, agent, opened.pins[0], at);
      expect(await phone.needless(), at).toEqual([]);
      await phone.close();
    }
  });
});

describe('a process that is killed while an agent is removed', () => {
  it.each(Object.entries(losses))('%s', { timeout: 60_000 }, async (_name, loss) => {
    let isEnded = false;
    for (let endsAt = 4; !isEnded; endsAt += 1) {
      const phone = await StoredPhone.begin({ isAllSent: true });
      const keys: Keys = { pins: [], codes: [] };
      const others: Keys = { pins: [NEW], codes: [] };
      const { stays, leaves } = await shared(phone, keys, others);
      const process = phone.process(endsAt);
      if ((await unlockedIn(process, leaves)) >= endsAt)
        throw new Error('It was killed too early.');
      await process.lock.removeAgent(OLD).catch((error: unknown) => {
        if (!(error instanceof KilledError) && !process.life.isDead) throw error;
      });
      isEnded = !process.life.isDead;
      await loss(phone);
      await phone.startTwice();
      const at = `step ${endsAt}`;
      const { store } = phone.process().ports;
      const row = (await store.agents()).find(({ id }) => id === leaves);
      const isGone = row === undefined || row.wraps.length === 0;
      // The agent who leaves still has all unlock methods, or none.
      expect(await openedBy(phone, leaves, keys), at).toEqual(
        isGone ? { pins: [], codes: [] } : keys,
      );
      if (isEnded) expect(isGone, at).toBe(true);
      if (isGone) expect(row?.label, at).toBeUndefined();
      if (isGone) expect(await store.row(phone.submitted), at).toBeUndefined();
      expect(await openedBy(phone, stays, others), at).toEqual(others);
      expect(await phone.needless(), at).toEqual([]);
      await phone.close();
    }
  });
});

describe('a process that is killed while it checks a PIN', () => {
  it('has stored the attempt as wrong before', async () => {
    const phone = await StoredPhone.begin();
    const keys: Keys = { pins: [], codes: [] };
    await setLock(phone.process(), OLD, keys);
    const [agent] = await phone.process().ports.store.agents();
    const COUNTED = 1;
    const { lock } = phone.process(COUNTED + 1);
    await expect(lock.unlock(agent?.id ?? '', 'pin', OLD)).rejects.toThrow(KilledError);
    const [after] = await phone.process().ports.store.agents();
    expect(after?.failures).toMatchObject({ count: 1 });
    await phone.close();
  });
});

/** Sets up a shared phone: its first agent, who will leave, and a second agent, who stays. */
async function shared(phone: StoredPhone, keys: Keys, others: Keys) {
  const process = phone.process();
  await setLock(process, OLD, keys);
  await process.lock.setLabel('Thandi');
  const made = await process.lock.prepareAgent('Sipho', NEW);
  if (made.status !== 'ready') throw new Error(made.status);
  others.codes.push(made.code);
  await made.finish();
  const there = await process.lock.agents();
  const idOf = (isOwn: boolean): string => there.find((each) => each.isOwn === isOwn)?.id ?? '';
  return { leaves: idOf(true), stays: idOf(false) };
}

const stateOf = (
  isLocked: boolean,
  { codes, pins }: Readonly<{ codes: readonly string[]; pins: readonly string[] }>,
  keys: Keys,
): Flow['after'] => {
  if (!isLocked) return 'open';
  if (pins[0] === NEW) return 'new';
  return codes[0] === keys.codes[0] ? 'old' : 'newCode';
};

/** Expects that only the unlocked agent can decrypt the draft. */
async function expectDraft(
  phone: StoredPhone,
  agent: string,
  pin: string | undefined,
  at: string,
): Promise<void> {
  const { lock, ports } = phone.process();
  if (pin !== undefined) {
    expect(await ports.store.contents(phone.draft), at).toBe('unreadable');
    await lock.unlock(agent, 'pin', pin);
  }
  expect(await ports.store.contents(phone.draft), at).toMatchObject({
    draft: { values: { firstName: 'Thandi' } },
  });
}
