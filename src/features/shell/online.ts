import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

/**
 * Firefox may not send 'online' when the network returns, so `navigator.onLine` is also read when the page is shown.
 */
const checkEvents = () =>
  [
    [window, 'online'],
    [window, 'offline'],
    [window, 'pageshow'],
    [document, 'visibilitychange'],
  ] as const;

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  for (const [target, event] of checkEvents()) target.addEventListener(event, changed);
  return () => {
    listeners.delete(changed);
    for (const [target, event] of checkEvents()) target.removeEventListener(event, changed);
  };
}

/** Reads `navigator.onLine` again. Called after each attempt to send. */
export function recheckOnline(): void {
  for (const listener of listeners) listener();
}

/**
 * True if the device reports that it is online. This is only a hint: sending does not rely on it. True in prerendered
 * HTML.
 */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}
