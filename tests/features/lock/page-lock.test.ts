import { beforeEach, describe, expect, it } from 'vitest';
import {
  createPageLock,
  lastAgent,
  type PageLock,
  type PageLockView,
} from '../../../src/features/lock/page-lock.ts';
import type { LockStore } from '../../../src/store/lock/lock-contract.ts';
import {
  type ModelLockDisk,
  modelLock,
  newLockDisk,
  newModelAgent,
} from '../../support/fakes/model-lock.ts';
import { FakeTimers, settle } from '../../worker/fakes.ts';

describe('the agent of the last unlock', () => {
  it('is known if the browser stores it', () => {
    const kept = new Map<string, string>();
    const here = lastAgent(() => ({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
    }));
    expect(here.read()).toBeNull();
    here.write('a');
    expect(here.read()).toBe('a');
    const forbidden = lastAgent(() => {
      throw new DOMException('', 'SecurityError');
    });
    forbidden.write('a');
    expect(forbidden.read()).toBeNull();
  });
});

describe('the lock of a page', () => {
  const PIN = '482913';

  /** One tab with its own lock and timers. */
  class Tab {
    readonly timers = new FakeTimers();
    readonly views: PageLockView[] = [];
    readonly done: string[] = [];
    readonly lock: LockStore;
    readonly pageLock: PageLock;
    isDiskFull = false;
    isWatched = false;
    leave: (why: 'hidden' | 'idle') => void = () => undefined;

    constructor(disk: ModelLockDisk) {
      const lock = modelLock(disk, () => 0);
      this.lock = {
        ...lock,
        lock: () => {
          this.done.push('keys gone');
          lock.lock();
        },
      };
      this.pageLock = createPageLock({
        lock: this.lock,
        wasOpen: false,
        save: async () => {
          this.done.push('saved');
          return !this.isDiskFull;
        },
        forget: () => this.done.push('forgotten'),
        watch: (onAway) => {
          this.isWatched = true;
          this.leave = onAway;
          return () => {
            this.isWatched = false;
          };
        },
        now: () => 0,
        pause: this.timers.delay,
        onView: (view) => this.views.push(view),
      });
    }

    get view(): PageLockView | undefined {
      return this.views.at(-1);
    }

    async unlock(): Promise<void> {
      await this.lock.unlock('agent', 'pin', PIN);
      this.pageLock.unlocked('agent');
    }
  }

  let disk: ModelLockDisk;
  let tab: Tab;

  beforeEach(async () => {
    disk = newLockDisk();
    const lock = { pin: PIN, hasPasskey: false, code: 'VELD-00000-00000-00000-00000' };
    disk.agents = [newModelAgent('agent', { label: 'This phone', lock })];
    tab = new Tab(disk);
    await tab.pageLock.look();
  });

  const locked = { status: 'locked', isUnsaved: false } as const;

  describe('a page', () => {
    it('without a lock is open and not watched', async () => {
      const free = new Tab(newLockDisk());
      await free.pageLock.look();
      expect(free.view).toEqual({ status: 'open' });
      expect(free.isWatched).toBe(false);
      free.pageLock.lockNow();
      await settle();
      expect(free.done).toEqual([]);
    });

    it('starts locked, with the agent’s name', () => {
      expect(tab.view).toMatchObject({ ...locked, agents: [{ label: 'This phone' }] });
      expect(tab.isWatched).toBe(false);
    });

    it('is watched after the right PIN', async () => {
      await tab.unlock();
      expect(tab.view).toEqual({ status: 'unlocked', agent: 'agent', label: null });
      expect(tab.isWatched).toBe(true);
    });

    it('forgets its customers if its agent is removed from the phone', async () => {
      const lock = { pin: '402817', hasPasskey: false, code: 'VELD-11111-11111-11111-11111' };
      disk.agents = [...disk.agents, newModelAgent('other', { label: 'Ben', lock })];
      await tab.unlock();
      expect(await tab.lock.removeAgent(PIN)).toEqual({ status: 'done' });
      await tab.pageLock.changed();
      expect(tab.view).toMatchObject({ status: 'locked' });
      expect(tab.done).toContain('forgotten');
    });

    it('stays hidden after the right recovery code, until a new PIN is set', async () => {
      const code = 'VELD-00000-00000-00000-00000';
      expect(await tab.lock.unlock('agent', 'recovery', code)).toEqual({ status: 'unlocked' });
      // The agent leaves the app, and somebody comes back to it.
      await tab.pageLock.look();
      expect(tab.view).toMatchObject({ status: 'locked' });
      expect(await tab.lock.newPinAfterRecovery('402817')).toEqual({ status: 'done' });
      tab.pageLock.unlocked('agent');
      expect([tab.view?.status, tab.isWatched]).toEqual(['unlocked', true]);
    });

    it('with a new lock is watched until the lock is removed', async () => {
      const fresh = newLockDisk();
      const one = new Tab(fresh);
      await one.pageLock.look();
      const prepared = await one.lock.prepareLock(PIN);
      if (prepared.status === 'ready') await prepared.finish();
      await one.pageLock.changed();
      expect(one.isWatched).toBe(true);
      await one.lock.removeLock(PIN);
      await one.pageLock.changed();
      expect([one.view, one.isWatched]).toEqual([{ status: 'open' }, false]);
    });
  });

  describe.each(['idle', 'hidden', 'pressed', 'other tab'] as const)('locked by %s', (why) => {
    const lockBy = async (one: Tab): Promise<void> => {
      if (why === 'pressed') one.pageLock.lockNow();
      else if (why === 'other tab') {
        const other = new Tab(disk);
        await other.unlock();
        other.pageLock.lockNow();
        await settle();
      } else one.leave(why);
    };

    it('shows the lock screen at once, saves, clears data, and then clears the keys', async () => {
      await tab.unlock();
      await lockBy(tab);
      expect(tab.view).toMatchObject(locked);
      expect(tab.isWatched).toBe(false);
      await settle();
      expect(tab.done).toEqual(['saved', 'forgotten', 'keys gone']);
      expect((await tab.lock.status()).status).toBe('locked');
      expect(tab.view).toMatchObject({ ...locked, agents: [{ label: 'This phone' }] });
    });
  });

  describe('unsaved changes', () => {
    beforeEach(async () => {
      await tab.unlock();
      tab.isDiskFull = true;
      tab.pageLock.lockNow();
      await settle();
    });

    it('keep the page’s keys until the disk accepts them, and the screen says so', async () => {
      expect(tab.view).toMatchObject({ status: 'locked', isUnsaved: true });
      expect(tab.done).toEqual(['saved']);
      tab.isDiskFull = false;
      tab.timers.pass(2_000);
      await settle();
      expect(tab.done).toEqual(['saved', 'saved', 'forgotten', 'keys gone']);
      expect(tab.view).toMatchObject(locked);
    });

    it('lock another tab at once, which saves before it clears its keys', async () => {
      const other = new Tab(disk);
      await other.unlock();
      await tab.unlock();
      tab.pageLock.lockNow();
      await settle();
      expect(other.view).toMatchObject(locked);
      expect(other.done).toEqual(['saved', 'forgotten', 'keys gone']);
      expect(tab.view).toMatchObject({ status: 'locked', isUnsaved: true });
      expect((await tab.lock.status()).status).toBe('locked');
    });

    it('can be saved by the PIN alone', async () => {
      await tab.pageLock.look();
      expect(tab.view).toMatchObject({ status: 'locked', isUnsaved: true });
      await tab.unlock();
      tab.isDiskFull = false;
      tab.timers.pass(60_000);
      await settle();
      expect(tab.view).toEqual({ status: 'unlocked', agent: 'agent', label: null });
      expect(tab.done).not.toContain('keys gone');
    });
  });

  it('a locked page unlocks when it is shown, if another tab has unlocked meanwhile', async () => {
    await tab.unlock();
    tab.pageLock.lockNow();
    await settle();
    await tab.lock.unlock('agent', 'pin', PIN);
    await tab.pageLock.look();
    expect(tab.view).toEqual({ status: 'unlocked', agent: 'agent', label: null });
  });

  it('a shared phone names the unlocked agent', async () => {
    await tab.unlock();
    await tab.lock.setLabel('Thandi');
    const prepared = await tab.lock.prepareAgent('Sipho', '739164');
    if (prepared.status !== 'ready') throw new Error(prepared.status);
    await prepared.finish();
    await tab.pageLock.changed();
    expect(tab.view).toMatchObject({ status: 'unlocked', label: 'Thandi' });
    tab.pageLock.lockNow();
    // The agents are shown at once, and not only after everything is saved.
    expect(tab.view).toMatchObject({
      ...locked,
      agents: [{ label: 'Thandi' }, { label: 'Sipho' }],
    });
  });
});
