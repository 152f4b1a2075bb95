import { useEffect, useState } from 'react';
import { count } from '../../../messages/count.ts';
import { readyText } from '../../../messages/help.ts';
import { schedule, within } from '../../../platform/timers.ts';
import type { Store } from '../../../store/open-store.ts';
import { useStored } from '../../../store/use-stored.ts';
import { COUNT_MISSING } from '../../../sync/worker-messages.ts';
import { sendsWhenClosed } from '../../../worker/unsent-advice.ts';
import { readStorage } from '../storage-state.ts';
import {
  type Allowed,
  type LineId,
  type ReadyFacts,
  type ReadyLine,
  readinessLines,
  thingsToDo,
} from './ready-lines.ts';

/** The facts that are not in the database. */
export type PhoneFacts = Omit<
  ReadyFacts,
  'records' | 'hold' | 'wantsAlerts' | 'noLocation' | 'aside' | 'now'
>;

/** On a slow phone, a worker needs a moment to start. */
const MAX_WAIT_MS = 5_000;

/** With a weak signal, a request can wait for minutes before it fails. */
const MAX_CLOCK_WAIT_MS = 10_000;

/** Returns `fallback` if the browser refuses, or does not answer in time. */
async function answerOr<T>(fallback: T, asked: () => Promise<T>, ms = MAX_WAIT_MS): Promise<T> {
  try {
    return await within(ms, asked(), () => fallback);
  } catch {
    return fallback;
  }
}

/** Some browsers do not report permissions. */
const locationAllowed = async (): Promise<Allowed> =>
  (await navigator.permissions.query({ name: 'geolocation' })).state;

/** Browsers report this without a permission. Veld needs none: without it, the phone's camera app takes the photos. */
const hasCamera = async (): Promise<boolean> =>
  (await navigator.mediaDevices.enumerateDevices()).some(({ kind }) => kind === 'videoinput');

const ASIDE_KEY = 'veld-ready-aside';
const ASIDE_MS = 30 * 24 * 3_600_000;

/** The lines that were put aside, with the time at which each comes back, ms. */
function storedAside(): Readonly<Record<string, unknown>> {
  try {
    return { ...JSON.parse(localStorage.getItem(ASIDE_KEY) ?? '{}') };
  } catch {
    return {};
  }
}

const asideNow = (now: number): readonly string[] =>
  Object.entries(storedAside()).flatMap(([id, until]) => (Number(until) > now ? [id] : []));

/** Puts a line aside for 30 days. Does nothing if the browser blocks the storage. */
export function putAside(id: LineId, now: number): void {
  try {
    localStorage.setItem(ASIDE_KEY, JSON.stringify({ ...storedAside(), [id]: now + ASIDE_MS }));
  } catch {
    // The line then stays.
  }
}

function alertsAllowed(): Allowed | null {
  if (!sendsWhenClosed() || !('Notification' in window)) return null;
  return Notification.permission === 'default' ? 'prompt' : Notification.permission;
}

/** The difference between the phone's clock and the app server's. A HEAD request bypasses service worker and caches. */
async function clockOffMs(): Promise<number | null> {
  const asked = Date.now();
  const { headers } = await fetch(location.origin, { method: 'HEAD', cache: 'no-store' });
  const server = Date.parse(headers.get('date') ?? '');
  // The server answered at some time between both readings. The header has whole seconds.
  return Number.isNaN(server) ? null : (asked + Date.now()) / 2 - server;
}

/** Asks the browser and the server. An answer that does not come in time counts as unknown. */
export async function lookAtPhone(): Promise<PhoneFacts> {
  const [missing, storage, place, camera, clock] = await Promise.all([
    missingFiles(navigator.serviceWorker?.controller ?? null),
    answerOr({ used: null, free: null, persisted: null }, () => readStorage(navigator.storage)),
    answerOr('unknown', locationAllowed),
    answerOr(null, hasCamera),
    answerOr(null, clockOffMs, MAX_CLOCK_WAIT_MS),
  ]);
  return {
    missingFiles: missing,
    storage,
    location: place,
    hasCamera: camera,
    alerts: alertsAllowed(),
    clockOffMs: clock,
  };
}

/** The worker fetches missing files after each look. It needs a moment. */
const LOOK_AGAIN_AFTER_MS = 60_000;

/**
 * Looks at the phone now, and each time the page is shown again: the agent may have changed the phone's settings. While
 * files are missing, a shown page also looks each minute. Returns a function that ends it.
 */
export function watchPhone(found: (facts: PhoneFacts) => void): () => void {
  let newest = 0;
  let cancel = (): void => {};
  const look = (): void => {
    cancel();
    newest += 1;
    const own = newest;
    lookAtPhone().then(
      (facts) => {
        if (own !== newest) return;
        found(facts);
        if (facts.missingFiles && !document.hidden) cancel = schedule(LOOK_AGAIN_AFTER_MS, look);
      },
      () => undefined,
    );
  };
  const turned = (): void => (document.hidden ? cancel() : look());
  look();
  document.addEventListener('visibilitychange', turned);
  return () => {
    newest = 0;
    cancel();
    document.removeEventListener('visibilitychange', turned);
  };
}

/** The current lines, and a function that checks again. `lines` is null while the check runs. */
export function useReadyLines(
  store: Store,
  noLocation = false,
): Readonly<{ lines: readonly ReadyLine[] | null; look: () => void }> {
  const [phone, setPhone] = useState<PhoneFacts | null>(null);
  const [looks, setLooks] = useState(0);
  const records = useStored(() => store.queries.readinessChecks(), [store]);
  const sending = useStored(() => store.queries.sending(), [store]);
  const settings = useStored(() => store.queries.settings(), [store]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each `look` runs the effect again.
  useEffect(() => watchPhone(setPhone), [looks]);
  const lines =
    phone === null || !records || !sending || !settings
      ? null
      : readinessLines({
          ...phone,
          records,
          hold: sending.hold,
          noLocation,
          wantsAlerts: settings.wantsNotifications,
          aside: asideNow(Date.now()),
          now: Date.now(),
        });
  return { lines, look: () => setLooks((n) => n + 1) };
}

/** The number of things to do before the agent loses signal, as a text. Undefined until the phone was checked. */
export function useReadyCount(store: Store): string | undefined {
  const t = readyText();
  const { lines } = useReadyLines(store);
  if (lines === null) return undefined;
  const missing = thingsToDo(lines);
  return missing === 0 ? t.allGood : count(t.todo, missing);
}

type Controller = Readonly<{ postMessage: (message: unknown, transfer: MessagePort[]) => void }>;

/**
 * Returns how many of the app's files this phone lacks. Null if no worker answers: the app would then not open without
 * signal.
 */
export const missingFiles = (
  controller: Controller | null,
  maxMs = MAX_WAIT_MS,
): Promise<number | null> =>
  new Promise((resolve) => {
    if (controller === null) return resolve(null);
    const { port1, port2 } = new MessageChannel();
    const end = (missing: unknown): void => {
      cancel();
      port1.close();
      resolve(typeof missing === 'number' ? missing : null);
    };
    const cancel = schedule(maxMs, () => end(null));
    port1.onmessage = ({ data }) => end(data);
    controller.postMessage(COUNT_MISSING, [port2]);
  });
