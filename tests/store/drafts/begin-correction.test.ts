import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { type FormId, formId, type SubmissionId, submissionId } from '../../../src/domain/ids.ts';
import type { ReasonCode } from '../../../src/domain/verdict.ts';
import { Database } from '../../../src/store/db/database.ts';
import { beginCorrection, returnedForm } from '../../../src/store/drafts/begin-correction.ts';
import { draftOpening } from '../../../src/store/drafts/draft-opening.ts';
import { localDay } from '../../../src/store/drafts/new-submission.ts';
import {
  type Contents,
  decodeContentsSubmission,
  type StoredContents,
} from '../../../src/store/format/contents.ts';
import { browserKeyStore } from '../../../src/store/keys/browser-key-store.ts';
import { returned as returnedCount } from '../../../src/store/lists/lists.ts';
import { found, submissionById } from '../../../src/store/lists/outbox-queries.ts';
import { createOutboxStore } from '../../../src/store/open-outbox.ts';
import { openReturns, returnsForAgent } from '../../../src/store/outbox/counters.ts';
import type { OutboxStore, ReadPage } from '../../../src/store/outbox/outbox-port.ts';
import { deleteReceipts } from '../../../src/store/outbox/receipts.ts';
import { dismissVerdict, withoutReceipt } from '../../../src/store/outbox/verdict-rows.ts';
import { aRow } from '../../features/outbox/submissions.ts';
import { ALONE } from '../../support/app/built-app.ts';
import {
  clearDraft,
  openedSubmission,
  WrittenTransactions,
} from '../../support/world/stored-form.ts';

const NOW = Date.UTC(2026, 10, 24, 10);
const alone = async () => ALONE;
const old = submissionId('a');
const returned = formId('00000001-0000-4000-8000-000000000000');

let opened: Database[] = [];
afterEach(async () => {
  for (const db of opened) db.close();
  await opened[0]?.delete();
  opened = [];
});

const openDatabase = (name: string): Database => {
  const db = new Database(name);
  opened.push(db);
  return db;
};

const refused = (of: FormId, at = NOW, code: ReasonCode = 'photoUnreadable'): ReadPage => ({
  device: 'this phone',
  items: [{ formId: of, state: 'refused', at, code }],
  after: 'e.1',
  isWhole: false,
  isLast: true,
  now: NOW,
  heardAt: NOW,
});

const receipt = {
  id: old,
  formId: returned,
  kind: 'registration',
  status: 'delivered',
  isBusiness: true,
  sequence: 4,
} as const;

async function withReturn(change: Partial<typeof receipt> = {}) {
  const db = openDatabase(`corrections-${crypto.randomUUID()}`);
  const written = new WrittenTransactions(db);
  const keyStore = browserKeyStore(db);
  const store = createOutboxStore(db, keyStore);
  await db.submissions.add(aRow({ ...receipt, ...change }));
  await db.formGuids.add({ guid: returned, submissionId: old });
  await store.saveVerdicts(refused(returned));
  return { db, keyStore, store, written };
}

const begin = (db: Database, of = old, keyStore = browserKeyStore(db)) =>
  beginCorrection(db, keyStore, of, { newId: () => crypto.randomUUID(), now: () => NOW + 5 });

async function begunIn(db: Database): Promise<SubmissionId> {
  const begun = await begin(db);
  if (begun.status !== 'begun') throw new Error('It did not begin.');
  return begun.by.id;
}

function decoded(stored: StoredContents): Contents {
  const contents = decodeContentsSubmission(stored);
  if (contents === null) throw new Error('It is unreadable.');
  return contents;
}

/** Begins a correction and deletes it. `undo` restores it. */
async function withDeleted(db: Database, store: OutboxStore) {
  const id = await begunIn(db);
  const contents = await store.storedContents(id);
  if (contents === undefined) throw new Error('It is not there.');
  await store.remove(id, () => true);
  return { id, undo: () => store.undoRemoval(decoded(contents), new Map()) };
}

