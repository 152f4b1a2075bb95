import { keepPrerenderedForm } from '../features/form/prerendered-values.ts';
import type { LockSettings } from '../features/lock/lock-facts.ts';
import { NO_LOCK, showLock } from '../features/lock/lock-gate.ts';
import { LockedHome, LockNow, LockScreen } from '../features/lock/lock-screen.tsx';
import {
  createPageLock,
  hideContent,
  lastAgent,
  type PageLock,
  type PageLockView,
} from '../features/lock/page-lock.ts';
import {
  inactivityLimits,
  sharedPresence,
  watchPresence,
} from '../features/lock/presence-watch.ts';
import { forgetViews } from '../features/outbox/list/outbox-filter.ts';
import { forgetCustomers } from '../features/outbox/recent-customers.ts';
import {
  CAPTURED_PATH,
  HOME_PATH,
  OUTBOX_PATH,
  REGISTER_PATH,
  REPLACE_PATH,
} from '../paths/page-paths.ts';
import { every, pause, schedule } from '../platform/timers.ts';
import type { Services } from '../services/services.ts';
import type { LockStore } from '../store/lock/lock-contract.ts';
import { flushAllDrafts, pendingSaves } from '../worker/pending-work.ts';

/** This page's lock, and the lock settings. */
export type LockedApp = Readonly<{
  lock: LockStore;
  pageLock: PageLock;
  settings: () => LockSettings;
  remember: (change: LockSettings) => Promise<void>;
}>;

let here: Promise<LockedApp> | undefined;

/**
 * Starts the lock of this page at the first call. From then on, the page shows the lock screen and locks after
 * inactivity.
 */
export function lockedApp(services: Services): Promise<LockedApp> {
  here ??= begin(services).catch((error: unknown) => {
    here = undefined;
    throw error;
  });
  return here;
}

const isFileInput = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input[type="file"]') !== null;

/** True if the path names one form, as a form or in the outbox. */
const namesForm = (path: string): boolean =>
  [REGISTER_PATH, REPLACE_PATH, OUTBOX_PATH, CAPTURED_PATH].some((start) =>
    path.startsWith(`${start}/`),
  );

/** Moves the focus to the content, unless the new screen has set the focus itself. */
const focusMain = (): void =>
  void schedule(100, () => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus();
  });

/** Closes all toasts, because an undo action keeps customer data in memory. */
async function endAllToasts(): Promise<void> {
  try {
    (await import('../ui/overlays/show-toast.ts')).endToasts();
  } catch {
    // The code could not be loaded, so there was no toast.
  }
}

async function begin({ hasLock: hadLock, lock: openLock, store }: Services): Promise<LockedApp> {
  const [lock, device] = await Promise.all([openLock(), store.settings()]);
  let settings: LockSettings = await device.all();

  const last = lastAgent(() => localStorage);
  let isLocked = false;
  let isOpen = true;
  /** The agent who last unlocked this page. Another page may have another one. */
  let ofPage: string | null = null;
  const pageLock = createPageLock({
    lock,
    wasOpen: !hadLock,
    now: Date.now,
    pause,
    save: async () => {
      await pendingSaves.allSettled();
      return flushAllDrafts();
    },
    forget() {
      forgetCustomers();
      forgetViews();
    },
    watch: (onAway) =>
      watchPresence(
        {
          page: document,
          isFileInput,
          now: Date.now,
          every,
          shared: sharedPresence(() => localStorage),
          hideContent,
          onAway,
        },
        () => inactivityLimits(settings.lockMinutes),
      ),
    onView(view) {
      if (view.status === 'unlocked') {
        // The address may name a form of the page's last agent, and no other agent can open that form.
        if (ofPage !== null && ofPage !== view.agent && namesForm(location.pathname))
          history.replaceState(null, '', HOME_PATH);
        ofPage = view.agent;
        last.write(view.agent);
      }
      if (view.status === 'locked' && !isLocked) void endAllToasts();
      isLocked = view.status === 'locked';
      isOpen = view.status === 'open';
      if (isLocked) keepPrerenderedForm();
      showLock(lockView(view));
    },
  });

  function lockView(view: PageLockView) {
    if (view.status === 'open') return NO_LOCK;
    if (view.status === 'unlocked')
      return { ...NO_LOCK, button: <LockNow label={view.label} onLock={pageLock.lockNow} /> };
    const agentsOnLockScreen = {
      agents: view.agents,
      isUnsaved: view.isUnsaved,
      last: last.read(),
      lock,
      onStartedAgain: () => void pageLock.changed(),
      onUnlocked(agent: string) {
        pageLock.unlocked(agent);
        focusMain();
      },
      store,
    };
    return {
      screen: <LockScreen {...agentsOnLockScreen} />,
      home: <LockedHome {...agentsOnLockScreen} />,
      button: null,
    };
  }

  document.addEventListener('visibilitychange', () => {
    // Another tab may have been unlocked meanwhile.
    if (isLocked && document.visibilityState === 'visible') void pageLock.look();
  });
  await pageLock.look();
  // Another tab may set or remove the lock.
  store.queries.hasLock().subscribe((hasLock) => {
    if (hasLock === isOpen) void pageLock.look();
  });
  // This page or another one may change the settings.
  store.queries.settings().subscribe((stored) => {
    settings = stored;
  });
  return { lock, pageLock, settings: () => settings, remember: device.set };
}
