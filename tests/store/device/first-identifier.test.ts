import { describe, expect, it } from 'vitest';
import { firstIdentifier } from '../../../src/store/device/first-identifier.ts';

const made = '3f0c5c3e-0000-4000-8000-000000000001';
const kept = '3f0c5c3e-0000-4000-8000-000000000002';

const localStorageOf = (items: Record<string, string> = {}) => ({
  items,
  getItem: (key: string) => items[key] ?? null,
  setItem: (key: string, value: string) => {
    items[key] = value;
  },
});

describe('the device identifier of a first start', () => {
  const places = (databaseExists: boolean, copy: string | null = null) => ({
    local: localStorageOf(),
    databaseExists: async () => databaseExists,
    copies: () => [{ read: async () => copy, write: async () => undefined }],
    make: () => made,
  });

  it('is created, and is in local storage before the database exists', async () => {
    const first = places(false);
    expect(await firstIdentifier(first)).toBe(made);
    expect(first.local.items).toEqual({ DeviceIdentifier: made });
  });

  it('is restored if local storage and database were lost', async () => {
    const first = places(false, kept);
    expect(await firstIdentifier(first)).toBe(kept);
    expect(first.local.items).toEqual({ DeviceIdentifier: kept });
  });

  it('is the database’s if there is one', async () => {
    const first = places(true);
    expect(await firstIdentifier(first)).toBeNull();
    expect(first.local.items).toEqual({});
  });

  it('is the one that another tab wrote meanwhile', async () => {
    const local = localStorageOf({ DeviceIdentifier: kept });
    expect(await firstIdentifier({ ...places(false), local })).toBe(kept);
  });
});
