import { browserKeyStore } from '../../../src/store/keys/browser-key-store.ts';
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/store/db/database.ts';
import { createOutboxStore } from '../../../src/store/open-outbox.ts';
import type { OutboxStore } from '../../../src/store/outbox/outbox-port.ts';
import { draftContents, freezeOf } from '../../support/conformance/contents.ts';
import { outboxStoreConformance } from '../../support/conformance/outbox-store.ts';
import { WrittenTransactions } from '../../support/world/stored-form.ts';

let opened: Database[] = [];
let names = 0;
const open = () => {
  names += 1;
  const db = new Database(`one-transaction-${names}`);
  opened.push(db);
  const written = new WrittenTransactions(db);
  return { db, written, store: createOutboxStore(db, browserKeyStore(db)) };
};
afterEach(async () => {
  for (const db of opened) await db.delete();
  opened = [];
});

/** Wraps the store. A call fails if it writes in more than one transaction, because a kill may come between two. */
function inOneEach(store: OutboxStore, written: WrittenTransactions): OutboxStore {
  const functions = Object.entries(store) as [string, (...given: unknown[]) => Promise<unknown>][];
  const entries = functions.map(([name, run]) => [
    name,
    async (...given: unknown[]) => {
      written.begin();
      const result = await run(...given);
      expect(written.count, `transactions of '${name}'`).toBeLessThanOrEqual(1);
      return result;
    },
  ]);
  // The object has the same names, and each function has the same type.
  return Object.fromEntries(entries) as OutboxStore;
}

outboxStoreConformance('the outbox in IndexedDB, in one transaction for each call', async () => {
  const { store, written } = open();
  return inOneEach(store, written);
});

describe('a process that is killed during a call of the store', () => {
  it('leaves nothing of a Submit whose transaction was not committed', async () => {
    const { db, store, written } = open();
    const contents = draftContents();
    await store.restore(contents, new Map());
    written.begin();
    written.fatalAfter = 0;
    await expect(store.freeze(freezeOf(contents))).rejects.toThrow();
    written.fatalAfter = null;
    expect(await store.submission(contents.draft.id)).toMatchObject({ status: 'draft' });
    expect([await db.payloads.count(), await db.blobs.count()]).toEqual([0, 0]);
  });

  it('leaves a whole Submit if it is killed after the first commit', async () => {
    const { store, written } = open();
    const contents = draftContents();
    await store.restore(contents, new Map());
    written.begin();
    written.fatalAfter = 1;
    await store.freeze(freezeOf(contents));
    written.fatalAfter = null;
    const { draft } = contents;
    expect(await store.submission(draft.id)).toMatchObject({ status: 'queued' });
    expect((await store.payload(draft.id))?.sha256).toBe('payload');
  });
});
