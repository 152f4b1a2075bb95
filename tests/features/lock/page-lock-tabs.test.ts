import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPageLock, type PageLockView } from '../../../src/features/lock/page-lock.ts';
import type { PreparedCode } from '../../../src/store/lock/lock-contract.ts';
import { type LockPage, RealLockPhone } from '../../support/world/lock-phone.ts';

const PIN = '739105';

/** A tab with a real lock. */
function tabOf(page: LockPage) {
  const views: PageLockView[] = [];
  const done: string[] = [];
  let onAway: (why: 'hidden' | 'idle') => void = () => undefined;
  const pageLock = createPageLock({
    lock: page.lock,
    wasOpen: true,
    save: async () => done.push('saved') > 0,
    forget: () => done.push('forgotten'),
    watch: (away) => {
      onAway = away;
      return () => undefined;
    },
    now: () => Date.now(),
    pause: async () => undefined,
    onView: (view) => views.push(view),
  });
  return {
    ...page,
    pageLock,
    done,
    leave: (why: 'hidden' | 'idle') => onAway(why),
    status: () => views.at(-1)?.status,
    agent: () => {
      const view = views.at(-1);
      return view?.status === 'unlocked' ? view.agent : '';
    },
  };
}

let phone: RealLockPhone;
let setter: ReturnType<typeof tabOf>;
let other: ReturnType<typeof tabOf>;

async function finished(prepared: PreparedCode | Readonly<{ status: string }>): Promise<string> {
  if (!('finish' in prepared)) throw new Error(prepared.status);
  expect(await prepared.finish()).toEqual({ status: 'done' });
  return prepared.code;
}

const setLock = async (): Promise<string> => {
  const code = await finished(await setter.lock.prepareLock(PIN));
  await setter.pageLock.changed();
  return code;
};

beforeEach(async () => {
  phone = new RealLockPhone(`tabs ${crypto.randomUUID()}`);
  setter = tabOf(phone.page());
  other = tabOf(phone.page());
  await setter.pageLock.look();
});
afterEach(() => phone.close());

describe('a page that began without a lock', () => {
  beforeEach(() => other.pageLock.look());

  it('is unlocked, and no longer open, once another tab has set a lock', async () => {
    await setLock();
    await other.pageLock.look();
    expect([other.status(), other.agent()]).toEqual(['unlocked', setter.agent()]);
    expect(other.done).toEqual([]);
  });

  it('saves, clears its data and locks if the tab with the new lock locks', async () => {
    await setLock();
    setter.pageLock.lockNow();
    await expect.poll(() => other.status()).toBe('locked');
    await expect.poll(() => other.done).toEqual(['saved', 'forgotten']);
  });

  it('saves and clears its data if no tab has the key of the new lock', async () => {
    await setLock();
    setter.lock.lock();
    await other.pageLock.look();
    await expect.poll(() => other.status()).toBe('locked');
    await expect.poll(() => other.done.slice(0, 2)).toEqual(['saved', 'forgotten']);
  });
});

describe('a page of a locked phone', () => {
  it('opens if another tab has removed the lock before this page locks', async () => {
    await setLock();
    await other.pageLock.look();
    expect(await setter.lock.removeLock(PIN)).toEqual({ status: 'done' });
    other.leave('idle');
    await expect.poll(() => other.done).toEqual(['saved', 'forgotten']);
    await expect.poll(() => other.status()).toBe('open');
  });

  it('shows the agent who unlocked another tab, because that agent has the key', async () => {
    await setLock();
    await setter.lock.setLabel('Thandi');
    await finished(await setter.lock.prepareAgent('Sipho', '402817'));
    await other.pageLock.look();
    const sipho = (await setter.lock.agents()).find(({ isOwn }) => !isOwn)?.id ?? '';
    setter.pageLock.lockNow();
    await expect.poll(() => other.status()).toBe('locked');
    expect(await setter.lock.unlock(sipho, 'pin', '402817')).toEqual({ status: 'unlocked' });
    setter.pageLock.unlocked(sipho);
    await other.pageLock.look();
    expect([other.status(), other.agent()]).toEqual(['unlocked', sipho]);
  });
});

it('a new PIN after the recovery code does not open a page that another tab has locked', async () => {
  const code = await setLock();
  const agent = setter.agent();
  setter.pageLock.lockNow();
  await expect.poll(async () => (await setter.lock.status()).status).toBe('locked');
  await other.pageLock.look();
  expect(await other.lock.unlock(agent, 'recovery', code)).toEqual({ status: 'unlocked' });
  expect(await setter.lock.unlock(agent, 'pin', PIN)).toEqual({ status: 'unlocked' });
  setter.pageLock.unlocked(agent);
  const setting = other.lock.newPinAfterRecovery('402817');
  setter.pageLock.lockNow();
  expect(await setting).toEqual({ status: 'doneButLocked' });
  expect(await other.lock.unlock(agent, 'pin', '402817')).toEqual({ status: 'unlocked' });
});
