import { useEffect, useSyncExternalStore } from 'react';
import { schedule } from '../../../platform/timers.ts';
import type { Location } from '../../../store/format/rows.ts';

export const FIX_TIMEOUT_MS = 20_000;
/** After this time the person may continue without a location. A later fix is still used. */
export const SLOW_AFTER_MS = 5_000;
/** Fixes that are further apart in time (ms) may be from different places. */
export const SAME_VISIT_MS = 5 * 60_000;
/** About the size of a house. A better fix is not worth the battery. */
const GOOD_ENOUGH_METRES = 20;

export type LocationReason = 'denied' | 'unavailable' | 'timeout' | 'unsupported';

/** In `failed`, `best` may be an earlier fix. While `searching`, `reason` is the reason of the previous attempt. */
export type LocationState = Readonly<{
  status: 'idle' | 'searching' | 'found' | 'failed';
  best: Location | null;
  reason: LocationReason | null;
  /** The search has taken longer than `SLOW_AFTER_MS`. */
  isSlow: boolean;
}>;

export type LocationWatch = Readonly<{
  /** Starts a new search; the browser may ask the person for permission. */
  start: () => void;
  /**
   * Starts a search only if the person has given permission before, and if there was none yet or the best fix is old.
   */
  startIfAllowed: () => Promise<void>;
  /** True if the best fix may be from another place, because it came more than `SAME_VISIT_MS` ago. */
  isOld: () => boolean;
  snapshot: () => LocationState;
  /** When the last listener unsubscribes, the watch ends and the fix is forgotten. */
  subscribe: (listener: () => void) => () => void;
}>;

export type LocationPorts = Readonly<{
  geolocation: Pick<Geolocation, 'watchPosition' | 'clearWatch'> | undefined;
  /** 'granted' if the person has given permission before. */
  permission: () => Promise<string>;
  /** Calls `callback` after `ms`. The returned function cancels the call. */
  after: (ms: number, callback: () => void) => () => void;
  /** The phone's clock, ms since 1970. */
  now: () => number;
}>;

const IDLE: LocationState = { status: 'idle', best: null, reason: null, isSlow: false };

const reasonOf = (code: number): LocationReason =>
  code === 1 ? 'denied' : code === 3 ? 'timeout' : 'unavailable';

/** Keeps the best fix of this visit. A fix that arrives after the timeout is used too. */
export function createLocationWatch({
  geolocation,
  permission,
  after,
  now,
}: LocationPorts): LocationWatch {
  const listeners = new Set<() => void>();
  let state = IDLE;
  /** When the best fix came. Its own time may be that of another clock. */
  let bestCameAt = 0;
  let watch: number | null = null;
  let cancelTimeout = () => {};

  function show(next: LocationState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function stop(): void {
    cancelTimeout();
    if (watch !== null) geolocation?.clearWatch(watch);
    watch = null;
  }

  const isOld = (): boolean => state.best !== null && Math.abs(now() - bestCameAt) >= SAME_VISIT_MS;

  function found({ coords, timestamp }: GeolocationPosition): void {
    const { latitude, longitude, accuracy } = coords;
    cancelTimeout();
    const isBetter = state.best === null || isOld() || accuracy <= state.best.accuracy;
    if (isBetter) bestCameAt = now();
    const best = isBetter ? { latitude, longitude, accuracy, at: timestamp } : state.best;
    if (best !== null && best.accuracy <= GOOD_ENOUGH_METRES) stop();
    show({ status: 'found', best, reason: null, isSlow: false });
  }

  function failed(reason: LocationReason): void {
    // A temporary error is not shown if a fix was already found.
    if (state.status === 'found' && reason !== 'denied') return;
    cancelTimeout();
    if (reason === 'denied') stop();
    show({ ...state, status: 'failed', reason });
  }

  function start(): void {
    stop();
    if (geolocation === undefined) {
      show({ ...state, status: 'failed', reason: 'unsupported' });
      return;
    }
    show({ status: 'searching', best: null, reason: state.reason, isSlow: false });
    cancelTimeout = after(SLOW_AFTER_MS, () => {
      show({ ...state, isSlow: true });
      cancelTimeout = after(FIX_TIMEOUT_MS - SLOW_AFTER_MS, () => failed('timeout'));
    });
    watch = geolocation.watchPosition(found, (error) => failed(reasonOf(error.code)), {
      enableHighAccuracy: true,
      maximumAge: 60_000,
    });
  }

  return {
    start,
    async startIfAllowed() {
      const allowed = await permission().catch(() => 'prompt');
      if (allowed !== 'granted' || listeners.size === 0) return;
      if (state.status === 'idle' || isOld()) start();
    },
    isOld,
    snapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop();
        state = IDLE;
      };
    },
  };
}

/** One watch for the page: the form starts the watch when it opens, and the Sign section shows the best fix. */
let shared: LocationWatch | undefined;

function sharedWatch(): LocationWatch {
  shared ??= createLocationWatch({
    // Undefined if the page is not served over HTTPS, although the type does not say so.
    geolocation: navigator.geolocation as Geolocation | undefined,
    permission: async () => (await navigator.permissions.query({ name: 'geolocation' })).state,
    after: schedule,
    now: Date.now,
  });
  return shared;
}

/**
 * The best fix so far. The watch starts at once if the person has given permission before. Otherwise `start` starts it.
 */
export function useBestLocation(): Readonly<{ state: LocationState }> &
  Pick<LocationWatch, 'isOld' | 'start'> {
  const watch = sharedWatch();
  const state = useSyncExternalStore(watch.subscribe, watch.snapshot);
  useEffect(() => {
    void watch.startIfAllowed();
  }, [watch]);
  return { state, isOld: watch.isOld, start: watch.start };
}

/**
 * Starts the watch when a form opens, so that a fix is ready when the customer signs. Does so only if the person has
 * given permission before. Returns the function that stops the watch.
 */
export function watchLocation(): () => void {
  const watch = sharedWatch();
  const unsubscribe = watch.subscribe(() => {});
  void watch.startIfAllowed();
  return unsubscribe;
}
