import type { Location } from '../../../store/rows.ts';

export const FIX_TIMEOUT_MS = 20_000;
/** From here on nobody has to wait for it: it is taken all the same when it comes. */
export const SLOW_AFTER_MS = 5_000;
/** Metres: a house. From here on the radio costs more than it gains. */
const GOOD_ENOUGH_METRES = 20;

export type LocationReason = 'denied' | 'unavailable' | 'timeout' | 'unsupported';

/**
 * `searching` and `failed` may hold a fix too: an older, or a rougher one. While `searching`, the trouble is that of the
 * try before.
 */
export type LocationState = Readonly<{
  status: 'idle' | 'searching' | 'found' | 'failed';
  best: Location | null;
  trouble: LocationReason | null;
  /** It has been searched for a while. */
  isSlow: boolean;
}>;

export type LocationWatch = Readonly<{
  /** Asks the device, and the person if need be. A fix that is there already is looked for again. */
  start: () => void;
  /** Starts where the person allowed it before; asks nobody. */
  startIfAllowed: () => Promise<void>;
  snapshot: () => LocationState;
  /** The last one to leave ends the watch and forgets the place. */
  subscribe: (listener: () => void) => () => void;
}>;

export type LocationPorts = Readonly<{
  geolocation: Pick<Geolocation, 'watchPosition' | 'clearWatch'> | undefined;
  /** 'granted' where the person allowed it before. */
  permission: () => Promise<string>;
  /** Calls back after so many ms; returns how to call it off. */
  after: (ms: number, callback: () => void) => () => void;
}>;

const IDLE: LocationState = { status: 'idle', best: null, trouble: null, isSlow: false };

const troubleOf = (code: number): LocationReason =>
  code === 1 ? 'denied' : code === 3 ? 'timeout' : 'unavailable';

/** Keeps the best fix so far. A fix that comes late is taken too: nobody was told that there will be none. */
export function createLocationWatch({
  geolocation,
  permission,
  after,
}: LocationPorts): LocationWatch {
  const listeners = new Set<() => void>();
  let state = IDLE;
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

  function found({ coords, timestamp }: GeolocationPosition): void {
    const { latitude, longitude, accuracy } = coords;
    cancelTimeout();
    const isBetter = state.best === null || accuracy <= state.best.accuracy;
    const best = isBetter ? { latitude, longitude, accuracy, at: timestamp } : state.best;
    if (best !== null && best.accuracy <= GOOD_ENOUGH_METRES) stop();
    show({ status: 'found', best, trouble: null, isSlow: false });
  }

  function failed(trouble: LocationReason): void {
    // A passing error of a watch that has found the place already tells nobody anything.
    if (state.status === 'found' && trouble !== 'denied') return;
    cancelTimeout();
    if (trouble === 'denied') stop();
    show({ ...state, status: 'failed', trouble });
  }

  function start(): void {
    stop();
    if (geolocation === undefined) {
      show({ ...state, status: 'failed', trouble: 'unsupported' });
      return;
    }
    show({ status: 'searching', best: null, trouble: state.trouble, isSlow: false });
    cancelTimeout = after(SLOW_AFTER_MS, () => {
      show({ ...state, isSlow: true });
      cancelTimeout = after(FIX_TIMEOUT_MS - SLOW_AFTER_MS, () => failed('timeout'));
    });
    watch = geolocation.watchPosition(found, (error) => failed(troubleOf(error.code)), {
      enableHighAccuracy: true,
      maximumAge: 60_000,
    });
  }

  return {
    start,
    async startIfAllowed() {
      const allowed = await permission().catch(() => 'prompt');
      if (allowed === 'granted' && state.status === 'idle' && listeners.size > 0) start();
    },
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
