import { expect, it } from 'vitest';
import type { LockStatus, LockStore, PreparedCode } from '../../src/store/lock-port.ts';

/** A phone with a lock of some kind; each page has its own memory. */
export type LockPhone = Readonly<{ page: () => LockStore; clock: { now: number } }>;

const PIN = '739105';
const OTHER_PIN = 'boterham met kaas';

const prepared = (result: Readonly<{ status: string }>): PreparedCode => {
  expect(result.status).toBe('ready');
  return result as PreparedCode;
};

async function locked(page: LockStore): Promise<Extract<LockStatus, { status: 'locked' }>> {
  const status = await page.status();
  if (status.status !== 'locked') throw new Error(`It is ${status.status}.`);
  return status;
}

const agentOf = async (page: LockStore): Promise<string> =>
  (await locked(page)).agents[0]?.id ?? 'nobody';

/** Sets the lock; resolves with the page that did, and the code. */
async function withLock(phone: LockPhone): Promise<Readonly<{ page: LockStore; code: string }>> {
  const page = phone.page();
  const { code, finish } = prepared(await page.prepareLock(PIN));
  expect(await finish()).toEqual({ status: 'done' });
  return { page, code };
}

/** What every lock must do: the store's, and the model's that screens are built on. */
export function checkLock(newPhone: () => Promise<LockPhone>): void {
  it('is open where nobody set one', async () => {
    expect(await (await newPhone()).page().status()).toEqual({ status: 'open' });
  });

  it('is set only when the code was written down, and the page that set it stays unlocked', async () => {
    const phone = await newPhone();
    const page = phone.page();
    const { code, finish } = prepared(await page.prepareLock(PIN));
    expect(code).toMatch(/^VELD(-[0-9A-Z]{5}){4}$/);
    expect((await phone.page().status()).status).toBe('open');
    await finish();
    expect((await page.status()).status).toBe('unlocked');
  });

  it('refuses a PIN that is no good before anything is made', async () => {
    const page = (await newPhone()).page();
    expect(await page.prepareLock('123456')).toEqual({ status: 'unfit', fault: 'run' });
    expect((await page.status()).status).toBe('open');
  });

  it('tells the second of two tabs that both set one', async () => {
    const phone = await newPhone();
    const first = prepared(await phone.page().prepareLock(PIN));
    const second = prepared(await phone.page().prepareLock(OTHER_PIN));
    expect(await first.finish()).toEqual({ status: 'done' });
    expect(await second.finish()).toEqual({ status: 'changed' });
  });

  it('opens with its PIN, and with no other', async () => {
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
    expect(await page.status()).toEqual({ status: 'unlocked', agent });
  });

  it('takes a PIN from any keyboard: letters that look the same are the same', async () => {
    const phone = await newPhone();
    const page = phone.page();
    await prepared(await page.prepareLock('caf\u00e9 1234')).finish();
    page.lock();
    expect(await page.unlock(await agentOf(page), 'pin', 'cafe\u0301 1234')).toEqual({
      status: 'unlocked',
    });
  });

  it('locks every page together', async () => {
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

  it('is locked for everybody from the moment somebody leaves it, whatever is still to be saved', async () => {
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
    // Its own end is told to nobody again: somebody may have unlocked since.
    const agent = await agentOf(page);
    expect(await page.unlock(agent, 'pin', PIN)).toEqual({ status: 'unlocked' });
    other.lock();
    await Promise.resolve();
    expect((await page.status()).status).toBe('unlocked');
    expect(told).toBe(1);
  });

  it('makes somebody wait from the fifth wrong PIN on, twice as long each time, also in another page', async () => {
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

  it('begins a wait anew where the clock was set back', async () => {
    const phone = await newPhone();
    const { page } = await withLock(phone);
    page.lock();
    const agent = await agentOf(page);
    for (let n = 0; n < 5; n += 1) await page.unlock(agent, 'pin', 'wrong one');
    phone.clock.now -= 86_400_000;
    const until = phone.clock.now + 30_000;
    expect(await page.unlock(agent, 'pin', PIN)).toEqual({ status: 'wait', until });
    phone.clock.now = until;
    expect(await page.unlock(agent, 'pin', PIN)).toEqual({ status: 'unlocked' });
  });

  it('opens with the code, for a new PIN; the old one is none any more', async () => {
    const phone = await newPhone();
    const { code, page } = await withLock(phone);
    page.lock();
    const agent = await agentOf(page);
    const wrong = { status: 'wrong', failures: 0, notBefore: null };
    expect(await page.unlock(agent, 'recovery', 'VELD-22222-22222-22222-22222')).toEqual(wrong);
    expect(await page.unlock(agent, 'recovery', code)).toEqual({ status: 'unlocked' });
    expect(await page.newPinAfterRecovery('111111')).toEqual({ status: 'unfit', fault: 'same' });
    expect(await page.newPinAfterRecovery(OTHER_PIN)).toEqual({ status: 'done' });
    page.lock();
    expect(await page.unlock(agent, 'pin', PIN)).toMatchObject({ status: 'wrong' });
    expect(await page.unlock(agent, 'pin', OTHER_PIN)).toEqual({ status: 'unlocked' });
  });

  it('gives nobody a new PIN who came in with the old one', async () => {
    const { page } = await withLock(await newPhone());
    expect(await page.newPinAfterRecovery(OTHER_PIN)).toEqual({ status: 'locked' });
  });

  it('changes its PIN for whoever knows the old one', async () => {
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

  it('has a new code for whoever knows the PIN, and the old one opens nothing', async () => {
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

  it('is taken off by its PIN alone', async () => {
    const phone = await newPhone();
    const { page } = await withLock(phone);
    expect(await page.removeLock('wrong one')).toMatchObject({ status: 'wrong' });
    expect(await page.removeLock(PIN)).toEqual({ status: 'done' });
    expect(await phone.page().status()).toEqual({ status: 'open' });
  });

  it('is gone after somebody started again without PIN and code', async () => {
    const phone = await newPhone();
    const { page } = await withLock(phone);
    page.lock();
    const agent = await agentOf(page);
    expect(await page.whatStartAgainLoses(agent)).toEqual({ stays: 0, drafts: [], attention: [] });
    expect(await page.startAgain(agent)).toEqual({ status: 'done' });
    expect(await phone.page().status()).toEqual({ status: 'open' });
  });
}
