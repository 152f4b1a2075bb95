import { antiForgeryReader, type CookieSources } from '../../api/anti-forgery.ts';
import { createApi } from '../../api/calls.ts';
import type { BuildSettings, Environment } from '../../environment.ts';
import { linkHere } from '../../link-here.ts';
import type { Mirror } from '../../store/mirror.ts';
import type { Outbox } from '../../store/open-outbox.ts';
import { later } from '../../timers.ts';
import { sha256 } from '../../web-sha256.ts';
import { apiPort } from './api-port.ts';
import { hearAnswers } from './hear-answers.ts';
import type { Clock, Lock, SyncPorts } from './ports.ts';

/** The ports of a real browser, in page and service worker. */
export const browserPorts = (
  outbox: Outbox,
  { apiBaseAddress }: Pick<Environment, 'apiBaseAddress'>,
  settings: Pick<BuildSettings, 'applicationKey' | 'idempotencyHeader'>,
  mirror: Mirror,
): SyncPorts => ({
  clock: browserClock,
  random: () => Math.random(),
  newId: () => crypto.randomUUID(),
  api: apiPort(
    createApi({
      baseAddress: apiBaseAddress,
      applicationKey: settings.applicationKey,
      idempotencyHeader: settings.idempotencyHeader,
      fetch: hearAnswers(
        (input, init) => fetch(input, init),
        browserClock.now,
        outbox.keepLastAnswer,
      ),
      deviceIdentifier: outbox.deviceIdentifier,
      antiForgeryToken: antiForgeryToken(outbox),
    }),
  ),
  deviceIdentifier: outbox.deviceIdentifier,
  store: outbox.store,
  mirror,
  lock: browserLock(navigator.locks),
  digest: sha256,
  readable,
  looksOffline: () => !navigator.onLine,
  link: linkHere,
  onInfo: outbox.keepOptions,
});

/** Reads the anti-forgery token from the cookie. A page also stores it, for workers that can't read cookies. */
function antiForgeryToken({ antiForgeryToken: known }: Outbox): () => Promise<string | null> {
  // A page has `document`; a worker has `cookieStore`, in some browsers.
  const { cookieStore, document } = globalThis as {
    readonly cookieStore?: NonNullable<CookieSources['cookieStore']>;
    readonly document?: Readonly<{ cookie: string }>;
  };
  const read = antiForgeryReader({
    ...(cookieStore === undefined ? {} : { cookieStore }),
    ...(document === undefined ? {} : { documentCookie: () => document.cookie }),
    remembered: known.read,
  });
  if (document === undefined) return read;
  let stored: string | null | undefined;
  return async () => {
    const token = await read();
    if (token !== stored) await known.remember(token);
    stored = token;
    return token;
  };
}

const browserClock: Clock = {
  now: () => Date.now(),
  ticks: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const end = (): void => {
        callOff();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const callOff = later(ms, end);
      signal.addEventListener('abort', end);
    }),
};

/** Whether the page is in the back-forward cache, or on its way there. */
let isPutAway = false;
globalThis.addEventListener?.('pagehide', (event: Event & { persisted?: boolean }) => {
  isPutAway = event.persisted === true;
});

/**
 * Resolves on 'pagehide', which never comes in a worker. A page in the back-forward cache is frozen while it holds its locks
 * (Firefox), and no other tab could submit, delete or send. A page that comes back from that cache reloads.
 */
const pageHidden = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) =>
    addEventListener('pagehide', () => resolve(undefined), { once: true, signal }),
  );

/** In browsers without Web Locks (Safari before 15.4) only the lease in the database keeps drains apart. */
const browserLock = (locks: LockManager | undefined): Lock => ({
  excludes: locks !== undefined,
  ifFree: async <T>(name: string, work: () => Promise<T>) => {
    // The document becomes hidden after 'pagehide', and drafts are copied then.
    if (isPutAway) return { ran: false };
    type Ended = Awaited<ReturnType<typeof ran>>;
    const ran = async () => ({ ran: true, value: await work() }) as const;
    if (locks === undefined) return ran();
    const finished = new AbortController();
    let done: Promise<Ended> | undefined;
    try {
      const ended = await locks.request(name, { ifAvailable: true }, (lock) => {
        if (lock === null) return { ran: false } as const;
        done = ran();
        return Promise.race([done, pageHidden(finished.signal)]);
      });
      return ended ?? (await done) ?? { ran: false };
    } finally {
      finished.abort();
    }
  },
});

/** Reads the last byte, which fails where the file was cut short or is gone from the disk. */
async function readable(bytes: Blob): Promise<boolean> {
  try {
    await bytes.slice(-1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
