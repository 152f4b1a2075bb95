import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { attachmentId, submissionId } from '../../src/domain/ids.ts';
import { Database } from '../../src/store/db/database.ts';
import { browserKeyStore } from '../../src/store/keys/browser-key-store.ts';
import { createOutboxStore } from '../../src/store/open-outbox.ts';
import { startFacts } from '../../src/store/open-store.ts';
import { draftContents, freezeOf } from '../support/conformance/contents.ts';

let number = 0;
let db: Database;
const store = () => createOutboxStore(db, browserKeyStore(db));

beforeEach(() => {
  number += 1;
  db = new Database(`start-facts-${number}`);
});

describe('the facts of a start', () => {
  it('say of a new database that it has nothing', async () => {
    expect(await startFacts(db)).toEqual({
      hasLock: false,
      hasSentinel: false,
      options: null,
      undelivered: new Set(),
      submitted: [],
      isFileLost: false,
    });
  });

  it('tell drafts from submitted forms', async () => {
    const [draft, submitted] = [draftContents(), draftContents()];
    for (const contents of [draft, submitted]) await store().restore(contents, new Map());
    expect(await store().freeze(freezeOf(submitted))).toMatchObject({ status: 'frozen' });
    await store().setSentinel('one');
    const facts = await startFacts(db);
    expect(facts).toMatchObject({ hasSentinel: true, submitted: [submitted.draft.id] });
    expect(facts.undelivered).toEqual(new Set([draft.draft.id, submitted.draft.id]));
  });

  it('notice a file without bytes, but not bytes without a file', async () => {
    const [one, other] = [attachmentId(crypto.randomUUID()), attachmentId(crypto.randomUUID())];
    await db.table('blobs').put({ id: one, bytes: new Blob(['bytes']), type: '' });
    expect((await startFacts(db)).isFileLost).toBe(false);
    await db.table('attachments').put({ id: other, submissionId: submissionId('some-id') });
    expect((await startFacts(db)).isFileLost).toBe(true);
    await db.table('blobs').put({ id: other, bytes: new Blob(['bytes']), type: '' });
    expect((await startFacts(db)).isFileLost).toBe(false);
  });

  it('are read in one transaction, without a form or a file', async () => {
    await store().restore(draftContents(), new Map());
    db.close();
    let transactions = 0;
    const tables: string[] = [];
    db.use({
      stack: 'dbcore',
      name: 'count',
      create: (core) => ({
        ...core,
        transaction: (...wanted) => {
          transactions += 1;
          return core.transaction(...wanted);
        },
        table: (name) => {
          const table = core.table(name);
          return {
            ...table,
            query: (request) => {
              if (request.values !== false) tables.push(name);
              return table.query(request);
            },
          };
        },
      }),
    });
    await db.open();
    await startFacts(db);
    expect(transactions).toBe(1);
    expect(tables.sort()).toEqual(['agents']);
  });
});
