import type { SharedPresence } from './presence-watch.ts';

const KEY = 'veld-lock-seen';

/**
 * In `localStorage`, which every tab reads at once, also in the moment in which it comes back: a message might come after. Where
 * that is forbidden, each tab knows of itself alone.
 */
export const sharedPresence = (storage: () => Pick<Storage, 'getItem' | 'setItem'>) => ({
  read(): SharedPresence | null {
    try {
      const [inSightAt, touchedAt] = (storage().getItem(KEY) ?? '').split(' ').map(Number);
      return inSightAt && touchedAt ? { inSightAt, touchedAt } : null;
    } catch {
      return null;
    }
  },
  write({ inSightAt, touchedAt }: SharedPresence): void {
    try {
      storage().setItem(KEY, `${inSightAt} ${touchedAt}`);
    } catch {
      // Full, or forbidden.
    }
  },
});
