import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { submissionId } from '../../src/domain/ids.ts';
import { newContent } from '../../src/store/draft-content.ts';
import { peppersOf } from '../../src/store/format/agent-row.ts';
import { areKeys } from '../../src/store/format/submission-row.ts';
import { checkLock } from '../support/lock-checks.ts';
import { type LockPage, quickStretcher, RealLockPhone } from '../support/lock-phone.ts';
import { modelLock, newLockDisk } from '../support/model-lock.ts';

let phones: RealLockPhone[] = [];
afterEach(async () => {
  for (const phone of phones) await phone.close();
  phones = [];
});

function newPhone(): RealLockPhone {
  const phone = new RealLockPhone(`lock ${crypto.randomUUID()}`);
  phones.push(phone);
  return phone;
}

describe('the model of the lock', () => {
  checkLock(async () => {
    const [disk, clock] = [newLockDisk(), { now: 1_000_000_000 }];
    return { clock, page: () => modelLock(disk, () => clock.now) };
  });
});

describe('the lock of the store', () => {
  checkLock(async () => {
    const phone = newPhone();
    return { clock: phone.clock, page: () => phone.page().lock };
  });

  const PIN = '739105';
  const id = submissionId('11111111-1111-4111-8111-111111111111');
  const content = { ...newContent('registration', {}), values: { firstName: 'Thandi' } };

  async function withLock(page: LockPage) {
    const prepared = await page.lock.prepareLock(PIN);
    if (prepared.status !== 'ready') throw new Error(prepared.status);
    expect(await prepared.finish()).toEqual({ status: 'done' });
    const [agent] = await page.db.agents.toArray();
    return { page, agent: agent?.id ?? '' };
  }

  async function locked(phone: RealLockPhone) {
    const page = phone.page();
    expect(await page.drafts.create(id, 'registration', content)).toMatchObject({
      status: 'saved',
    });
    return withLock(page);
  }

  it('opens a draft to nobody until somebody unlocks, nor a page that had it open', async () => {
    const phone = newPhone();
    const { agent, page } = await locked(phone);
    expect(await page.outbox.contents(id)).toMatchObject({
      draft: { values: { firstName: 'Thandi' } },
    });
    page.lock.lock();
    expect(await page.outbox.contents(id)).toBe('odd');
    expect(await page.drafts.save(id, 1, content)).toEqual({
      status: 'notSaved',
      reason: 'closed',
    });
    const other = phone.page();
    expect(await other.outbox.contents(id)).toBe('odd');
    await page.lock.unlock(agent, 'pin', PIN);
    expect(await page.outbox.contents(id)).toMatchObject({
      draft: { values: { firstName: 'Thandi' } },
    });
    expect(await page.drafts.save(id, 1, content)).toEqual({ status: 'saved', revision: 2 });
  });

  it('begins nothing new while it is locked', async () => {
    const phone = newPhone();
    const { page } = await locked(phone);
    page.lock.lock();
    const other = submissionId('22222222-1111-4111-8111-111111111111');
    expect(await page.drafts.create(other, 'registration', content)).toEqual({
      status: 'notSaved',
      reason: 'closed',
    });
    expect(await page.db.agents.count()).toBe(1);
  });

  it('gives its key to a page that begins, and takes it from all', async () => {
    const phone = newPhone();
    const { agent, page } = await locked(phone);
    const other = phone.page();
    expect(await other.lock.status()).toEqual({ status: 'unlocked', agent });
    expect(await other.outbox.contents(id)).toMatchObject({ draft: { id } });
    page.lock.lock();
    await expect.poll(() => other.outbox.contents(id)).toBe('odd');
  });

  it('keeps its key where a page has something to save, until that is saved', async () => {
    const phone = newPhone();
    const { page } = await locked(phone);
    const other = phone.page();
    await other.lock.status();
    expect(await other.outbox.contents(id)).toMatchObject({ draft: { id } });
    let told = false;
    other.lock.onLocked(() => {
      told = true;
      return true;
    });
    page.lock.lock();
    await expect.poll(() => told).toBe(true);
    expect(await other.drafts.save(id, 1, content)).toEqual({ status: 'saved', revision: 2 });
    other.lock.lock();
    expect(await other.outbox.contents(id)).toBe('odd');
    expect(await other.drafts.save(id, 2, content)).toEqual({
      status: 'notSaved',
      reason: 'closed',
    });
  });

  it('lets the secret of a way die when the way is replaced, and no other', async () => {
    const phone = newPhone();
    const page = phone.page();
    await page.drafts.create(id, 'registration', content);
    const peppers = async () => (await page.db.agents.toArray()).flatMap(peppersOf);
    const [open] = await peppers();
    const prepared = await page.lock.prepareLock(PIN);
    expect(await peppers()).toEqual([open]);
    if (prepared.status === 'ready') await prepared.finish();
    const [pin] = await peppers();
    expect(await phone.secrets.read(open ?? '')).toBeNull();
    await page.lock.changePin(PIN, 'boterham met kaas');
    const [next] = await peppers();
    expect(await phone.secrets.read(pin ?? '')).toBeNull();
    expect(await phone.secrets.read(next ?? '')).not.toBeNull();
  });

  it('keeps the secret of an old way while its copies are not written', async () => {
    const phone = newPhone();
    const page = phone.page({ followAgents: () => Promise.reject(new Error('The disk is full.')) });
    await page.drafts.create(id, 'registration', content);
    const [before] = await page.db.agents.toArray();
    const prepared = await page.lock.prepareLock(PIN);
    if (prepared.status === 'ready') expect(await prepared.finish()).toEqual({ status: 'done' });
    const [pepper] = before ? peppersOf(before) : [];
    expect(await phone.secrets.read(pepper ?? '')).not.toBeNull();
    expect((await page.db.secretNames.get(pepper ?? ''))?.state).toBe('dying');
  });

  it('counts a try as wrong before it is made, and takes it back when it could not be', async () => {
    const phone = newPhone();
    const { agent, page } = await locked(phone);
    page.lock.lock();
    const failures = async () => (await page.db.agents.get(agent))?.failures?.count;
    const seen: unknown[] = [];
    const poor = phone.page({
      stretcher: {
        ...quickStretcher,
        stretch: async () => {
          seen.push(await failures());
          return { status: 'noMemory' };
        },
      },
    });
    expect(await poor.lock.unlock(agent, 'pin', PIN)).toEqual({ status: 'noMemory' });
    expect([seen, await failures()]).toEqual([[1], 0]);
  });

  it('stays locked where somebody locked while the PIN was tried', async () => {
    const phone = newPhone();
    const { agent, page } = await locked(phone);
    const slow = phone.page({
      stretcher: {
        ...quickStretcher,
        stretch: (...asked) => {
          page.lock.lock();
          return quickStretcher.stretch(...asked);
        },
      },
    });
    expect(await slow.lock.unlock(agent, 'pin', PIN)).toEqual({ status: 'locked' });
    expect((await slow.lock.status()).status).toBe('locked');
  });

  it('says that the way is lost where its secret is, and the code still opens it', async () => {
    const phone = newPhone();
    const { agent, page } = await locked(phone);
    const code = await page.lock.prepareNewCode(PIN);
    if (code.status !== 'ready') throw new Error(code.status);
    await code.finish();
    page.lock.lock();
    for (const pepper of (await page.db.agents.toArray()).flatMap(peppersOf))
      await phone.secrets.drop(pepper);
    expect(await page.lock.unlock(agent, 'pin', PIN)).toEqual({ status: 'lost' });
    expect(await page.lock.unlock(agent, 'recovery', code.code)).toEqual({ status: 'unlocked' });
    expect(await page.lock.newPinAfterRecovery(PIN)).toEqual({ status: 'done' });
    page.lock.lock();
    expect(await page.lock.unlock(agent, 'pin', PIN)).toEqual({ status: 'unlocked' });
  });

  it('names what starting again loses, deletes it, and makes a new agent at the next form', async () => {
    const phone = newPhone();
    const { agent, page } = await locked(phone);
    page.lock.lock();
    const loses = await page.lock.whatStartAgainLoses(agent);
    expect(loses).toEqual({
      stays: 0,
      drafts: [{ kind: 'registration', createdAt: phone.clock.now }],
      attention: [],
    });
    const peppers = (await page.db.agents.toArray()).flatMap(peppersOf);
    expect(await page.lock.startAgain(agent)).toEqual({ status: 'done' });
    expect(await page.db.submissions.count()).toBe(0);
    for (const pepper of peppers) expect(await phone.secrets.read(pepper)).toBeNull();
    expect(await page.lock.status()).toEqual({ status: 'open' });
    expect(await page.drafts.create(id, 'registration', content)).toMatchObject({
      status: 'saved',
    });
    expect((await page.db.submissions.get(id))?.agent).not.toBe(agent);
  });

  it('gives what is submitted and lost its second secret another one at an unlock, and wakes the drain', async () => {
    const phone = newPhone();
    const page = phone.page();
    await page.drafts.create(id, 'registration', content);
    const q = await page.desk.claimSendWrap((await page.outbox.row(id)) ?? { id });
    const row = await page.db.submissions.get(id);
    if (!areKeys(row?.keys)) throw new Error('It has keys.');
    const keys = { p: row.keys.p, q };
    await page.db.submissions.update(id, { status: 'queued', mirrored: true, keys });
    const { agent } = await withLock(page);
    page.lock.lock();
    const queued = async () => {
      const [found] = await page.outbox.queued();
      if (found === undefined) throw new Error('It is queued.');
      return found;
    };
    // By that secret whoever sends it needs nobody; and the app shows it to nobody all the same.
    expect(await page.outbox.isLocked(await queued())).toBe(false);
    expect(await page.outbox.contents(id)).toBe('odd');
    page.lock.lock();
    await phone.secrets.drop(q.name);
    expect(await page.outbox.isLocked(await queued())).toBe(true);
    expect(phone.woken).toEqual([]);
    await page.lock.unlock(agent, 'pin', PIN);
    await expect.poll(() => phone.woken).toEqual(['woken']);
    const after = await queued();
    expect(after).toMatchObject({ mirrored: false });
    expect(after.keys?.q?.name).not.toBe(q.name);
    expect((await page.db.secretNames.get(q.name))?.state).toBe('dying');
    page.lock.lock();
    expect(await phone.page().outbox.isLocked(after)).toBe(false);
  });
});
