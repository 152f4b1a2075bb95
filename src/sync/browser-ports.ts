import { createApi } from '../api/calls.ts';
import type { ApiConfig } from '../api/client.ts';
import type { Database } from '../store/database.ts';
import { saveOptions } from '../store/info.ts';
import { opfsMirror } from '../store/mirror.ts';
import { createOutboxStore } from '../store/outbox.ts';
import { apiPort } from './api-port.ts';
import type { Clock, Lock, SyncPorts } from './ports.ts';

/** The real things, in page and worker alike. */
export const browserPorts = (db: Database, apiConfig: ApiConfig): SyncPorts => ({
  clock: browserClock,
  random: () => Math.random(),
  newId: () => crypto.randomUUID(),
  api: apiPort(createApi(apiConfig)),
  store: createOutboxStore(db),
  mirror: opfsMirror(navigator.storage),
  lock: browserLock(navigator.locks),
  digest,
  readable,
  onInfo: (info) => saveOptions(db, info),
});

const browserClock: Clock = {
  now: () => Date.now(),
  ticks: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end);
    }),
};

/** Browsers without Web Locks (Safari before 15.4) have the lease in the database alone. */
const browserLock = (locks: LockManager | undefined): Lock => ({
  ifFree: async (name, work) => {
    if (locks === undefined) return { ran: true, value: await work() };
    return locks.request(name, { ifAvailable: true }, async (lock) =>
      lock === null ? { ran: false } : { ran: true, value: await work() },
    );
  },
});

async function digest(bytes: Blob | string): Promise<string> {
  const buffer =
    typeof bytes === 'string' ? new TextEncoder().encode(bytes) : await bytes.arrayBuffer();
  const hash = await crypto.subtle.digest('SHA-256', buffer);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The last byte: a file that was cut short, or has vanished from the disk, fails here. */
async function readable(bytes: Blob): Promise<boolean> {
  try {
    await bytes.slice(-1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
