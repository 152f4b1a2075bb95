import { useEffect, useSyncExternalStore } from 'react';
import { later } from '../../../timers.ts';
import { createLocationWatch, type LocationState, type LocationWatch } from './location-watch.ts';

/** One for the page: the form starts it when it opens, and the Sign section shows what it found meanwhile. */
let shared: LocationWatch | undefined;

function sharedWatch(): LocationWatch {
  shared ??= createLocationWatch({
    // Missing where the page is not served securely, whatever the types say.
    geolocation: navigator.geolocation as Geolocation | undefined,
    permission: async () => (await navigator.permissions.query({ name: 'geolocation' })).state,
    after: later,
  });
  return shared;
}

/** The best fix so far. Watches from the first on where the person allowed it before; otherwise from `start` on. */
export function useBestLocation(): Readonly<{ state: LocationState; start: () => void }> {
  const watch = sharedWatch();
  const state = useSyncExternalStore(watch.subscribe, watch.snapshot);
  useEffect(() => {
    void watch.startIfAllowed();
  }, [watch]);
  return { state, start: watch.start };
}

/**
 * For a form from its first section on: where the person allowed it before, the fix is there by the time they sign.
 * Asks nobody. Returns how to stop.
 */
export function watchLocation(): () => void {
  const watch = sharedWatch();
  const leave = watch.subscribe(() => {});
  void watch.startIfAllowed();
  return leave;
}
