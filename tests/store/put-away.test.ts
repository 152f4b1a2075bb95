import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Database } from '../../src/store/db/database.ts';

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

describe('a page that the browser puts away', () => {
  it('leaves no half-made database, which the next page would wait for', async () => {
    const db = new Database();
    db.on('populate', putAway);
    await expect(db.open()).rejects.toThrow();
    expect(await indexedDB.databases()).toEqual([]);
    const next = new Database();
    await next.open();
    next.close();
  });

  it('ends what it was writing, and opens the database no more', async () => {
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
