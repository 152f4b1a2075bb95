import { expect, it } from 'vitest';
import type { LockStatus, LockStore, PreparedCode } from '../../../src/store/lock/lock-contract.ts';

/** A phone with the lock under test. Each page has its own memory. */
export type LockPhone = Readonly<{
  page: () => LockStore;
  clock: { now: number };
  /** Sets the phone's answer when the app asks for a passkey. Null: the phone has no passkeys. */
  setOwner: (owner: 'known' | 'refused' | 'unable' | null) => void;
}>;

export const PIN = '739105';
export const OTHER_PIN = 'boterham met kaas';

export const prepared = (result: Readonly<{ status: string }>): PreparedCode => {
  expect(result.status).toBe('ready');
  return result as PreparedCode;
};

async function locked(page: LockStore): Promise<Extract<LockStatus, { status: 'locked' }>> {
  const status = await page.status();
  if (status.status !== 'locked') throw new Error(`It is ${status.status}.`);
  return status;
}

export const agentOf = async (page: LockStore): Promise<string> =>
  (await locked(page)).agents[0]?.id ?? 'nobody';

/** Sets the lock. Returns the page that set it, and the recovery code. */
export async function withLock(
  phone: LockPhone,
): Promise<Readonly<{ page: LockStore; code: string }>> {
  const page = phone.page();
  const { code, finish } = prepared(await page.prepareLock(PIN));
  expect(await finish()).toEqual({ status: 'done' });
  return { page, code };
}