const shown = (db: Database, id: SubmissionId = old) => submissionById(db, browserKeyStore(db), id);

const verdictIn = async (db: Database) => (await shown(db))?.verdict;

describe('the correction of a returned registration', () => {
  it('begins with its kind, its kind of customer and the link alone', async () => {
    const { db } = await withReturn();
    const id = await begunIn(db);
    expect(await openedSubmission(db, id)).toMatchObject({
      kind: 'registration',
      status: 'draft',
      formId: null,
      isBusiness: true,
      corrects: returned,
      sequence: 5,
      day: localDay(NOW),
      personal: { customerName: '', simCardNumber: '' },
    });
    expect(await clearDraft(db, id)).toMatchObject({
      values: { isBusinessCustomer: true },
      location: null,
      consent: false,
      section: 'customer',
    });
    expect(await db.attachments.count()).toBe(0);
    expect(await verdictIn(db)).toMatchObject({ state: 'correcting', by: { id, status: 'draft' } });
    expect(await shown(db, id)).toMatchObject({ corrected: { id: old, isAccepted: false } });
    expect((await db.counters.get('draft'))?.count).toBe(1);
  });

  it('says in its form what it corrects, even without the receipt or the verdict', async () => {
    const { db, keyStore } = await withReturn();
    const id = await begunIn(db);
    const open = () => draftOpening(db, keyStore).open(id);
    expect(await open()).toMatchObject({ status: 'open', corrects: returned });
    const reason = { code: 'photoUnreadable', text: '' };
    const simTail = expect.stringMatching(/^\d{4}$/);
    expect(await returnedForm(db, alone, returned)).toEqual({ reason, simTail });
    await db.submissions.delete(old);
    expect(await returnedForm(db, alone, returned)).toEqual({ reason, simTail: '' });
    await db.verdicts.clear();
    expect(await returnedForm(db, alone, returned)).toEqual({ reason: null, simTail: '' });
    await db.submissions.update(id, { corrects: undefined });
    expect(await open()).not.toHaveProperty('corrects');
  });

  it('sets no kind of customer for a person', async () => {
    const { db } = await withReturn({ isBusiness: false } as never);
    expect((await clearDraft(db, await begunIn(db)))?.values).toEqual({});
  });

  it('is one draft if two tabs press ‘Start’ at once, and at each later press', async () => {
    const { db } = await withReturn();
    const tabs = [db, openDatabase(db.name), openDatabase(db.name)];
    const begun = await Promise.all(tabs.map((tab) => begin(tab)));
    const ids = new Set(begun.map((each) => (each.status === 'begun' ? each.by.id : null)));
    expect(ids.size).toBe(1);
    expect(ids.has(await begunIn(db))).toBe(true);
    expect(await db.drafts.count()).toBe(1);
  });

  it('is written with its link in one transaction', async () => {
    const { db, keyStore, written } = await withReturn();
    await keyStore.refillAvailable();
    await keyStore.agentDataKey();
    written.begin();
    await begin(db, old, keyStore);
    expect(written.count).toBe(1);
    const other = await withReturn();
    await other.keyStore.refillAvailable();
    await other.keyStore.agentDataKey();
    other.written.begin();
    other.written.fatalAfter = 0;
    await expect(begin(other.db, old, other.keyStore)).rejects.toThrow();
    other.written.fatalAfter = null;
    expect(await other.db.drafts.count()).toBe(0);
    expect(await verdictIn(other.db)).toMatchObject({ state: 'returned' });
  });

  it('does not begin for a form that is not returned, or that is not here', async () => {
    const { db, store } = await withReturn();
    const { items, ...page } = refused(returned, NOW + 1);
    await store.saveVerdicts({ ...page, items: [{ ...items[0]!, state: 'active' }] });
    expect(await begin(db)).toEqual({ status: 'gone' });
    expect(await begin(db, submissionId('nowhere'))).toEqual({ status: 'gone' });
    expect(await db.drafts.count()).toBe(0);
  });

  it('begins after ‘OK, I know’, and the form is returned again if the draft is deleted', async () => {
    const { db, store } = await withReturn();
    await dismissVerdict(db, returned, NOW);
    expect(await verdictIn(db)).toMatchObject({ state: 'known' });
    const id = await begunIn(db);
    await store.remove(id, () => true);
    expect(await verdictIn(db)).toMatchObject({ state: 'returned' });
    const next = await begunIn(db);
    expect(next).not.toBe(id);
    expect(await verdictIn(db)).toMatchObject({ state: 'correcting', by: { id: next } });
  });

  it('is linked again when its deletion is undone', async () => {
    const { db, store } = await withReturn();
    const { id, undo } = await withDeleted(db, store);
    await undo();
    expect(await verdictIn(db)).toMatchObject({ state: 'correcting', by: { id } });
  });

  it('is not brought back beside a newer one, so that both cannot be sent', async () => {
    const { db, store } = await withReturn();
    const { id, undo } = await withDeleted(db, store);
    const newer = await begunIn(db);
    expect(await undo()).toBe('corrected');
    expect(await db.submissions.get(id)).toBeUndefined();
    expect(await verdictIn(db)).toMatchObject({ state: 'correcting', by: { id: newer } });
    await store.remove(newer, () => true);
    expect(await undo()).toBe('restored');
    expect(await verdictIn(db)).toMatchObject({ state: 'correcting', by: { id } });
  });

  it('stays corrected after the correction’s receipt is deleted', async () => {
    const { db, store } = await withReturn();
    const id = await begunIn(db);
    const row = { ...aRow({ ...receipt, id, formId: formId('b') }), corrects: returned };
    await db.submissions.put(row);
    expect(await verdictIn(db)).toMatchObject({ state: 'corrected', by: { id } });
    await store.remove(id, () => true);
    expect(await verdictIn(db)).toMatchObject({ state: 'corrected', by: null });
    await store.saveVerdicts(refused(returned, NOW + 1));
    expect(await verdictIn(db)).toMatchObject({ state: 'corrected', by: null });
    expect(await begin(db)).toEqual({ status: 'gone' });
  });

  it('stays corrected when all receipts are deleted', async () => {
    const { db } = await withReturn();
    const id = await begunIn(db);
    await db.submissions.put({ ...aRow({ ...receipt, id }), corrects: returned });
    await deleteReceipts(db, ALONE);
    expect(await db.verdicts.toArray()).toMatchObject([{ state: 'refused', isCorrected: true }]);
  });

  it.each(['before', 'after'])(
    'is found by its own row if a wipe came, restored %s the reading',
    async (when) => {
      const phone = await withReturn();
      const id = await begunIn(phone.db);
      const contents = await phone.store.storedContents(id);
      if (contents === undefined) throw new Error('It is not there.');
      const db = openDatabase(`wiped-${crypto.randomUUID()}`);
      const store = createOutboxStore(db, browserKeyStore(db));
      const restore = () => store.restore(decoded(contents), new Map());
      if (when === 'before') await restore();
      await store.saveVerdicts(refused(returned));
      if (when === 'after') await restore();
      expect(await db.verdicts.get(returned)).toMatchObject({
        correctedBy: id,
        isUnknownForm: true,
      });
      await db.delete();
    },
  );

  it('stands first in the list, and is counted, until it is corrected or known', async () => {
    const { db, store } = await withReturn();
    const listed = async () => {
      const keyStore = browserKeyStore(db);
      const { returned: first, rows } = await found(db, keyStore, { limit: 9 });
      const only = await found(db, keyStore, { limit: 9, status: 'delivered', isReturned: true });
      const searched = await found(db, keyStore, { limit: 9, search: 'nobody' });
      expect(searched.returned).toEqual([]);
      expect(only.returned).toEqual(first);
      expect(only.rows).toEqual([]);
      expect((await openReturns(db)).receipts).toHaveLength(first.length);
      return [first.length, rows.length];
    };
    expect(await listed()).toEqual([1, 0]);
    const other = returnsForAgent(await openReturns(db), { ...ALONE, others: ['Thandi'] });
    expect(other.receipts).toHaveLength(1);
    const id = await begunIn(db);
    expect(await listed()).toEqual([0, 2]);
    await store.remove(id, () => true);
    expect(await listed()).toEqual([1, 0]);
    await dismissVerdict(db, returned, NOW);
    expect(await listed()).toEqual([0, 1]);
  });

  it('begins without a receipt, with the kind that the person chose', async () => {
    const { db, keyStore } = await withReturn();
    await deleteReceipts(db, ALONE);
    const without = { at: NOW, code: 'photoUnreadable', formId: returned, text: '' };
    const returns = returnsForAgent(await openReturns(db), ALONE);
    expect(returns.receipts).toEqual([]);
    expect(withoutReceipt(returns)).toEqual([without]);

    const ports = { newId: () => crypto.randomUUID(), now: () => NOW + 5 };
    const of = { formId: returned, kind: 'replacement' } as const;
    const presses = [0, 1].map(() => beginCorrection(db, keyStore, of, ports));
    const [first, second] = await Promise.all(presses);
    const ids = [first, second].map((each) => (each?.status === 'begun' ? each.by.id : null));
    expect(new Set(ids).size).toBe(1);
    const id = ids[0] ?? submissionId('none');
    const draft = { kind: 'replacement', status: 'draft', corrects: returned };
    expect(await openedSubmission(db, id)).toMatchObject(draft);
    expect((await openReturns(db)).withoutReceipt).toEqual([]);
  });

  it('does not begin without a receipt once the operator accepted the form', async () => {
    const { db, keyStore, store } = await withReturn();
    await deleteReceipts(db, ALONE);
    const { items, ...page } = refused(returned, NOW + 1);
    await store.saveVerdicts({ ...page, items: [{ ...items[0]!, state: 'active' }] });
    const of = { formId: returned, kind: 'registration' } as const;
    const ports = { newId: () => crypto.randomUUID(), now: () => NOW + 5 };
    expect(await beginCorrection(db, keyStore, of, ports)).toEqual({ status: 'gone' });
  });

  it('does not begin for a form that the operator has twice, with and without its receipt', async () => {
    const { db, keyStore, store } = await withReturn();
    await store.saveVerdicts(refused(returned, NOW + 1, 'duplicate'));
    expect(await begin(db)).toEqual({ status: 'duplicate' });
    expect(await returnedCount(db, ALONE)).toEqual({ count: 1, hasDuplicate: true });
    await deleteReceipts(db, ALONE);
    const of = { formId: returned, kind: 'registration' } as const;
    const ports = { newId: () => crypto.randomUUID(), now: () => NOW + 5 };
    expect(await beginCorrection(db, keyStore, of, ports)).toEqual({ status: 'duplicate' });
    expect(await db.drafts.count()).toBe(0);
    expect(await returnedCount(db, ALONE)).toEqual({ count: 1, hasDuplicate: true });
    await dismissVerdict(db, returned, NOW);
    expect(await returnedCount(db, ALONE)).toEqual({ count: 0, hasDuplicate: false });
  });

  it('that was begun is found, although the operator now says that it has the form twice', async () => {
    const { db, store } = await withReturn();
    const id = await begunIn(db);
    await store.saveVerdicts(refused(returned, NOW + 1, 'duplicate'));
    expect(await begunIn(db)).toBe(id);
  });

  it('says on its page that the operator accepted the first form', async () => {
    const { db, store } = await withReturn();
    const id = await begunIn(db);
    const { items, ...page } = refused(returned, NOW + 1);
    await store.saveVerdicts({ ...page, items: [{ ...items[0]!, state: 'active' }] });
    expect(await shown(db, id)).toMatchObject({ corrected: { id: old, isAccepted: true } });
    expect(await verdictIn(db)).toMatchObject({ state: 'active' });
  });
});
