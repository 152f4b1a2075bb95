import { type PersistenceAnswer, protectAfterSubmit } from '../features/settings/storage-state.ts';

let answer: PersistenceAnswer | null = null;
const listeners = new Set<() => void>();

/** Asks the browser to protect the stored data. `ProtectionNotice` shows the answer on the page after Submit. */
export async function askProtection(): Promise<void> {
  answer = await protectAfterSubmit(navigator.storage);
  for (const listener of listeners) listener();
}

/** The last answer, where there is one to show. */
export const protectionAnswer = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): PersistenceAnswer | null => answer,
};
