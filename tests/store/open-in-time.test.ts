import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { openInTime } from '../../src/store/db/connection.ts';
import { Database } from '../../src/store/db/database.ts';

it('a database that opens is open', async () => {
  const db = new Database('opens');
  await openInTime(db, 5_000);
  expect(db.isOpen()).toBe(true);
  db.close();
});

it('a database that never answers is given up by name, and closed', async () => {
  const db = new Database('hangs');
  db.open = () => new Promise(() => undefined) as never;
  await expect(openInTime(db, 5)).rejects.toMatchObject({ name: 'OpenTimedOut' });
  expect(db.isOpen()).toBe(false);
});

it('why a database does not open is not hidden', async () => {
  const db = new Database('refused');
  db.open = () => Promise.reject(new DOMException('', 'VersionError')) as never;
  await expect(openInTime(db, 5_000)).rejects.toMatchObject({ name: 'VersionError' });
});
