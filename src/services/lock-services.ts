import type { SubmissionId } from '../domain/ids.ts';
import { type ScheduleFn, schedule } from '../platform/timers.ts';
import type { Passkeys } from '../seal/passkeys.ts';
import { platformPasskeys } from '../seal/platform-passkeys.ts';
import { pinStretcher } from '../seal/stretch/pin-stretcher.ts';
import workerUrl from '../seal/stretch/unlock-worker.ts?worker&url';
import type { Broadcast, UnlockedPages } from '../store/lock/lock-channel.ts';
import type { LockPorts, LockStore } from '../store/lock/lock-contract.ts';
import type { Store } from '../store/open-store.ts';
import type { RemoveResult } from '../sync/submit/after-submit.ts';
import { trustedScriptUrl } from '../worker/trusted-script-url.ts';

/** The browser's passkeys. There are none if the page's address is not secure, or if the browser is old. */
export function browserPasskeys(): Passkeys {
  const { PublicKeyCredential: kind } = globalThis;
  return platformPasskeys({
    credentials: kind && navigator.credentials,
    isPlatformThere: kind?.isUserVerifyingPlatformAuthenticatorAvailable?.bind(kind),
  });
}

type WaitingForUnlockPorts = Readonly<{
  /** Runs one drain in this page, with all its waits. Resolves with the time of the next attempt (ms since 1970), or null. */
  drain: () => Promise<number | null>;
  schedule: ScheduleFn;
  now: () => number;
}>;

/** The first pause. The worker also learned of the Submit and may use the outbox for a moment. */
const SOON_MS = 3_000;
const MAX_PAUSE_MS = 30_000;
const MIN_PAUSE_MS = 1_000;

/**
 * Sends submissions that only an unlocked page may send, as the agent chose. Sends at once if their count rises, then
 * again while some are left.
 */
export function sendWaitingForUnlock({
  drain,
  schedule,
  now,
}: WaitingForUnlockPorts): (count: number) => void {
  let left = 0;
  let isRunning = false;
  let cancel = (): void => undefined;

  async function run(maxPause: number): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    cancel();
    const nextAt = await drain().catch(() => null);
    isRunning = false;
    if (left === 0) return;
    const pause = nextAt === null ? maxPause : Math.max(nextAt - now(), MIN_PAUSE_MS);
    cancel = schedule(Math.min(pause, maxPause), () => void run(MAX_PAUSE_MS));
  }

  return (count) => {
    const isMore = count > left;
    left = count;
    if (count === 0) cancel();
    else if (isMore) void run(SOON_MS);
  };
}

/** TypeScript's DOM library lacks this property. Chromium has it. */
type WithMemory = Readonly<{ deviceMemory?: number }>;

/** A channel to nobody. Without BroadcastChannel, each page is unlocked separately. */
const toNobody: Broadcast = { postMessage: () => undefined, addEventListener: () => undefined };

const UNLOCKED_PAGE = 'veld-unlocked-page';

/**
 * Each unlocked page holds a shared Web Lock. The browser releases the lock of a page that ends. Without Web Locks (Safari
 * before 15.4), each page is unlocked separately.
 */
const unlockedPagesIn = (locks: LockManager | undefined): UnlockedPages => ({
  join: () => {
    let leave = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      leave = resolve;
    });
    // A page in the back-forward cache answers no other page. Firefox would keep its lock.
    addEventListener('pagehide', () => leave(), { once: true });
    void locks?.request(UNLOCKED_PAGE, { mode: 'shared' }, () => ended).catch(() => undefined);
    return leave;
  },
  areAny: async () => {
    const { held = [] } = (await locks?.query()) ?? {};
    return held.some(({ name }) => name === UNLOCKED_PAGE);
  },
});

type SyncPorts = Pick<LockPorts, 'followAgents' | 'removeSendingSlot' | 'wake'> &
  Readonly<{
    /** Runs one drain in this page. Resolves with the time of the next attempt (ms since 1970), or null. */
    drain: () => Promise<number | null>;
    remove: (id: SubmissionId) => Promise<RemoveResult>;
  }>;

export const openLock = (
  store: Pick<Store, 'lock' | 'settings'>,
  { drain, remove, ...ports }: SyncPorts,
): Promise<LockStore> =>
  store.lock({
    stretcher: pinStretcher(
      () => new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'veld-unlock' }),
      (navigator as WithMemory).deviceMemory,
    ),
    passkeys: browserPasskeys(),
    now: () => Date.now(),
    newId: () => crypto.randomUUID(),
    broadcast: 'BroadcastChannel' in globalThis ? new BroadcastChannel('veld-lock') : toNobody,
    unlockedPages: unlockedPagesIn(navigator.locks),
    ...ports,
    signOut: async () => (await store.settings()).signOut(),
    onWaitingForUnlock: (waitingForUnlock) => {
      const tell = sendWaitingForUnlock({ drain, schedule, now: () => Date.now() });
      const end = waitingForUnlock.subscribe(tell, () => undefined);
      return () => {
        end();
        tell(0);
      };
    },
    remove: async (id) => {
      const { status } = await remove(id);
      return status === 'removed' || status === 'gone';
    },
  });
