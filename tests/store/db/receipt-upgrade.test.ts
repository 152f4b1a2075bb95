import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { expect, it } from 'vitest';
import { Database } from '../../../src/store/db/database.ts';
import { aRow } from '../../features/outbox/submissions.ts';

/** A database as the first version left it. */
async function before(name: string, rows: readonly Readonly<Record<string, unknown>>[]) {
  const old = new Dexie(name);
  old.version(1).stores({
    drafts: 'id',
    strokes: '[submissionId+index], submissionId',
    attachments: 'id, submissionId',
    blobs: 'id',
    submissions: 'id, sequence, [status+sequence], [day+sequence], *terms, simCardNumber',
    payloads: 'id',
    counters: 'status',
    device: 'key',
    formGuids: 'guid, sequence',
  });
  await old.table('submissions').bulkAdd([...rows]);
  old.close();
}

const receipt = (id: string, sequence: number, change: Readonly<Record<string, unknown>>) => ({
  ...aRow({ sequence, status: 'delivered' }),
  simTail: undefined,
  terms: [],
  id,
  documents: { SaveIdDocument: [{ formFileId: '7', name: 'id.jpg' }] },
  sentNames: { SaveIdDocument: ['id.jpg'] },
  ...change,
});

it('old receipts keep initials and no document ids', async () => {
  await before('old', [
    receipt('one', 1, { customerName: 'Thandi N.', maskedName: 'Thandi N.' }),
    receipt('two', 2, { customerName: 'Biz5', maskedName: 'Biz5', isBusiness: true }),
    { ...aRow({ sequence: 3, customerName: 'Lerato Mokoena' }), id: 'waits' },
  ]);
  const db = new Database('old');
  const [one, two, waits] = await db.submissions.orderBy('sequence').toArray();
  expect(one).toMatchObject({ customerName: 'T. N.', documents: {}, terms: ['t.', 'n.'] });
  expect(two).toMatchObject({ customerName: 'Bi…', documents: {} });
  for (const row of [one, two]) {
    expect(row).not.toHaveProperty('sentNames');
    expect(row).not.toHaveProperty('maskedName');
    expect(row?.formId).toBe(aRow().formId);
  }
  expect(waits).toMatchObject({ customerName: 'Lerato Mokoena', status: 'queued' });
  db.close();
});

it('an unreadable receipt does not keep the database from opening', async () => {
  await before('unreadable', [
    receipt('damaged', 1, { customerName: { first: 'A' } }),
    receipt('one', 2, { customerName: 'Thandi N.' }),
  ]);
  const db = new Database('unreadable');
  expect((await db.submissions.toArray()).map((row) => row.customerName)).toEqual(['', 'T. N.']);
  db.close();
});
