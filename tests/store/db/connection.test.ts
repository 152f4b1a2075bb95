import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closePermanently, openInTime } from '../../../src/store/db/connection.ts';
import { Database } from '../../../src/store/db/database.ts';
import { withReopen } from '../../../src/store/db/transactions.ts';

describe('opening in time', () => {
  it('a database that opens is open', async () => {
    const db = new Database('opens');
    await openInTime(db, 5_000);
    expect(db.isOpen()).toBe(true);
    db.close();
  });

  it('a database that never answers is closed with an error of that name', async () => {
    const db = new Database('hangs');
    db.open = () => new Promise(() => undefined) as never;
    await expect(openInTime(db, 5)).rejects.toMatchObject({ name: 'OpenTimedOut' });
    expect(db.isOpen()).toBe(false);
  });

  it('the reason why a database does not open is passed on', async () => {
    const db = new Database('refused');
    db.open = () => Promise.reject(new DOMException('', 'VersionError')) as never;
    await expect(openInTime(db, 5_000)).rejects.toMatchObject({ name: 'VersionError' });
  });
});

describe('a database that is closed for good', () => {
  it('is not opened again by a late write, nor by a second close', async () => {
    const db = new Database('closed-for-good');
    await db.open();
    closePermanently(db);
    db.close();
    const late = withReopen(db, () => db.device.put({ key: 'IsOffered', value: true } as never));
    await expect(late).rejects.toMatchObject({ name: 'DatabaseClosedError' });
    expect(db.isOpen()).toBe(false);
    const next = new Database('closed-for-good');
    expect(await next.device.get('IsOffered')).toBeUndefined();
    next.close();
  });
});

describe('a page in the back-forward cache', () => {
  let page: EventTarget;

  beforeEach(() => {
    page = new EventTarget();
    vi.stubGlobal('indexedDB', new IDBFactory());
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  });

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const putAway = (): void => {
    page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
  };

  describe('a page that enters the cache', () => {
    it('leaves no half-opened database, which would block the next page', async () => {
      const db = new Database();
      db.on('populate', putAway);
      await expect(db.open()).rejects.toThrow();
      expect(await indexedDB.databases()).toEqual([]);
      const next = new Database();
      await next.open();
      next.close();
    });

    it('aborts its writes, and does not open the database again', async () => {
      const db = new Database();
      await db.open();
      const written = db.transaction('rw', db.device, async () => {
        await db.device.put({ key: 'IsOffered', value: true } as never);
        putAway();
        await db.device.count();
      });
      await expect(written).rejects.toThrow();
      await expect(db.device.count()).rejects.toThrow();
      const next = new Database();
      expect(await next.device.count()).toBe(0);
      next.close();
    });
  });
});
