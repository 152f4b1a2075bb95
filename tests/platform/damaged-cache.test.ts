import { describe, expect, it } from 'vitest';
import { deleteIfDamaged, isDamaged } from '../../src/platform/damaged-cache.ts';

/** A browser with one cache. The first `failures` calls of `keys` reject with `error`. */
function oneCache(error: DOMException, failures: number) {
  const deleted: string[] = [];
  let left = failures;
  const keys = async () => {
    left -= 1;
    if (left >= 0) throw error;
    return [];
  };
  const storage = {
    open: async () => ({ keys }),
    delete: async (name: string) => deleted.push(name),
  } as unknown as CacheStorage;
  return { storage, deleted };
}

describe('a cache whose index is damaged', () => {
  const damage = new DOMException('Unexpected internal error.', 'UnknownError');

  it('is deleted, so that the browser creates it again', async () => {
    const { storage, deleted } = oneCache(damage, 2);
    await deleteIfDamaged(storage, 'files');
    expect(deleted).toEqual(['files']);
  });

  it('stays if it answers, or if only one call failed', async () => {
    for (const failures of [0, 1]) {
      const { storage, deleted } = oneCache(damage, failures);
      await deleteIfDamaged(storage, 'files');
      expect(deleted).toEqual([]);
    }
  });

  it('stays after another error, which is thrown', async () => {
    const full = new DOMException('', 'QuotaExceededError');
    const { storage, deleted } = oneCache(full, 2);
    await expect(deleteIfDamaged(storage, 'files')).rejects.toThrow(full);
    expect(deleted).toEqual([]);
    expect([isDamaged(damage), isDamaged(full), isDamaged(new Error())]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
