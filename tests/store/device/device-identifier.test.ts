import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Database } from '../../../src/store/db/database.ts';
import { PRACTICE_DATABASE } from '../../../src/store/db/stored-names.ts';
import { getDeviceIdentifier } from '../../../src/store/device/device-identifier.ts';

const made = '3f0c5c3e-0000-4000-8000-000000000001';
const other = '3f0c5c3e-0000-4000-8000-000000000002';

const localStorageWith = (identifier: string | null) =>
  vi.stubGlobal('localStorage', { getItem: () => identifier, setItem: () => undefined });

describe('the device identifier (specification, section 3: ‘a unique id generated on first use’)', () => {
  afterEach(async () => {
    vi.unstubAllGlobals();
    await new Database().delete();
    await new Database(PRACTICE_DATABASE).delete();
  });

  it('is in the new database at once, so that a worker sends the page’s identifier', async () => {
    localStorageWith(made);
    const page = new Database();
    await page.open();
    vi.unstubAllGlobals();
    // A worker has no localStorage. It may drain before the page has read the identifier.
    expect(
      await getDeviceIdentifier(
        new Database(),
        () => [],
        () => other,
      ),
    ).toBe(made);
    localStorageWith(made);
    expect(
      await getDeviceIdentifier(
        page,
        () => [],
        () => other,
      ),
    ).toBe(made);
    page.close();
  });

  it.each([null, 'no identifier'])('is created once if local storage has %s', async (kept) => {
    localStorageWith(kept);
    const [page, worker] = [new Database(), new Database()];
    const both = await Promise.all([
      getDeviceIdentifier(
        page,
        () => [],
        () => made,
      ),
      getDeviceIdentifier(
        worker,
        () => [],
        () => other,
      ),
    ]);
    expect(new Set(both).size).toBe(1);
    expect(
      await getDeviceIdentifier(
        page,
        () => [],
        () => crypto.randomUUID(),
      ),
    ).toBe(both[0]);
    page.close();
    worker.close();
  });

  it('stays unchanged in an existing database', async () => {
    const before = new Database();
    expect(
      await getDeviceIdentifier(
        before,
        () => [],
        () => made,
      ),
    ).toBe(made);
    before.close();
    localStorageWith(other);
    expect(await getDeviceIdentifier(new Database(), () => [])).toBe(made);
  });

  it('opens the database if the browser blocks storage', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
    expect(
      await getDeviceIdentifier(
        new Database(),
        () => [],
        () => made,
      ),
    ).toBe(made);
  });

  it('is not in the practice database', async () => {
    localStorageWith(made);
    const practice = new Database(PRACTICE_DATABASE);
    expect(await practice.device.toArray()).toEqual([]);
    practice.close();
  });
});