/** The checks for every lock: the store's, and the model that the tests of screens use. */
export function checkLock(newPhone: () => Promise<LockPhone>): void {
  it('is open if nobody has set a lock', async () => {
    expect(await (await newPhone()).page().status()).toEqual({ status: 'open' });
  });

  it('is set only after the person wrote down the code, and the page that set it stays unlocked', async () => {
    const phone = await newPhone();
    const page = phone.page();
    const { code, finish } = prepared(await page.prepareLock(PIN));
    expect(code).toMatch(/^VELD(-[0-9A-Z]{5}){4}$/);
    expect((await phone.page().status()).status).toBe('open');
    await finish();
    expect((await page.status()).status).toBe('unlocked');
  });

  it('refuses a weak PIN before it creates anything', async () => {
    const page = (await newPhone()).page();
    expect(await page.prepareLock('123456')).toEqual({ status: 'unfit', fault: 'run' });
    expect((await page.status()).status).toBe('open');
  });

  it('tells the second tab if two tabs set a lock', async () => {
    const phone = await newPhone();
    const first = prepared(await phone.page().prepareLock(PIN));
    const second = prepared(await phone.page().prepareLock(OTHER_PIN));
    expect(await first.finish()).toEqual({ status: 'done' });
    expect(await second.finish()).toEqual({ status: 'changed' });
  });

  it('opens with its PIN, and with no other PIN', async () => {
    const phone = await newPhone();
    const { page } = await withLock(phone);
    page.lock();
    const agent = await agentOf(page);
    expect(await page.unlock(agent, 'pin', OTHER_PIN)).toEqual({
      status: 'wrong',
      failures: 1,
      notBefore: null,
    });
    expect(await page.unlock('nobody', 'pin', PIN)).toEqual({ status: 'lost' });
    expect((await page.status()).status).toBe('locked');
    expect(await page.unlock(agent, 'pin', PIN)).toEqual({ status: 'unlocked' });
    expect(await page.status()).toMatchObject({ status: 'unlocked', agent });
  });

  it('accepts a PIN from any keyboard: letters that look the same are equal', async () => {
    const phone = await newPhone();
    const page = phone.page();
    await prepared(await page.prepareLock('caf\u00e9 1234')).finish();
    page.lock();
    expect(await page.unlock(await agentOf(page), 'pin', 'cafe\u0301 1234')).toEqual({
      status: 'unlocked',
    });
  });

  it('locks all pages together', async () => {
    const phone = await newPhone();
    const { page } = await withLock(phone);
    const other = phone.page();
    if ((await other.status()).status === 'locked')
      await other.unlock(await agentOf(other), 'pin', PIN);
    let told = 0;
    const end = other.onLocked(() => {
      told += 1;
      return false;
    });
    page.lock();
    await expect.poll(() => told).toBe(1);
    expect((await other.status()).status).toBe('locked');
    end();
  });

  it('locks all pages as soon as one page is left, even if it still saves', async () => {
    const phone = await newPhone();
    const { page } = await withLock(phone);
    const other = phone.page();
    if ((await other.status()).status === 'locked')
      await other.unlock(await agentOf(other), 'pin', PIN);
    let told = 0;
    other.onLocked(() => {
      told += 1;
      return true;
    });
    page.leave();
    await expect.poll(() => told).toBe(1);
    for (const one of [page, other, phone.page()])
      expect((await one.status()).status).toBe('locked');
    // When the other page locks at last, it sends no second message, because an agent may have unlocked since.
    const agent = await agentOf(page);
    expect(await page.unlock(agent, 'pin', PIN)).toEqual({ status: 'unlocked' });
    other.lock();
    await Promise.resolve();
    expect((await page.status()).status).toBe('unlocked');
    expect(told).toBe(1);
  });

  it('makes the person wait from the fifth wrong PIN on, twice as long each time, also in another page', async () => {
    const phone = await newPhone();
    const { page } = await withLock(phone);
    page.lock();
    const agent = await agentOf(page);
    for (const failures of [1, 2, 3, 4])
      expect(await page.unlock(agent, 'pin', 'wrong one')).toMatchObject({ failures });
    const until = phone.clock.now + 30_000;
    const wrong = { status: 'wrong', failures: 5, notBefore: until };
    expect(await page.unlock(agent, 'pin', 'wrong one')).toEqual(wrong);
    expect(await phone.page().unlock(agent, 'pin', PIN)).toEqual({ status: 'wait', until });
    expect((await locked(page)).agents[0]?.notBefore).toBe(until);
    phone.clock.now = until;
    expect(await page.unlock(agent, 'pin', 'wrong one')).toEqual({
      ...wrong,
      failures: 6,
      notBefore: until + 60_000,
    });
    phone.clock.now += 60_000;
    expect(await page.unlock(agent, 'pin', PIN)).toEqual({ status: 'unlocked' });
    page.lock();
    expect(await page.unlock(agent, 'pin', 'wrong one')).toMatchObject({ failures: 1 });
  });

  it.each([false, true])('waits again after a clock a year ahead; seen: %s', async (isSeen) => {
    const phone = await newPhone();
    const { page } = await withLock(phone);
    page.lock();
    const agent = await agentOf(page);
    for (let n = 0; n < 5; n += 1) await page.unlock(agent, 'pin', 'wrong one');
    phone.clock.now -= 365 * 86_400_000;
    const until = phone.clock.now + 30_000;
    if (isSeen) expect((await locked(page)).agents[0]?.notBefore).toBe(until);
    else expect(await page.unlock(agent, 'pin', PIN)).toEqual({ status: 'wait', until });
    phone.clock.now += 29_000;
    expect((await locked(phone.page())).agents[0]?.notBefore).toBe(until);
    phone.clock.now = until;
    expect(await page.unlock(agent, 'pin', PIN)).toEqual({ status: 'unlocked' });
  });

  it('changes its PIN for a person who knows the old one', async () => {
    const { page } = await withLock(await newPhone());
    expect(await page.changePin('wrong one', OTHER_PIN)).toMatchObject({ status: 'wrong' });
    expect(await page.changePin(PIN, 'short')).toEqual({ status: 'unfit', fault: 'short' });
    expect(await page.changePin(PIN, OTHER_PIN)).toEqual({ status: 'done' });
    expect((await page.status()).status).toBe('unlocked');
    page.lock();
    const agent = await agentOf(page);
    expect(await page.unlock(agent, 'pin', PIN)).toMatchObject({ status: 'wrong' });
    expect(await page.unlock(agent, 'pin', OTHER_PIN)).toEqual({ status: 'unlocked' });
  });

  it('makes a new code for a person who knows the PIN, and the old one opens nothing', async () => {
    const phone = await newPhone();
    const { code, page } = await withLock(phone);
    expect(await page.prepareNewCode('wrong one')).toMatchObject({ status: 'wrong' });
    const next = prepared(await page.prepareNewCode(PIN));
    await next.finish();
    page.lock();
    const agent = await agentOf(page);
    expect(await page.unlock(agent, 'recovery', code)).toMatchObject({ status: 'wrong' });
    expect(await page.unlock(agent, 'pin', PIN)).toEqual({ status: 'unlocked' });
    page.lock();
    expect(await page.unlock(agent, 'recovery', next.code)).toEqual({ status: 'unlocked' });
  });

  it('is removed only with its PIN', async () => {
    const phone = await newPhone();
    const { page } = await withLock(phone);
    expect(await page.removeLock('wrong one')).toMatchObject({ status: 'wrong' });
    expect(await page.removeLock(PIN)).toEqual({ status: 'done' });
    expect(await phone.page().status()).toEqual({ status: 'open' });
  });

  it('is gone after a person started again without PIN and code', async () => {
    const phone = await newPhone();
    const { page } = await withLock(phone);
    page.lock();
    const agent = await agentOf(page);
    const nothing = { stays: 0, drafts: [], waiting: [], attention: [] };
    expect(await page.whatResetLoses(agent)).toEqual(nothing);
    expect(await page.resetAgent(agent, [])).toEqual({ status: 'done' });
    expect(await phone.page().status()).toEqual({ status: 'open' });
  });

  it('has no fingerprint if the phone has no screen lock', async () => {
    const phone = await newPhone();
    phone.setOwner(null);
    expect(await phone.page().fingerprint()).toBe('impossible');
    expect(await phone.page().prepareFingerprintLock()).toEqual({ status: 'unable' });
    expect((await phone.page().status()).status).toBe('open');
  });

  it('opens by fingerprint as well as by PIN', async () => {
    const phone = await newPhone();
    phone.setOwner('known');
    const { page } = await withLock(phone);
    expect(await page.fingerprint()).toBe('possible');
    expect(await page.addFingerprint('wrong one')).toMatchObject({ status: 'wrong' });
    phone.setOwner('refused');
    expect(await page.addFingerprint(PIN)).toEqual({ status: 'refused' });
    expect(await page.fingerprint()).toBe('possible');
    phone.setOwner('known');
    expect(await page.addFingerprint(PIN)).toEqual({ status: 'done' });
    expect(await page.fingerprint()).toBe('beside');
    page.lock();
    const [agent] = (await locked(page)).agents;
    expect(agent?.methods).toEqual(['pin', 'fingerprint', 'recovery']);
    const id = agent?.id ?? '';
    phone.setOwner('refused');
    expect(await page.unlockByFingerprint(id)).toEqual({ status: 'refused' });
    expect((await page.status()).status).toBe('locked');
    phone.setOwner('known');
    expect(await page.unlockByFingerprint(id)).toEqual({ status: 'unlocked' });
    page.lock();
    expect(await page.unlock(id, 'pin', PIN)).toEqual({ status: 'unlocked' });
  });

  it('keeps the fingerprint when PIN or code change, and can remove it', async () => {
    const phone = await newPhone();
    phone.setOwner('known');
    const { page } = await withLock(phone);
    await page.addFingerprint(PIN);
    await page.changePin(PIN, OTHER_PIN);
    await prepared(await page.prepareNewCode(OTHER_PIN)).finish();
    expect(await page.fingerprint()).toBe('beside');
    expect(await page.removeFingerprint()).toEqual({ status: 'done' });
    expect(await page.fingerprint()).toBe('possible');
    page.lock();
    const agent = await agentOf(page);
    expect(await page.removeFingerprint()).toEqual({ status: 'locked' });
    expect(await page.unlockByFingerprint(agent)).toEqual({ status: 'lost' });
    expect(await page.unlock(agent, 'pin', OTHER_PIN)).toEqual({ status: 'unlocked' });
  });

  it('can have a fingerprint instead of a PIN, with a code in case the fingerprint is lost', async () => {
    const phone = await newPhone();
    phone.setOwner('known');
    const page = phone.page();
    const { code, finish } = prepared(await page.prepareFingerprintLock());
    expect((await phone.page().status()).status).toBe('open');
    expect(await finish()).toEqual({ status: 'done' });
    expect(await page.fingerprint()).toBe('only');
    expect(await page.removeFingerprint()).toEqual({ status: 'changed' });
    page.lock();
    const [agent] = (await locked(page)).agents;
    expect(agent?.methods).toEqual(['fingerprint', 'recovery']);
    const id = agent?.id ?? '';
    expect(await page.unlock(id, 'pin', PIN)).toEqual({ status: 'lost' });
    phone.setOwner('refused');
    expect(await page.unlockByFingerprint(id)).toEqual({ status: 'refused' });
    expect(await page.unlock(id, 'recovery', code)).toEqual({ status: 'unlocked' });
    expect(await page.newPinAfterRecovery(PIN)).toEqual({ status: 'done' });
    expect(await page.removeFingerprint()).toEqual({ status: 'done' });
    page.lock();
    expect(await page.unlock(id, 'pin', PIN)).toEqual({ status: 'unlocked' });
  });

  it('is changed and removed by fingerprint if there is no PIN', async () => {
    const phone = await newPhone();
    phone.setOwner('known');
    const page = phone.page();
    const finger = { by: 'fingerprint' } as const;
    await prepared(await page.prepareFingerprintLock()).finish();
    phone.setOwner('refused');
    expect(await page.changePin(finger, PIN)).toEqual({ status: 'refused' });
    expect(await page.prepareNewCode(finger)).toEqual({ status: 'refused' });
    expect(await page.removeLock(finger)).toEqual({ status: 'refused' });
    phone.setOwner('known');
    const next = prepared(await page.prepareNewCode(finger));
    await next.finish();
    page.lock();
    const agent = await agentOf(page);
    expect(await page.unlock(agent, 'recovery', next.code)).toEqual({ status: 'unlocked' });
    expect(await page.changePin(finger, PIN)).toEqual({ status: 'locked' });
    expect(await page.unlockByFingerprint(agent)).toEqual({ status: 'unlocked' });
    expect(await page.changePin(finger, PIN)).toEqual({ status: 'done' });
    expect(await page.fingerprint()).toBe('beside');
    expect(await page.removeLock(finger)).toEqual({ status: 'done' });
    expect(await phone.page().status()).toEqual({ status: 'open' });
  });

  /** Adds a second agent. Returns the page, on which the first agent is unlocked. */
  async function withSecond(phone: LockPhone) {
    const { page } = await withLock(phone);
    expect(await page.setLabel(' Thandi ')).toEqual({ status: 'done' });
    const { code, finish } = prepared(await page.prepareAgent('Sipho', OTHER_PIN));
    expect(await finish()).toEqual({ status: 'done' });
    const there = await page.agents();
    const idOf = (label: string) => there.find((agent) => agent.label === label)?.id ?? 'nobody';
    return { page, code, first: idOf('Thandi'), second: idOf('Sipho') };
  }

  it('adds no second agent before the first has a lock and a label', async () => {
    const phone = await newPhone();
    const page = phone.page();
    expect(await page.prepareAgent('Sipho', PIN)).toEqual({ status: 'needsLock' });
    expect(await page.setLabel('Thandi')).toEqual({ status: 'locked' });
    await prepared(await page.prepareLock(PIN)).finish();
    expect(await page.prepareAgent('Sipho', OTHER_PIN)).toEqual({ status: 'needsLabel' });
    expect(await page.setLabel('Thandi')).toEqual({ status: 'done' });
    expect(await page.prepareAgent('Sipho', OTHER_PIN)).toMatchObject({ status: 'ready' });
    expect((await page.agents()).map(({ label }) => label)).toEqual(['Thandi']);
  });

  it('accepts only labels that differ, with 1 to 30 letters', async () => {
    const { page } = await withSecond(await newPhone());
    for (const [label, fault] of [
      ['  ', 'empty'],
      ['x'.repeat(31), 'long'],
      ['SIPHO ', 'taken'],
    ] as const)
      expect(await page.setLabel(label)).toEqual({ status: 'unfitLabel', fault });
    expect(await page.prepareAgent('thandi', OTHER_PIN)).toEqual({
      status: 'unfitLabel',
      fault: 'taken',
    });
    expect(await page.prepareAgent('Lerato', '111111')).toEqual({ status: 'unfit', fault: 'same' });
    expect(await page.setLabel('thandi')).toEqual({ status: 'done' });
  });

  it('adds one agent if two pages add the same label', async () => {
    const phone = await newPhone();
    const { page } = await withLock(phone);
    await page.setLabel('Thandi');
    const [one, other] = [
      prepared(await page.prepareAgent('Sipho', OTHER_PIN)),
      prepared(await page.prepareAgent('sipho', OTHER_PIN)),
    ];
    expect(await one.finish()).toEqual({ status: 'done' });
    expect(await other.finish()).toEqual({ status: 'changed' });
  });

  it('opens each agent with their own PIN and code alone, and names all while it is locked', async () => {
    const phone = await newPhone();
    const { code, first, page, second } = await withSecond(phone);
    expect(await page.status()).toMatchObject({ status: 'unlocked', agent: first });
    expect(await page.agents()).toEqual(
      expect.arrayContaining([
        { id: first, label: 'Thandi', isOwn: true, pinHasLetters: false },
        { id: second, label: 'Sipho', isOwn: false, pinHasLetters: true },
      ]),
    );
    page.lock();
    expect(await page.agents()).toEqual([]);
    const { agents } = await locked(page);
    expect(agents.map(({ label }) => label).sort()).toEqual(['Sipho', 'Thandi']);
    expect(await page.unlock(second, 'pin', PIN)).toMatchObject({ status: 'wrong', failures: 1 });
    expect(await page.unlock(first, 'recovery', code)).toMatchObject({ status: 'wrong' });
    expect(await page.unlock(second, 'pin', OTHER_PIN)).toEqual({ status: 'unlocked' });
    expect(await page.status()).toMatchObject({ status: 'unlocked', agent: second });
    page.lock();
    expect(await page.unlock(second, 'recovery', code)).toEqual({ status: 'unlocked' });
  });

  it('unlocks for no other agent before this page has saved and is locked', async () => {
    const phone = await newPhone();
    const { first, page, second } = await withSecond(phone);
    page.leave();
    expect(await page.unlock(second, 'pin', OTHER_PIN)).toEqual({ status: 'unsaved' });
    expect(await page.unlock(first, 'pin', PIN)).toEqual({ status: 'unlocked' });
  });

  it('locks the pages of the other agent when an agent unlocks', async () => {
    const phone = await newPhone();
    const { first, page, second } = await withSecond(phone);
    page.lock();
    const other = phone.page();
    expect(await other.unlock(second, 'pin', OTHER_PIN)).toEqual({ status: 'unlocked' });
    expect(await page.unlock(first, 'pin', PIN)).toEqual({ status: 'unlocked' });
    await expect.poll(async () => (await other.agents()).length).toBe(0);
    expect(await page.status()).toMatchObject({ status: 'unlocked', agent: first });
  });

  it('cannot be removed while several agents share the phone', async () => {
    const { page } = await withSecond(await newPhone());
    expect(await page.removeLock(PIN)).toEqual({ status: 'several' });
  });

  it('removes an agent by their PIN, but not the last agent', async () => {
    const phone = await newPhone();
    const { first, page, second } = await withSecond(phone);
    expect(await page.removeAgent('wrong one')).toMatchObject({ status: 'wrong' });
    expect(await page.removeAgent(PIN)).toEqual({ status: 'done' });
    expect((await locked(page)).agents.map(({ id }) => id)).toEqual([second]);
    expect(await page.unlock(first, 'pin', PIN)).toEqual({ status: 'lost' });
    expect(await page.unlock(second, 'pin', OTHER_PIN)).toEqual({ status: 'unlocked' });
    expect(await page.removeAgent(OTHER_PIN)).toEqual({ status: 'last' });
    // The label of a removed agent is free.
    expect(await page.prepareAgent('Thandi', PIN)).toMatchObject({ status: 'ready' });
  });

  it('stays locked for the others when one of several starts again', async () => {
    const phone = await newPhone();
    const { first, page, second } = await withSecond(phone);
    page.lock();
    expect(await page.resetAgent(first, [])).toEqual({ status: 'done' });
    expect((await locked(page)).agents.map(({ id }) => id)).toEqual([second]);
    expect(await page.unlock(second, 'pin', OTHER_PIN)).toEqual({ status: 'unlocked' });
    expect(await page.prepareAgent('Thandi', PIN)).toMatchObject({ status: 'ready' });
  });

  it('removes the first agent’s fingerprint when a second agent is added, and accepts no fingerprint after that', async () => {
    const phone = await newPhone();
    phone.setOwner('known');
    const { page } = await withLock(phone);
    await page.addFingerprint(PIN);
    await page.setLabel('Thandi');
    await prepared(await page.prepareAgent('Sipho', OTHER_PIN)).finish();
    expect(await page.fingerprint()).toBe('several');
    expect(await page.addFingerprint(PIN)).toEqual({ status: 'changed' });
    page.lock();
    for (const { methods: ways } of (await locked(page)).agents)
      expect(ways).toEqual(['pin', 'recovery']);
  });

  it('adds no second agent if the first has a fingerprint and no PIN', async () => {
    const phone = await newPhone();
    phone.setOwner('known');
    const page = phone.page();
    await prepared(await page.prepareFingerprintLock()).finish();
    await page.setLabel('Thandi');
    expect(await page.prepareAgent('Sipho', OTHER_PIN)).toEqual({ status: 'needsPin' });
  });

  it('remembers for each agent the keyboard of their PIN', async () => {
    const phone = await newPhone();
    const { page, second } = await withSecond(phone);
    const withLetters = async () =>
      (await locked(page)).agents.filter((agent) => agent.pinHasLetters).map(({ label }) => label);
    page.lock();
    expect(await withLetters()).toEqual(['Sipho']);
    await page.unlock(second, 'pin', OTHER_PIN);
    expect(await page.changePin(OTHER_PIN, '48811516')).toEqual({ status: 'done' });
    page.lock();
    expect(await withLetters()).toEqual([]);
  });

  it('remembers for each agent if their forms are sent while Veld is locked', async () => {
    const phone = await newPhone();
    const { page, second } = await withSecond(phone);
    expect(await page.sendsWhileLocked()).toBe(true);
    expect(await page.setSendsWhileLocked(false)).toEqual({ status: 'done' });
    expect(await page.sendsWhileLocked()).toBe(false);
    page.lock();
    expect(await page.setSendsWhileLocked(false)).toEqual({ status: 'locked' });
    await page.unlock(second, 'pin', OTHER_PIN);
    expect(await page.sendsWhileLocked()).toBe(true);
  });

  it('forgets the choice to send only while unlocked if the lock is removed', async () => {
    const phone = await newPhone();
    const { page } = await withLock(phone);
    await page.setSendsWhileLocked(false);
    expect(await page.removeLock(PIN)).toEqual({ status: 'done' });
    await prepared(await page.prepareLock(OTHER_PIN)).finish();
    expect(await page.sendsWhileLocked()).toBe(true);
  });
}
