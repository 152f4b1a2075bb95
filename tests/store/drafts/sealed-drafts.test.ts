import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { submissionId } from '../../../src/domain/ids.ts';
import { Database } from '../../../src/store/db/database.ts';
import { readKey } from '../../../src/store/device/device-keys.ts';
import { overwritePlaintext } from '../../../src/store/drafts/sealed-drafts.ts';
import { draftSubmission } from '../../support/world/sync-world.ts';

const roomy = { estimate: async () => ({}), grants: async () => true };
const full = { estimate: async () => ({ quota: 1e8, usage: 9e7 }), grants: async () => false };

const name = 'overwritten';
let db: Database;

/** A phone after the update from an older build. */
beforeEach(async () => {
  const old = new Dexie(name);
  old
    .version(3)
    .stores(
      Object.fromEntries(new Database('other').tables.map((t) => [t.name, t.schema.primKey.src])),
    );
  await old.open();
  old.close();
  db = new Database(name);
  await db.open();
});

afterEach(async () => {
  db.close();
  await Dexie.delete(name);
});

const everything = async () =>
  Object.fromEntries(await Promise.all(db.tables.map(async (t) => [t.name, await t.toArray()])));

const row = draftSubmission(submissionId('one'), 'registration', 1, 0);

describe('the plaintext of an older build in the browser’s files', () => {
  it('is overwritten once, and no row changes', async () => {
    await db.table('submissions').add({ ...row, keys: { own: 'sealed' } });
    const { device, ...before } = await everything();
    expect(device).toEqual([{ key: 'hadClearText', value: true }]);
    await overwritePlaintext(db, roomy);
    expect(await everything()).toEqual({ ...before, device: [] });
    await overwritePlaintext(db, full);
  });

  it('is overwritten only after all rows are encrypted', async () => {
    await db.table('submissions').add(row);
    await overwritePlaintext(db, roomy);
    expect(await readKey(db, 'hadPlaintext')).toBe(true);
  });

  it('is overwritten only if there is enough space', async () => {
    await overwritePlaintext(db, full);
    expect(await readKey(db, 'hadPlaintext')).toBe(true);
  });

  it('does not exist on a phone without such a build', async () => {
    const fresh = new Database('fresh');
    expect(await readKey(fresh, 'hadPlaintext')).toBeUndefined();
    fresh.close();
  });

  it('is overwritten by fillers that no query sees', async () => {
    const other = new Database(name);
    let seen = 0;
    const watch = setInterval(() => {
      void other.blobs.count().then((count) => {
        seen = Math.max(seen, count);
      });
    }, 5);
    await overwritePlaintext(db, roomy);
    clearInterval(watch);
    expect(seen).toBe(0);
    other.close();
  });
});
