import { type ReactNode, useSyncExternalStore } from 'react';

/** The lock's view. Its code is loaded only if there is a lock, so the frame around every screen knows no more of it. */
export type LockView = Readonly<{
  /** In the place of every screen that is not public; null: nothing is locked. */
  screen: ReactNode;
  /** In the place of what Home shows of this phone's work. */
  home: ReactNode;
  /** 'Lock now', in the bar. */
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
