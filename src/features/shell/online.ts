import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

/** Firefox may not send 'online' when the network is back, so `navigator.onLine` is also read when the page is shown. */
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

/** Reads `navigator.onLine` again; called after each attempt to send. */
export function recheckOnline(): void {
  for (const listener of listeners) listener();
}

/** Whether the device says that it is online. Only a hint: sending does not rely on it. True in prerendered HTML. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}
