/**
 * True for the error that Chromium throws for a cache whose index a power loss has damaged. Every later call on that
 * cache fails, too.
 */
export const isDamaged = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'UnknownError';

/**
 * Deletes a cache if its index is damaged. The browser creates it anew when it is next opened. The cache is tested
 * twice, because one failure may be temporary. Throws any other error.
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
