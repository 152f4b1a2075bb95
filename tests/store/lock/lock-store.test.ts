import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { submissionId } from '../../../src/domain/ids.ts';
import { newContent } from '../../../src/store/drafts/draft-content.ts';
import { decodeAgent, encodeAgent, peppersOf } from '../../../src/store/format/agent-row.ts';
import { areKeys } from '../../../src/store/format/submission-row.ts';
import { freezeOf } from '../../support/conformance/contents.ts';
import { checkLock, type LockPhone } from '../../support/conformance/lock.ts';
import { checkRecovery } from '../../support/conformance/lock-recovery.ts';
import { modelLock, newLockDisk } from '../../support/fakes/model-lock.ts';
import { type LockPage, quickStretcher, RealLockPhone } from '../../support/world/lock-phone.ts';

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
  const newModel = async (): Promise<LockPhone> => {
    const [disk, clock] = [newLockDisk(), { now: 1_000_000_000 }];
    return {
      clock,
      page: () => modelLock(disk, () => clock.now),
      setOwner: (owner) => Object.assign(disk, { owner }),
    };
  };
  for (const check of [checkLock, checkRecovery]) check(newModel);
});

describe('the lock of the store', () => {
  const newReal = async (): Promise<LockPhone> => {
    const phone = newPhone();
    const { authenticator, clock } = phone;
    return {
      clock,
      page: () => phone.page().lock,
      setOwner: (owner) => {
        authenticator.isThere = owner !== null;
        authenticator.hasPrf = owner !== 'unable';
        authenticator.isRefusing = owner === 'refused';
      },
    };
  };
  for (const check of [checkLock, checkRecovery]) check(newReal);

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

  it('stores after a right PIN whether it has letters, if an older build did not', async () => {
    const { agent, page } = await withLock(newPhone().page());
    expect(await page.lock.changePin(PIN, 'boterham met kaas')).toEqual({ status: 'done' });
    await page.db.agents.update(agent, { pinHasLetters: undefined });
    page.lock.lock();
    expect(await page.lock.unlock(agent, 'pin', 'boterham met kaas')).toEqual({
      status: 'unlocked',
    });
    expect(await page.lock.status()).toMatchObject({ agents: [{ pinHasLetters: true }] });
  });

  it('says that the phone is full if it cannot count a try, and checks no PIN', async () => {
    const { agent, page } = await withLock(newPhone().page());
    page.lock.lock();
    page.db.agents.hook('updating', () => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    for (const pin of [PIN, '000001'])
      expect(await page.lock.unlock(agent, 'pin', pin)).toEqual({ status: 'full' });
  });

  it('decrypts no draft before an unlock, also in a page that had it open', async () => {
    const phone = newPhone();
    const { agent, page } = await locked(phone);
    expect(await page.outbox.contents(id)).toMatchObject({
      draft: { values: { firstName: 'Thandi' } },
    });
    page.lock.lock();
    expect(await page.outbox.contents(id)).toBe('unreadable');
    expect(await page.drafts.save(id, 1, content)).toEqual({
      status: 'notSaved',
      reason: 'closed',
    });
    const other = phone.page();
    expect(await other.outbox.contents(id)).toBe('unreadable');
    await page.lock.unlock(agent, 'pin', PIN);
    expect(await page.outbox.contents(id)).toMatchObject({
      draft: { values: { firstName: 'Thandi' } },
    });
    expect(await page.drafts.save(id, 1, content)).toEqual({ status: 'saved', revision: 2 });
  });

  it('creates nothing new while it is locked', async () => {
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

  it('gives its key to a new page, and clears it in all pages', async () => {
    const phone = newPhone();
    const { agent, page } = await locked(phone);
    const other = phone.page();
    expect(await other.lock.status()).toMatchObject({ status: 'unlocked', agent });
    expect(await other.outbox.contents(id)).toMatchObject({ draft: { id } });
    page.lock.lock();
    await expect.poll(() => other.outbox.contents(id)).toBe('unreadable');
  });

  it('keeps its key in a page with unsaved changes until they are saved', async () => {
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
    expect(await other.outbox.contents(id)).toBe('unreadable');
    expect(await other.drafts.save(id, 2, content)).toEqual({
      status: 'notSaved',
      reason: 'closed',
    });
  });

  it('marks the secret of a replaced unlock method for deletion, and no other', async () => {
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

  it('keeps the secret of an old unlock method until the copies are written', async () => {
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

  it('counts an attempt as wrong before the check, and corrects it if there was no check', async () => {
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

  it('opens the agent’s key once for a right PIN, because a person waits', async () => {
    const { agent, page } = await locked(newPhone());
    page.lock.lock();
    const { openAgent } = page.keyStore.cryptoPort;
    let opened = 0;
    Object.assign(page.keyStore.cryptoPort, {
      openAgent: (...asked: Parameters<typeof openAgent>) => {
        opened += 1;
        return openAgent(...asked);
      },
    });
    expect(await page.lock.unlock(agent, 'pin', PIN)).toEqual({ status: 'unlocked' });
    expect(opened).toBe(1);
  });

  it('stays locked if a person locked during the check of the PIN', async () => {
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

  it('reports a lost unlock method if its secret is lost, and the recovery code still works', async () => {
    const phone = newPhone();
    const { agent, page } = await locked(phone);
    const code = await page.lock.prepareNewCode(PIN);
    if (code.status !== 'ready') throw new Error(code.status);
    await code.finish();
    page.lock.lock();
    for (const pepper of (await page.db.agents.toArray()).flatMap(peppersOf))
      await phone.secrets.delete(pepper);
    expect(await page.lock.unlock(agent, 'pin', PIN)).toEqual({ status: 'lost' });
    expect(await page.lock.unlock(agent, 'recovery', code.code)).toEqual({ status: 'unlocked' });
    expect(await page.lock.newPinAfterRecovery(PIN)).toEqual({ status: 'done' });
    page.lock.lock();
    expect(await page.lock.unlock(agent, 'pin', PIN)).toEqual({ status: 'unlocked' });
  });

  it('locks another tab that was unlocked meanwhile, after a reset', async () => {
    const phone = newPhone();
    const { agent, page } = await locked(phone);
    const other = phone.page();
    expect(await other.lock.unlock(agent, 'pin', PIN)).toEqual({ status: 'unlocked' });
    let told = 0;
    other.lock.onLocked(() => {
      told += 1;
      return false;
    });
    expect(await page.lock.resetAgent(agent, [id])).toEqual({ status: 'done' });
    await expect.poll(() => told).toBe(1);
    expect(other.keyStore.agents.current()).toBeNull();
  });

  it('deletes no secret that is in use again, as after an undo in another tab', async () => {
    const phone = newPhone();
    const { page } = await withLock(phone.page());
    expect(await page.drafts.create(id, 'registration', content)).toMatchObject({
      status: 'saved',
    });
    const keys = (await page.db.submissions.get(id))?.keys;
    if (!areKeys(keys)) throw new Error('It has no keys.');
    const { p } = keys;
    await page.outbox.deleteSecret(p);
    expect(await phone.secrets.read(p)).not.toBeNull();
    await page.db.secretNames.update(p, { state: 'dying' });
    await page.outbox.deleteSecret(p);
    expect(await phone.secrets.read(p)).toBeNull();
  });

  it('names the forms that a reset loses, deletes them, and creates an agent at the next form', async () => {
    const phone = newPhone();
    const { agent, page } = await locked(phone);
    page.lock.lock();
    const loses = await page.lock.whatResetLoses(agent);
    expect(loses).toEqual({
      stays: 0,
      drafts: [{ id, kind: 'registration', createdAt: phone.clock.now }],
      waiting: [],
      attention: [],
    });
    const peppers = (await page.db.agents.toArray()).flatMap(peppersOf);
    expect(await page.lock.resetAgent(agent, [id])).toEqual({ status: 'done' });
    expect(await page.db.submissions.count()).toBe(0);
    for (const pepper of peppers) expect(await phone.secrets.read(pepper)).toBeNull();
    expect(await page.lock.status()).toEqual({ status: 'open' });
    expect(await page.drafts.create(id, 'registration', content)).toMatchObject({
      status: 'saved',
    });
    expect((await page.db.submissions.get(id))?.agent).not.toBe(agent);
  });

  it('gives a submission with a lost sending slot a new one at an unlock, and wakes the drain', async () => {
    const phone = newPhone();
    const page = phone.page();
    await page.drafts.create(id, 'registration', content);
    const q = await page.keyStore.claimSendingSlot((await page.outbox.row(id)) ?? { id });
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
    // With the sending slot's secret, the worker needs no agent. But the app shows the submission to nobody.
    expect(await page.outbox.isLocked(await queued())).toBe(false);
    expect(await page.outbox.contents(id)).toBe('unreadable');
    page.lock.lock();
    await phone.secrets.delete(q.name);
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

  it('has a passkey completely or not at all, whenever its write is interrupted', async () => {
    for (const cut of ['before', 'after'] as const) {
      const phone = newPhone();
      const { page } = await locked(phone);
      const dying = phone.page({
        followAgents: () => Promise.reject(new Error('It was killed.')),
      });
      await dying.lock.status();
      // For 'before', the kill comes while the phone's fingerprint dialog is open.
      if (cut === 'before') phone.authenticator.onAsked = () => dying.db.close();
      const added = dying.lock.addFingerprint(PIN);
      if (cut === 'after') expect(await added).toEqual({ status: 'done' });
      else await added.catch(() => undefined);
      phone.authenticator.onAsked = () => undefined;
      page.lock.lock();
      const after = phone.page();
      const found = await after.lock.status();
      if (found.status !== 'locked') throw new Error(found.status);
      const [one] = found.agents;
      const hasPasskey = one?.methods.includes('fingerprint');
      expect(await after.lock.unlock(one?.id ?? '', 'pin', PIN)).toEqual({ status: 'unlocked' });
      after.lock.lock();
      if (hasPasskey)
        expect(await after.lock.unlockByFingerprint(one?.id ?? '')).toEqual({ status: 'unlocked' });
      const [used, named] = [
        (await after.db.agents.toArray()).flatMap(peppersOf),
        await after.db.secretNames.where({ state: 'used' }).primaryKeys(),
      ];
      expect(named).toEqual(expect.arrayContaining(used));
    }
  });

  it('accepts no passkey on a phone of two agents, in any order of tabs', async () => {
    const phone = newPhone();
    const { page } = await locked(phone);
    phone.authenticator.onAsked = () =>
      void page.db.agents.put({
        id: 'another',
        wraps: [{ kind: 'recovery', sealed: new Uint8Array(1), salt: new Uint8Array(1) }],
      });
    expect(await page.lock.addFingerprint(PIN)).toEqual({ status: 'changed' });
    expect(await page.lock.fingerprint()).toBe('several');
  });

  it('does not unlock with a replaced passkey, and says what to do', async () => {
    const phone = newPhone();
    const { agent, page } = await locked(phone);
    await page.lock.addFingerprint(PIN);
    page.lock.lock();
    const { passkeys } = phone.authenticator;
    const changed = phone.page({
      passkeys: {
        ...passkeys,
        evaluate: async () => ({ status: 'evaluated', bytes: new Uint8Array(32) }),
      },
    });
    expect(await changed.lock.unlockByFingerprint(agent)).toEqual({ status: 'unable' });
    phone.authenticator.forgetAll();
    expect(await page.lock.unlockByFingerprint(agent)).toEqual({ status: 'refused' });
    await page.lock.unlock(agent, 'pin', PIN);
    expect(await page.lock.removeFingerprint()).toEqual({ status: 'done' });
    expect(await page.lock.addFingerprint(PIN)).toEqual({ status: 'done' });
  });

  it('copies the passkey’s key slot as stored', async () => {
    const phone = newPhone();
    const { page } = await locked(phone);
    await page.lock.addFingerprint(PIN);
    for (const row of await page.db.agents.toArray())
      expect(decodeAgent(JSON.parse(JSON.stringify(encodeAgent(row))))).toEqual(row);
  });

  /** Makes a submission that waits, with a sending slot for the worker. Returns the slot. */
  async function queuedOne(page: LockPage) {
    await page.drafts.create(id, 'registration', content);
    const row = await page.outbox.row(id);
    const q = await page.keyStore.claimSendingSlot(row ?? { id });
    if (!areKeys(row?.keys)) throw new Error('It has keys.');
    const keys = { p: row.keys.p, q };
    await page.db.submissions.update(id, { status: 'queued', mirrored: true, keys });
    return q;
  }
  const keysOf = async ({ db }: LockPage) => {
    const keys = (await db.submissions.get(id))?.keys;
    return areKeys(keys) ? keys : undefined;
  };

  it('removes sending slots if the agent sends only while unlocked, and restores them later', async () => {
    const phone = newPhone();
    const page = phone.page();
    const q = await queuedOne(page);
    const { agent } = await withLock(page);
    expect(await page.lock.setSendsWhileLocked(false)).toEqual({ status: 'done' });
    expect((await keysOf(page))?.q).toBeUndefined();
    expect(await phone.secrets.read(q.name)).toBeNull();
    // Only a page that the submission's agent unlocked can send it.
    const [waits] = await page.outbox.queued();
    if (waits === undefined) throw new Error('It is queued.');
    expect(await page.outbox.isLocked(waits)).toBe(false);
    expect(phone.woken).toEqual(['woken']);
    page.lock.lock();
    expect(await page.outbox.isLocked(waits)).toBe(true);
    // An unlock does not make a new sending slot.
    await page.lock.unlock(agent, 'pin', PIN);
    await expect.poll(() => phone.woken.length).toBe(2);
    expect((await keysOf(page))?.q).toBeUndefined();
    expect(await page.lock.setSendsWhileLocked(true)).toEqual({ status: 'done' });
    expect((await keysOf(page))?.q).toBeDefined();
    page.lock.lock();
    const [sent] = await page.outbox.queued();
    expect(sent && (await page.outbox.isLocked(sent))).toBe(false);
  });

  it('submits without a sending slot if the agent sends only while unlocked', async () => {
    const phone = newPhone();
    const { page } = await locked(phone);
    await page.lock.setSendsWhileLocked(false);
    const contents = await page.outbox.contents(id);
    if (contents === undefined || contents === 'unreadable') throw new Error('It does not open.');
    const frozen = await page.outbox.freeze(freezeOf(contents));
    expect(frozen).toMatchObject({ status: 'frozen', submission: { status: 'queued' } });
    expect(await keysOf(page)).toEqual({ p: expect.any(String) });
    expect(await page.outbox.payload(id)).toBeDefined();
    expect(await phone.page().outbox.payload(id)).toBeUndefined();
  });

  it('removes a sending slot at an unlock after a wipe restored it', async () => {
    const phone = newPhone();
    const page = phone.page();
    await page.drafts.create(id, 'registration', content);
    const { agent } = await withLock(page);
    await page.lock.setSendsWhileLocked(false);
    await page.db.submissions.delete(id);
    await queuedOne(page);
    page.lock.lock();
    await page.lock.unlock(agent, 'pin', PIN);
    await expect.poll(async () => (await keysOf(page))?.q).toBeUndefined();
  });

  it('names and deletes forms that only the agent could send, in a reset', async () => {
    const phone = newPhone();
    const page = phone.page();
    await queuedOne(page);
    const { agent } = await withLock(page);
    expect(await page.lock.whatResetLoses(agent)).toMatchObject({ stays: 1, waiting: [] });
    await page.lock.setSendsWhileLocked(false);
    page.lock.lock();
    expect(await page.lock.whatResetLoses(agent)).toMatchObject({ stays: 0, waiting: [{}] });
    await page.lock.resetAgent(agent, [id]);
    expect(await page.db.submissions.count()).toBe(0);
  });

  it('unlocks with the right PIN while the last changes are still being saved', async () => {
    const phone = newPhone();
    const { agent, page } = await locked(phone);
    page.lock.leave();
    const unlocking = page.lock.unlock(agent, 'pin', PIN);
    page.lock.lock();
    expect(await unlocking).toEqual({ status: 'unlocked' });
  });
});
