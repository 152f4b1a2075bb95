import { describe, expect, it } from 'vitest';
import { codeFiles, read } from './support/source-files.ts';
import { Transactions } from './support/transactions.ts';

const store = codeFiles.filter((file) => file.startsWith('src/store/'));
const texts = new Map(store.map((file) => [file, read(file)]));

describe('a transaction of the store', () => {
  it('awaits only the database, and decodes no row', () => {
    const transactions = new Transactions(texts);
    expect(transactions.count).toBeGreaterThan(30);
    expect(transactions.foreign()).toEqual([]);
  });

  it.each([
    ["db.transaction('rw', db.drafts, async () => { await crypto.subtle.digest('', a); });"],
    ["db.transaction('rw', db.drafts, async () => { await bytes.arrayBuffer(); });"],
    [
      'async function hash() { await bytes.text(); }; db.transaction("rw", async () => { await hash(); });',
    ],
    [
      'readThenWrite(db, { read: () => db.drafts.get(id), plan: () => ({ write: async () => { await seal(); } }) });',
    ],
    ["db.transaction('r', db.drafts, async () => decodeDraft(await db.drafts.get(id)));"],
    ['const inIt = (work) => db.transaction("rw", work); inIt(async () => { await fetch("/"); });'],
  ])('is found out where it awaits something else: %s', (text) => {
    expect(new Transactions(new Map([['src/store/odd.ts', text]])).foreign()).toHaveLength(1);
  });
});
