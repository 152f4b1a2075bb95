import { useEffect, useSyncExternalStore } from 'react';
import { later } from '../../../timers.ts';
import { createLocationWatch, type LocationState, type LocationWatch } from './location-watch.ts';

/** One watch for the page: the form starts it when it is opened, and the Sign section shows its best fix. */
let shared: LocationWatch | undefined;

function sharedWatch(): LocationWatch {
  shared ??= createLocationWatch({
    // Undefined where the page is not served over HTTPS, though its type says otherwise.
    geolocation: navigator.geolocation as Geolocation | undefined,
    permission: async () => (await navigator.permissions.query({ name: 'geolocation' })).state,
    after: later,
  });
  return shared;
}

/** The best fix so far. The watch starts at once if the person has given permission before, otherwise with `start`. */
export function useBestLocation(): Readonly<{ state: LocationState; start: () => void }> {
  const watch = sharedWatch();
  const state = useSyncExternalStore(watch.subscribe, watch.snapshot);
  useEffect(() => {
    void watch.startIfAllowed();
  }, [watch]);
  return { state, start: watch.start };
}

/**
 * Starts the watch when a form is opened, so that there is a fix by the time the customer signs; only if the person has given
 * permission before. Returns the function that stops it.
 */
export function watchLocation(): () => void {
  const watch = sharedWatch();
  const unsubscribe = watch.subscribe(() => {});
  void watch.startIfAllowed();
  return unsubscribe;
}
