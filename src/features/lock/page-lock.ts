import { type LockEvent, type LockState, lockAfter } from '../../domain/lock.ts';
import type { LockScreenAgent, LockStatus, LockStore } from '../../store/lock/lock-contract.ts';

/** The lock's state as a page shows it. */
export type PageLockView =
  | Readonly<{ status: 'open' }>
  /** `label`: of the agent who did; null where there is no other. */
  | Readonly<{ status: 'unlocked'; agent: string; label: string | null }>
  | Readonly<{
      status: 'locked';
      agents: readonly LockScreenAgent[];
      /** The disk does not take what was typed last, so that its key is kept until it does. */
      isUnsaved: boolean;
    }>;

export type PageLockPorts = Readonly<{
  lock: LockStore;
  /** Brings what was typed, drawn and chosen to the disk; false: it could not take all of it. */
  save: () => Promise<boolean>;
  /** Forgets what the page remembers of customers beside what the store has opened. */
  forget: () => void;
  /** Follows whether the person is there, while it is unlocked; the returned function ends it. */
  watch: (onAway: (why: 'hidden' | 'idle') => void) => () => void;
  now: () => number;
  pause: (ms: number) => Promise<void>;
  onView: (view: PageLockView) => void;
}>;

export type PageLock = Readonly<{
  /** Asks what is the case, and shows it. Also where another tab may have unlocked meanwhile. */
  look: () => Promise<void>;
  lockNow: () => void;
  /** The right PIN was typed, and its key is here. */
  unlocked: (agent: string) => void;
  /** Whether a lock is there was changed in this page. */
  changed: () => Promise<void>;
}>;

const SAVE_AGAIN_MS = 2_000;

/** The lock of one page: when it locks, what goes then, and what it shows. */
export function createPageLock({
  lock,
  save,
  forget,
  watch,
  now,
  pause,
  onView,
}: PageLockPorts): PageLock {
  let state: LockState = { status: 'open' };
  let agents: readonly LockScreenAgent[] = [];
  /** The keys that are cleared once everything is saved. */
  let leaving: object | null = null;
  let isUnsaved = false;
  let stopWatching: (() => void) | null = null;

  function show(): void {
    if (state.status === 'unlocked') stopWatching ??= watch((event) => leave({ event }));
    else {
      stopWatching?.();
      stopWatching = null;
    }
    onView(viewOf());
  }

  function viewOf(): PageLockView {
    if (state.status === 'open') return { status: 'open' };
    if (state.status !== 'unlocked') return { status: 'locked', agents, isUnsaved };
    const { agent } = state;
    const own = agents.length > 1 ? agents.find(({ id }) => id === agent) : undefined;
    return { status: 'unlocked', agent, label: own?.label ?? null };
  }

  function take(found: LockStatus): void {
    agents = found.status === 'open' ? [] : found.agents;
    state = lockAfter(state, {
      event: 'started',
      hasLock: found.status !== 'open',
      agent: found.status === 'unlocked' ? found.agent : null,
      at: now(),
    });
    show();
  }

  function leave(event: LockEvent): void {
    const before = state;
    state = lockAfter(state, event);
    if (state === before) return;
    lock.leave();
    const keys = {};
    stay();
    leaving = keys;
    show();
    void dropKeys(keys);
  }

  /** No key goes: this page is unlocked again. */
  function stay(): void {
    leaving = null;
    isUnsaved = false;
  }

  /** The screen is locked at once; what was typed last still needs its key to get to the disk. */
  async function dropKeys(keys: object): Promise<void> {
    while (!(await save().catch(() => false))) {
      if (leaving !== keys) return;
      isUnsaved = true;
      show();
      await pause(SAVE_AGAIN_MS);
    }
    if (leaving !== keys) return;
    stay();
    forget();
    lock.lock();
    const found = await lock.status();
    // It may be unlocked again by now.
    if (state.status === 'locked' && found.status === 'locked') take(found);
    else show();
  }

  lock.onLocked(() => {
    leave({ event: 'otherTabLocked' });
    return leaving !== null;
  });
  return {
    async look() {
      if (leaving === null) take(await lock.status());
    },
    lockNow: () => leave({ event: 'lockPressed' }),
    unlocked(agent) {
      stay();
      take({ status: 'unlocked', agent, agents });
    },
    async changed() {
      stay();
      take(await lock.status());
    },
  };
}

/** Hides the page and leaves the focus where it is. A dialog is above everything else, so it is hidden separately. */
export function hideContent(isCovered: boolean): void {
  for (const element of [document.body, ...document.querySelectorAll('dialog')])
    element.style.opacity = isCovered ? '0' : '';
}

const KEY = 'veld-lock-last';

/** The agent who unlocked this phone last, by a meaningless id, so that nobody has to choose themselves each time. */
export const lastAgent = (storage: () => Pick<Storage, 'getItem' | 'setItem'>) => ({
  read(): string | null {
    try {
      return storage().getItem(KEY);
    } catch {
      return null;
    }
  },
  write(agent: string): void {
    try {
      storage().setItem(KEY, agent);
    } catch {
      // Full, or forbidden: then they choose.
    }
  },
});
