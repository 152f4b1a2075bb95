import { type PersistenceAnswer, protectAfterSubmit } from '../features/settings/storage-state.ts';

let answer: PersistenceAnswer | null = null;
const listeners = new Set<() => void>();

/** Requests persistent storage. `ProtectionNotice` shows the answer on the page after Submit. */
export async function askProtection(): Promise<void> {
  answer = await protectAfterSubmit(navigator.storage);
  for (const listener of listeners) listener();
}

/** The last answer to show. Null if there is none. */
export const protectionAnswer = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): PersistenceAnswer | null => answer,
};
