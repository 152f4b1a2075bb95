import { type ReactNode, useSyncExternalStore } from 'react';

/** The lock's view. Its code is loaded only if there is a lock, so the shell knows only these three parts. */
export type LockView = Readonly<{
  /** Replaces every screen that is not public. Null if Veld is not locked. */
  screen: ReactNode;
  /** Replaces this phone's work on Home. */
  home: ReactNode;
  /** The button 'Lock now' in the bar. */
  button: ReactNode;
}>;

export const NO_LOCK: LockView = { screen: null, home: null, button: null };

let view: LockView = { ...NO_LOCK };
const listeners = new Set<() => void>();

export function showLock(next: LockView): void {
  view = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useLockView = (): LockView => useSyncExternalStore(subscribe, () => view);
