import { builtInOptions } from '../../../src/domain/forms/options.ts';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/store/db/database.ts';
import {
  getDeviceIdentifier,
  repairIdentifierCopies,
} from '../../../src/store/device/device-identifier.ts';
import { deviceDefaults, deviceStorage } from '../../../src/store/device/device-storage.ts';
import { type TextStore, textCopy } from '../../../src/store/device/first-identifier.ts';
import {
  rememberAntiForgeryToken,
  rememberedAntiForgeryToken,
  saveOptions,
} from '../../../src/store/open-outbox.ts';
import { cachedOptions } from '../../../src/store/open-store.ts';

class FakeLocalStorage implements TextStore {
  readonly entries = new Map<string, string>();
  isFull = false;
  getItem = (key: string): string | null => this.entries.get(key) ?? null;
  setItem = (key: string, value: string): void => {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
    this.entries.set(key, value);
  };
  removeItem = (key: string): void => {
    this.entries.delete(key);
  };
}

let db: Database;
let name = 0;
beforeEach(() => {
  name += 1;
  db = new Database(`device-${name}`);
});
afterEach(() => db.close());

const none = () => [];
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('the storage of the device', () => {
  it('starts with the specification’s defaults', async () => {
    expect(await deviceStorage(db).all()).toEqual(deviceDefaults);
    expect((await deviceStorage(db).all()).UserId).toBe(0);
    expect((await deviceStorage(db).all()).ProfileImageUrl).toBe('');
  });

  it('stores values in the database and in the copy', async () => {
    const local = new FakeLocalStorage();
    const device = deviceStorage(db, () => local);
    await device.set({ AuthToken: 't', UserId: 7, FirstName: 'Thandi', dataPricePerMb: 0.29 });
    expect(await device.all()).toMatchObject({ AuthToken: 't', UserId: 7, dataPricePerMb: 0.29 });
    expect(Object.fromEntries(local.entries)).toEqual({
      AuthToken: 't',
      UserId: '7',
      FirstName: 'Thandi',
    });
  });

  it('keeps settings under the names of older builds', async () => {
    const answer = { day: '2026-11-24', link: 'metered' } as const;
    const device = deviceStorage(db);
    await device.set({ wantsNotifications: true, connectionAnswer: answer });
    expect((await db.device.get('notifies'))?.value).toBe(true);
    expect((await db.device.get('linkSaid'))?.value).toEqual(answer);
    expect(await device.all()).toMatchObject({
      wantsNotifications: true,
      connectionAnswer: answer,
    });
  });

  it('deletes the sign-in, and nothing else', async () => {
    const local = new FakeLocalStorage();
    const device = deviceStorage(db, () => local);
    await device.set({ AuthToken: 't', UserId: 7, wantsNotifications: true });
    await device.signOut();
    expect(await device.all()).toEqual({ ...deviceDefaults, wantsNotifications: true });
    expect(local.getItem('AuthToken')).toBeNull();
    expect(local.getItem('UserId')).toBe('0');
  });

  it('returns the default for an unreadable value', async () => {
    await db.device.bulkPut([
      { key: 'UserId', value: 'seven' },
      { key: 'dataPricePerMb', value: -1 },
    ]);
    expect((await deviceStorage(db).all()).UserId).toBe(0);
    expect((await deviceStorage(db).all()).dataPricePerMb).toBeNull();
  });

  it('works with a full copy', async () => {
    const local = new FakeLocalStorage();
    local.isFull = true;
    await deviceStorage(db, () => local).set({ AuthToken: 't' });
    expect((await deviceStorage(db).all()).AuthToken).toBe('t');
  });
});

describe('the device identifier', () => {
  it('is one UUID for simultaneous tabs and workers', async () => {
    const others = Array.from({ length: 4 }, () => new Database(`device-${name}`));
    const asked = [db, db, ...others, ...others].map((one) => getDeviceIdentifier(one, none));
    const given = new Set(await Promise.all(asked));
    expect(given.size).toBe(1);
    expect([...given][0]).toMatch(UUID_V4);
    expect(await getDeviceIdentifier(db, none)).toBe([...given][0]);
    for (const other of others) other.close();
  });

  it('is copied, and restored from the copy after the database was lost', async () => {
    const local = new FakeLocalStorage();
    const copies = () => [textCopy(local)];
    const first = await getDeviceIdentifier(db, copies);
    expect(local.getItem('DeviceIdentifier')).toBe(first);
    await db.device.clear();
    expect(await getDeviceIdentifier(db, copies)).toBe(first);
    expect((await deviceStorage(db).all()).DeviceIdentifier).toBe(first);
  });

  it('replaces a copy that differs', async () => {
    const local = new FakeLocalStorage();
    const first = await getDeviceIdentifier(db, none);
    local.setItem('DeviceIdentifier', 'nonsense');
    await repairIdentifierCopies(db, () => [textCopy(local)]);
    expect(local.getItem('DeviceIdentifier')).toBe(first);
  });

  it('is not read from an invalid copy, nor lost with a failing one', async () => {
    const local = new FakeLocalStorage();
    local.setItem('DeviceIdentifier', '../../etc');
    const broken = {
      read: () => Promise.reject(new Error('gone')),
      write: () => Promise.reject(new Error('gone')),
    };
    const made = await getDeviceIdentifier(db, () => [broken, textCopy(local)]);
    expect(made).toMatch(UUID_V4);
    expect(local.getItem('DeviceIdentifier')).toBe(made);
  });
});

describe('the last data of the server', () => {
  it('keeps the option lists, but no empty ones', async () => {
    expect(await cachedOptions(db)).toBeNull();
    const sent = {
      titleOptions: [{ value: 'Mr', label: 'Mr' }],
      typeOfBusinessOptions: [{ value: '1', label: 'Private company' }],
    };
    await saveOptions(db, sent);
    await saveOptions(db, { ...sent, titleOptions: [] });
    expect(await cachedOptions(db)).toEqual({
      titles: sent.titleOptions,
      businessTypes: sent.typeOfBusinessOptions,
    });
  });

  it('keeps one list if the other is empty, which is then the built-in one', async () => {
    const titleOptions = [{ value: '7', label: 'Mnr' }];
    await saveOptions(db, { titleOptions, typeOfBusinessOptions: [] });
    expect(await cachedOptions(db)).toEqual({
      titles: titleOptions,
      businessTypes: builtInOptions.businessTypes,
    });
  });

  it('writes the lists only if they changed, because every write runs a page’s queries', async () => {
    let writes = 0;
    const count = (): void => {
      writes += 1;
    };
    db.device.hook('creating', count);
    db.device.hook('updating', count);
    const list = (...names: readonly string[]) => ({
      titleOptions: names.map((value) => ({ value, label: value })),
      typeOfBusinessOptions: [{ value: '1', label: 'Private company' }],
    });
    for (const sent of [list('Mr'), list('Mr'), list('Mr', 'Ms'), list('Mr', 'Dr')])
      await saveOptions(db, sent);
    expect(writes).toBe(3);
    expect((await cachedOptions(db))?.titles.map(({ value }) => value)).toEqual(['Mr', 'Dr']);
  });

  it('keeps the anti-forgery token for a worker that cannot read cookies', async () => {
    expect(await rememberedAntiForgeryToken(db)).toBeNull();
    await rememberAntiForgeryToken(db, 'one');
    await rememberAntiForgeryToken(db, null);
    expect(await rememberedAntiForgeryToken(db)).toBe('one');
  });
});
