import { type LockEvent, type LockState, lockAfter } from '../../domain/lock.ts';
import type { LockScreenAgent, LockStatus, LockStore } from '../../store/lock/lock-contract.ts';

/** The lock's state as the page shows it. */
export type PageLockView =
  | Readonly<{ status: 'open' }>
  /** `label`: the name of the unlocked agent. Null if there is only one agent. */
  | Readonly<{ status: 'unlocked'; agent: string; label: string | null }>
  | Readonly<{
      status: 'locked';
      agents: readonly LockScreenAgent[];
      /** True if the disk refused the last changes. Their key is then kept until they are saved. */
      isUnsaved: boolean;
    }>;

export type PageLockPorts = Readonly<{
  lock: LockStore;
  /** True if the page has shown its content without a lock. Then it must save before it locks. */
  wasOpen: boolean;
  /** Saves typed values, strokes and files to the disk. Resolves to false if the disk did not accept all of them. */
  save: () => Promise<boolean>;
  /** Clears the customer data that the page keeps in memory outside the store. */
  forget: () => void;
  /** Watches for inactivity while the page is unlocked. The returned function stops the watch. */
  watch: (onAway: (why: 'hidden' | 'idle') => void) => () => void;
  now: () => number;
  pause: (ms: number) => Promise<void>;
  onView: (view: PageLockView) => void;
}>;

export type PageLock = Readonly<{
  /** Reads the lock's state and shows it. Call this also when another tab may have unlocked. */
  look: () => Promise<void>;
  lockNow: () => void;
  /** Call this when the agent has unlocked and the key is in memory. */
  unlocked: (agent: string) => void;
  /** Call this when this page has set, changed or removed the lock. */
  changed: () => Promise<void>;
}>;

const SAVE_AGAIN_MS = 2_000;

/** The lock of one page. It decides when the page locks, clears the keys, and reports the view. */
export function createPageLock({
  lock,
  wasOpen,
  save,
  forget,
  watch,
  now,
  pause,
  onView,
}: PageLockPorts): PageLock {
  let state: LockState = { status: 'open' };
  let isShown = wasOpen;
  let agents: readonly LockScreenAgent[] = [];
  /** Identifies the lock whose keys will be cleared when everything is saved. Null if no clearing is pending. */
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
    isShown = true;
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

  /** Ends or cancels the pending clearing of the keys. */
  function stay(): void {
    leaving = null;
    isUnsaved = false;
  }

  /** The screen locks at once, but the last changes need their key until they are on the disk. */
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
    // The page may have been unlocked again meanwhile.
    if (state.status === 'locked') take(found);
    else show();
  }

  lock.onLocked(() => {
    leave({ event: 'otherTabLocked' });
    return leaving !== null;
  });
  return {
    async look() {
      if (leaving !== null) return;
      const found = await lock.status();
      if (leaving !== null) return;
      if (isShown && state.status === 'open' && found.status === 'locked') {
        agents = found.agents;
        leave({ event: 'otherTabLocked' });
      } else take(found);
    },
    lockNow: () => leave({ event: 'lockPressed' }),
    unlocked(agent) {
      stay();
      take({ status: 'unlocked', agent, agents });
    },
    async changed() {
      stay();
      take(await lock.status());
      if (state.status === 'locked') forget();
    },
  };
}

/** Hides the page without moving the focus. Dialogs are in the top layer, so they are hidden separately. */
export function hideContent(isCovered: boolean): void {
  for (const element of [document.body, ...document.querySelectorAll('dialog')])
    element.style.opacity = isCovered ? '0' : '';
}

const KEY = 'veld-lock-last';

/** The last agent who unlocked this phone, stored as a random id. The lock screen selects that agent. */
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
      // The storage is full or forbidden. Agents then choose themselves on the lock screen.
    }
  },
});
