import type { SubmissionId } from '../domain/ids.ts';
import { pinStretcher } from '../seal/stretch/pin-stretcher.ts';
import workerUrl from '../seal/stretch/unlock-worker.ts?worker&url';
import type { Broadcast } from '../store/lock-channel.ts';
import type { LockStore } from '../store/lock-port.ts';
import type { LockPorts } from '../store/lock-ports.ts';
import type { Store } from '../store/open-store.ts';
import type { RemoveResult } from '../sync/submit/after-submit.ts';
import { later } from '../timers.ts';
import { trustedScriptUrl } from '../worker/trusted-script-url.ts';
import { passkeysHere } from './passkeys-here.ts';
import { sendHeldBack } from './send-held-back.ts';

/** Not in TypeScript's DOM library; Chromium has it. */
type WithMemory = Readonly<{ deviceMemory?: number }>;

/** Tells nobody: each page is unlocked for itself there. */
const toNobody: Broadcast = { postMessage: () => undefined, addEventListener: () => undefined };

type SyncPorts = Pick<LockPorts, 'followAgents' | 'letGo' | 'wake'> &
  Readonly<{
    /** One drain in this page. Resolves with the time of the next attempt (ms since 1970), or null. */
    drain: () => Promise<number | null>;
    remove: (id: SubmissionId) => Promise<RemoveResult>;
  }>;

/** The lock of this page, with the browser's ports. */
export const lockHere = (
  store: Pick<Store, 'lock' | 'settings'>,
  { drain, remove, ...ports }: SyncPorts,
): Promise<LockStore> =>
  store.lock({
    stretcher: pinStretcher(
      () => new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'veld-unlock' }),
      (navigator as WithMemory).deviceMemory,
    ),
    passkeys: passkeysHere(),
    now: () => Date.now(),
    newId: () => crypto.randomUUID(),
    broadcast: 'BroadcastChannel' in globalThis ? new BroadcastChannel('veld-lock') : toNobody,
    ...ports,
    signOut: async () => (await store.settings()).signOut(),
    onHeldBack: (heldBack) => {
      const tell = sendHeldBack({ drain, later, now: () => Date.now() });
      const end = heldBack.subscribe(tell, () => undefined);
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
