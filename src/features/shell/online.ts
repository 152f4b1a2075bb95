import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

/** A browser can miss to say that the network is back (Firefox does): asked again when the page is seen. */
const occasions = () =>
  [
    [window, 'online'],
    [window, 'offline'],
    [window, 'pageshow'],
    [document, 'visibilitychange'],
  ] as const;

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  for (const [target, event] of occasions()) target.addEventListener(event, changed);
  return () => {
    listeners.delete(changed);
    for (const [target, event] of occasions()) target.removeEventListener(event, changed);
  };
}

/** And after each try, for whoever knows that there was one. */
export function readOnlineAnew(): void {
  for (const listener of listeners) listener();
}

/** Whether the device says it has a network. A hint: the outbox never relies on it. True in HTML made at build. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}
