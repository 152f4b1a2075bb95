/** Chromium says so of a cache whose index a power loss has damaged. Each call on it then fails, for good. */
export const isDamaged = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'UnknownError';

/**
 * Deletes a cache if its index is damaged: the browser then makes it anew when it is opened. A failure that passes is none, so
 * the cache is asked twice. Throws any other failure.
 */
export async function deleteIfDamaged(storage: CacheStorage, name: string): Promise<void> {
  const isUnreadable = async (): Promise<boolean> => {
    try {
      await (await storage.open(name)).keys();
      return false;
    } catch (error) {
      if (isDamaged(error)) return true;
      throw error;
    }
  };
  if ((await isUnreadable()) && (await isUnreadable())) await storage.delete(name);
}
