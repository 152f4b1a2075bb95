import { browserKeyStore } from '../../../src/store/keys/browser-key-store.ts';
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, describe, expect, it } from 'vitest';
import { formId, submissionId } from '../../../src/domain/ids.ts';
import { Database } from '../../../src/store/db/database.ts';
import { createOutboxStore } from '../../../src/store/open-outbox.ts';
import { unusedFormGuids } from '../../../src/store/outbox/form-guids.ts';
import { draftSubmission } from '../../support/world/sync-world.ts';

/** The tables of the app's first version. */
const firstVersion = {
  drafts: 'id',
  strokes: '[submissionId+index], submissionId',
  attachments: 'id, submissionId',
  blobs: 'id',
  submissions: 'id, sequence, [status+sequence], [day+sequence], *terms, simCardNumber',
  payloads: 'id',
  counters: 'status',
  device: 'key',
  formGuids: 'guid, sequence',
};

const name = 'upgraded';

async function written(tables: Readonly<Record<string, readonly unknown[]>>): Promise<Database> {
  const old = new Dexie(name);
  old.version(1).stores(firstVersion);
  for (const [table, rows] of Object.entries(tables)) await old.table(table).bulkAdd(rows);
  old.close();
  const db = new Database(name);
  await db.open();
  return db;
}

describe('a database of the first version', () => {
  afterEach(() => Dexie.delete(name));

  it('records the form numbers in use, and keeps its pool', async () => {
    const used = formId('in use');
    const reserved = formId('in the pool');
    const row = draftSubmission(submissionId('one'), 'registration', 1, 0);
    const db = await written({
      submissions: [
        { ...row, status: 'delivered', formId: used },
        { ...row, id: 'two', sequence: 2 },
      ],
      formGuids: [{ guid: reserved, sequence: 1 }],
    });
    const store = createOutboxStore(db, browserKeyStore(db));
    expect(await store.addToPool(used, 0)).toBe(false);
    expect(await store.addToPool(reserved, 0)).toBe(false);
    // The age of this formGuid is unknown. It is in the pool, and counts as older than a day.
    expect(await store.poolSize(0)).toBe(0);
    expect(await unusedFormGuids(db)).toBe(1);
    db.close();
  });
});
