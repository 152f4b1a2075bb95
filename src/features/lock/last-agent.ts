const KEY = 'veld-lock-last';

/** Who was unlocked last on this phone, by an id that says nothing: so that nobody chooses themselves each time. */
export const lastAgent = (storage: () => Pick<Storage, 'getItem' | 'setItem'>) => ({
  read(): string | null {
    try {
      return storage().getItem(KEY);
    } catch {
      return null;
    }
  },
  write(agent: string): void {
    try {
      storage().setItem(KEY, agent);
    } catch {
      // Full, or forbidden: then they choose.
    }
  },
});
