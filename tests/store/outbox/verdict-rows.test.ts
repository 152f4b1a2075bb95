import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { NO_LIMITS } from '../../../src/domain/announced.ts';
import { type FormId, formId, submissionId } from '../../../src/domain/ids.ts';
import type { VerdictItem } from '../../../src/domain/verdict.ts';
import { Database } from '../../../src/store/db/database.ts';
import { readKey, writeKey } from '../../../src/store/device/device-keys.ts';
import { localDay } from '../../../src/store/drafts/new-submission.ts';
import { browserKeyStore } from '../../../src/store/keys/browser-key-store.ts';
import { overview } from '../../../src/store/lists/lists.ts';
import { submissionById } from '../../../src/store/lists/outbox-queries.ts';
import { createOutboxStore } from '../../../src/store/open-outbox.ts';
import { beginFacts, countNewVerdicts } from '../../../src/store/outbox/counters.ts';
import type { ReadPage } from '../../../src/store/outbox/outbox-port.ts';
import { deleteReceipts } from '../../../src/store/outbox/receipts.ts';
import { createLeases } from '../../../src/store/outbox/recording.ts';
import { createVerdicts } from '../../../src/store/outbox/verdict-pages.ts';
import { activeOn, dismissVerdict } from '../../../src/store/outbox/verdict-rows.ts';
import { aRow } from '../../features/outbox/submissions.ts';
import { ALONE } from '../../support/app/built-app.ts';
import { WrittenTransactions } from '../../support/world/stored-form.ts';

const DAY = 24 * 60 * 60_000;
const NOW = Date.UTC(2026, 10, 24, 10);
const backend = { base: '/api', accepts: [] };

let opened: Database[] = [];
afterEach(async () => {
  for (const db of opened) await db.delete();
  opened = [];
});

const pageOf = (items: readonly VerdictItem[], changed: Partial<ReadPage> = {}): ReadPage => ({
  device: 'this phone',
  items,
  after: 'e.1',
  isWhole: false,
  isLast: true,
  now: NOW,
  heardAt: NOW,
  ...changed,
});

const one = formId('00000001-0000-4000-8000-000000000000');
const two = formId('00000002-0000-4000-8000-000000000000');

/** A phone with two receipts. The second belongs to an agent. */
async function withReceipts() {
  const db = new Database(`verdicts-${crypto.randomUUID()}`);
  opened.push(db);
  const written = new WrittenTransactions(db);
  const receipt = (id: string, of: FormId, sequence: number) =>
    aRow({ id: submissionId(id), formId: of, sequence, status: 'delivered' });
  await db.submissions.bulkAdd([
    receipt('a', one, 1),
    { ...receipt('b', two, 2), agent: 'Thandi' },
  ]);
  await db.formGuids.bulkAdd([
    { guid: one, submissionId: submissionId('a') },
    { guid: two, submissionId: submissionId('b') },
  ]);
  return { db, written, store: createVerdicts(db) };
}

const heard = (of: FormId, state: VerdictItem['state'], at = NOW): VerdictItem =>
  state === 'refused' ? { formId: of, state, at, code: 'simWrong' } : { formId: of, state, at };

describe('a page of verdicts', () => {
  it('is stored with the agent of its receipt, and its day', async () => {
    const { db, store } = await withReceipts();
    await store.saveVerdicts(pageOf([heard(one, 'active'), heard(two, 'refused')]));
    expect(await db.verdicts.toArray()).toEqual([
      { formId: one, state: 'active', at: NOW, day: localDay(NOW), heardAt: NOW },
      {
        formId: two,
        state: 'refused',
        at: NOW,
        day: localDay(NOW),
        heardAt: NOW,
        agent: 'Thandi',
        code: 'simWrong',
      },
    ]);
  });

  it('is stored with the agent that the formGuid names, after the receipt was deleted', async () => {
    const { db, store } = await withReceipts();
    await db.formGuids.update(two, { agent: 'Thandi' });
    await db.submissions.delete(submissionId('b'));
    await store.saveVerdicts(pageOf([heard(two, 'active')]));
    expect(await db.verdicts.toArray()).toMatchObject([{ formId: two, agent: 'Thandi' }]);
  });

  it('writes rows, cursor and times at once', async () => {
    const { db, store, written } = await withReceipts();
    written.begin();
    written.fatalAfter = 0;
    const page = pageOf([heard(one, 'active')], { isWhole: true });
    await expect(store.saveVerdicts(page)).rejects.toThrow();
    written.fatalAfter = null;
    expect([await db.verdicts.count(), await db.device.count()]).toEqual([0, 0]);
    written.begin();
    await store.saveVerdicts(page);
    expect(written.count).toBe(1);
    expect([await db.verdicts.count(), await db.device.count()]).toEqual([1, 2]);
  });

  it('changes no row if it repeats what is known', async () => {
    const { db, store } = await withReceipts();
    await store.saveVerdicts(pageOf([heard(one, 'active')]));
    await store.saveVerdicts(pageOf([heard(one, 'active')], { heardAt: NOW + 5 }));
    expect((await db.verdicts.get(one))?.heardAt).toBe(NOW);
  });

  it('counts the later of two items of a form', async () => {
    const { db, store } = await withReceipts();
    await store.saveVerdicts(pageOf([heard(one, 'active', NOW - 1), heard(one, 'refused', NOW)]));
    expect(await db.verdicts.get(one)).toMatchObject({ state: 'refused', at: NOW });
  });

  it('takes of unknown forms the returns, and their later news', async () => {
    const { db, store } = await withReceipts();
    const stranger = formId('00000009-0000-4000-8000-000000000000');
    await store.saveVerdicts(pageOf([heard(stranger, 'active', 1)]));
    expect(await db.verdicts.count()).toBe(0);
    await store.saveVerdicts(pageOf([heard(stranger, 'refused', NOW)]));
    await store.saveVerdicts(pageOf([heard(stranger, 'active', NOW + 1)]));
    expect(await db.verdicts.toArray()).toMatchObject([{ state: 'active', isUnknownForm: true }]);
  });

  it('takes nothing of unknown forms under the identifier of imported forms', async () => {
    const { db, store } = await withReceipts();
    const unknown = formId('00000009-0000-4000-8000-000000000000');
    const page = { device: 'old phone', isImported: true } as const;
    await store.saveVerdicts(pageOf([heard(unknown, 'refused', NOW), heard(one, 'active')], page));
    expect(await db.verdicts.toArray()).toMatchObject([{ formId: one, state: 'active' }]);
    expect(await readKey(db, 'verdictCursor')).toBeUndefined();
  });
});

describe('the age of a verdict', () => {
  it('ends after 14 days, and after 90 for a return, by the clock of the server', async () => {
    const { db, store } = await withReceipts();
    await store.saveVerdicts(pageOf([heard(one, 'active'), heard(two, 'refused')]));
    const statesAfter = async (days: number, now: number | null = NOW + days * DAY + 1) => {
      await store.saveVerdicts(pageOf([], { now, heardAt: NOW + 365 * DAY }));
      return (await db.verdicts.toArray()).map(({ state }) => state);
    };
    expect(await statesAfter(0, null)).toEqual(['active', 'refused']);
    expect(await statesAfter(13)).toEqual(['active', 'refused']);
    expect(await statesAfter(14)).toEqual(['refused']);
    expect(await statesAfter(89)).toEqual(['refused']);
    expect(await statesAfter(90)).toEqual([]);
  });

  it('is the first to go of 5,000: the oldest active', async () => {
    const { db, store } = await withReceipts();
    const row = (n: number, state: VerdictItem['state']) => {
      const at = NOW - n * 60_000;
      return { formId: formId(`old ${n}`), state, at, day: localDay(at), heardAt: at };
    };
    const rows = Array.from({ length: 5000 }, (_, n) => row(n, n < 4990 ? 'refused' : 'active'));
    await db.verdicts.bulkAdd(rows);
    await store.saveVerdicts(pageOf([heard(one, 'active'), heard(two, 'received')]));
    expect(await db.verdicts.count()).toBe(5000);
    const left = await db.verdicts.where('[state+day]').between(['active', ''], ['active', '~']);
    expect(await left.count()).toBe(9);
    expect(await db.verdicts.get(one)).toBeDefined();
  });
});

describe('a verdict in the lists', () => {
  const shown = async (db: Database, id: string) =>
    (await submissionById(db, { ...browserKeyStore(db), backend }, submissionId(id)))?.verdict;

  it('is absent where the backend says nothing, and unknown before it says something', async () => {
    const { db, store } = await withReceipts();
    expect(await shown(db, 'a')).toBeUndefined();
    expect(await activeOn(db, ALONE, backend, localDay(NOW))).toBeNull();
    await writeKey(db, 'announced', { base: '/api', accepts: ['statusAfter'] });
    expect(await shown(db, 'a')).toEqual({ state: 'unknown' });
    await store.saveVerdicts(pageOf([heard(one, 'active')]));
    expect(await shown(db, 'a')).toEqual({ state: 'active', at: NOW });
    expect(await shown(db, 'b')).toEqual({ state: 'unknown' });
  });

  it('stays after the backend withdrew the announcement', async () => {
    const { db, store } = await withReceipts();
    await store.saveVerdicts(pageOf([heard(one, 'active')]));
    expect(await shown(db, 'a')).toEqual({ state: 'active', at: NOW });
  });

  it('is counted on its day, for the agent who may see it', async () => {
    const { db, store } = await withReceipts();
    await writeKey(db, 'announced', { base: '/api', accepts: ['statusAfter'] });
    await store.saveVerdicts(pageOf([heard(one, 'active'), heard(two, 'active')]));
    expect(await activeOn(db, ALONE, backend, localDay(NOW))).toBe(2);
    expect(await activeOn(db, ALONE, backend, localDay(NOW + DAY))).toBe(0);
    const other = { ...ALONE, others: ['Thandi'] };
    expect(await activeOn(db, other, backend, localDay(NOW))).toBe(1);
  });

  it('says that the operator does not list a form, if a whole reading listed another one of these days', async () => {
    const { db, store } = await withReceipts();
    await writeKey(db, 'announced', { base: '/api', accepts: ['statusAfter'] });
    await db.submissions.toCollection().modify({ deliveredAt: NOW - 3 * DAY });
    const states = async () => [await shown(db, 'a'), await shown(db, 'b')];
    await store.saveVerdicts(pageOf([heard(one, 'received')]));
    const received = { state: 'received', at: NOW };
    expect(await states()).toEqual([received, { state: 'unknown' }]);
    await store.saveVerdicts(pageOf([heard(one, 'received')], { isWhole: true }));
    expect(await states()).toEqual([received, { state: 'unlisted' }]);
    // Another phone delivered this form. The server reports its verdict to that phone.
    await db.submissions.update(submissionId('b'), { device: 'another phone' });
    expect(await states()).toEqual([received, { state: 'unknown' }]);
    await db.submissions.update(submissionId('b'), { device: undefined });
    await db.verdicts.clear();
    expect(await states()).toEqual([{ state: 'unknown' }, { state: 'unknown' }]);
  });

  it('is known after ‘OK, I know’, until a newer return', async () => {
    const { db, store } = await withReceipts();
    await store.saveVerdicts(pageOf([heard(one, 'refused')]));
    await dismissVerdict(db, formId(one.toUpperCase()), NOW + 1);
    expect(await shown(db, 'a')).toMatchObject({ state: 'known' });
    await store.saveVerdicts(pageOf([heard(one, 'refused')], { isWhole: true }));
    expect(await shown(db, 'a')).toMatchObject({ state: 'known' });
    await store.saveVerdicts(pageOf([heard(one, 'refused', NOW + 2)]));
    expect(await shown(db, 'a')).toMatchObject({ state: 'returned' });
  });
});

describe('the news for a notification', () => {
  const read = async (
    { db, store }: Awaited<ReturnType<typeof withReceipts>>,
    items: readonly VerdictItem[],
    changed: Partial<ReadPage> = {},
  ) => {
    await writeKey(db, 'verdictsReadAt', changed.heardAt ?? NOW);
    await store.saveVerdicts(pageOf(items, changed));
  };

  it('counts the verdicts that this drain heard, and none before it', async () => {
    const phone = await withReceipts();
    const none = { active: 0, returned: 0 };
    expect(await countNewVerdicts(phone.db, NOW, NOW + 10)).toEqual(none);
    await read(phone, [heard(one, 'active', NOW - 3 * DAY), heard(two, 'refused')]);
    expect(await countNewVerdicts(phone.db, NOW, NOW + 10)).toEqual({ active: 1, returned: 1 });
    await read(phone, [heard(one, 'active', NOW - 3 * DAY)], { heardAt: NOW + 5 });
    expect(await countNewVerdicts(phone.db, NOW + 1, NOW + 10)).toEqual(none);
  });

  it('leaves out verdicts that were heard while the phone’s clock ran ahead', async () => {
    const phone = await withReceipts();
    await read(phone, [heard(one, 'active')], { heardAt: NOW + DAY });
    await read(phone, [heard(two, 'refused')]);
    expect(await countNewVerdicts(phone.db, NOW, NOW + 10)).toEqual({ active: 0, returned: 1 });
  });

  it('leaves out verdicts older than a day in a reading from the start', async () => {
    const phone = await withReceipts();
    const items = [heard(one, 'active', NOW - 2 * DAY), heard(two, 'refused', NOW - 60_000)];
    await read(phone, items, { isWhole: true });
    expect(await countNewVerdicts(phone.db, NOW, NOW + 10)).toEqual({ active: 0, returned: 1 });
  });
});

describe('‘Delete receipts’', () => {
  it.each([
    ['of the only agent', ALONE],
    ['beside another agent', { ...ALONE, others: ['Sipho'] }],
  ])('deletes the verdicts too, but for a return that is open: %s', async (_, access) => {
    const { db, store } = await withReceipts();
    await store.saveVerdicts(pageOf([heard(one, 'active'), heard(two, 'refused')]));
    expect(await deleteReceipts(db, access)).toBe(2);
    expect((await db.verdicts.toArray()).map(({ formId: id }) => id)).toEqual([two]);
  });

  it('deletes the operator’s words about a return that somebody knows, and never shows it as new', async () => {
    const { db, store } = await withReceipts();
    const returned = { ...heard(two, 'refused'), text: 'The photo is dark.' };
    await store.saveVerdicts(pageOf([returned]));
    await dismissVerdict(db, two, NOW);
    await deleteReceipts(db, ALONE);
    expect(JSON.stringify(await db.verdicts.toArray())).not.toContain('dark');
    const aWeekLater = { isWhole: true, heardAt: NOW + 7 * DAY };
    await store.saveVerdicts(pageOf([returned], aWeekLater));
    expect((await overview(db, ALONE)).returned).toBe(0);
    expect(JSON.stringify(await db.verdicts.toArray())).not.toContain('dark');
  });

  it('keeps that a return is corrected, also if the backend lists it again', async () => {
    const { db, store } = await withReceipts();
    await store.saveVerdicts(pageOf([heard(two, 'refused')]));
    const correction = aRow({ id: submissionId('c'), sequence: 9, status: 'delivered' });
    await db.submissions.add({ ...correction, corrects: two });
    await db.verdicts.update(two, { correctedBy: submissionId('c') });
    await deleteReceipts(db, ALONE);
    const aWeekLater = { isWhole: true, heardAt: NOW + 7 * DAY };
    await store.saveVerdicts(pageOf([heard(two, 'refused')], aWeekLater));
    expect((await overview(db, ALONE)).returned).toBe(0);
  });

  it('leaves the verdicts of another agent', async () => {
    const { db, store } = await withReceipts();
    await store.saveVerdicts(pageOf([heard(one, 'active'), heard(two, 'active')]));
    expect(await deleteReceipts(db, { ...ALONE, others: ['Thandi'] })).toBe(1);
    expect((await db.verdicts.toArray()).map(({ formId: id }) => id)).toEqual([two]);
  });
});

describe('the operator’s words about a return', () => {
  const returned = { ...heard(two, 'refused'), text: 'The photo is dark.' };
  const aWeekLater = { isWhole: true, heardAt: NOW + 7 * DAY };

  async function withWords() {
    const phone = await withReceipts();
    await phone.store.saveVerdicts(pageOf([returned, heard(one, 'active')]));
    const outbox = createOutboxStore(phone.db, browserKeyStore(phone.db));
    const remove = (id: string) => outbox.remove(submissionId(id), () => true);
    const hasWords = async () => JSON.stringify(await phone.db.verdicts.toArray()).includes('dark');
    return { ...phone, hasWords, remove };
  }

  it('go with the receipt of a return that somebody knows, and never come back', async () => {
    const { db, hasWords, remove, store } = await withWords();
    await dismissVerdict(db, two, NOW);
    expect(await hasWords()).toBe(true);
    expect(await remove('b')).toBe('removed');
    expect(await hasWords()).toBe(false);
    await store.saveVerdicts(pageOf([returned], aWeekLater));
    expect(await hasWords()).toBe(false);
    expect((await overview(db, ALONE)).returned).toBe(0);
  });

  it('go alone: Home still counts an active SIM whose receipt is deleted', async () => {
    const { db, remove } = await withWords();
    await writeKey(db, 'announced', { base: '/api', accepts: ['statusAfter'] });
    expect(await activeOn(db, ALONE, backend, localDay(NOW))).toBe(1);
    await remove('a');
    expect(await activeOn(db, ALONE, backend, localDay(NOW))).toBe(1);
  });

  it.each(['alone', 'with the list'])(
    'stay of an open return whose receipt is deleted, until somebody knows it: %s',
    async (how) => {
      const { db, hasWords, remove, store } = await withWords();
      if (how === 'alone') await remove('b');
      else await deleteReceipts(db, ALONE);
      expect((await overview(db, ALONE)).withoutReceipt).toMatchObject([{ text: returned.text }]);
      await dismissVerdict(db, two, NOW);
      expect(await hasWords()).toBe(false);
      await store.saveVerdicts(pageOf([returned], aWeekLater));
      expect(await hasWords()).toBe(false);
    },
  );

  it.each(['alone', 'with the list'])(
    'go with the receipt of the correction, if the returned form has none: %s',
    async (how) => {
      const { db, hasWords, remove } = await withWords();
      const correction = aRow({ id: submissionId('c'), sequence: 9, status: 'delivered' });
      await db.submissions.add({ ...correction, corrects: two });
      await db.verdicts.update(two, { correctedBy: submissionId('c') });
      await remove('b');
      expect(await hasWords()).toBe(true);
      if (how === 'alone') await remove('c');
      else await deleteReceipts(db, { ...ALONE, others: ['Sipho'] });
      expect(await hasWords()).toBe(false);
    },
  );

  it('stay with the receipt of the returned form after its correction’s receipt is deleted', async () => {
    const { db, hasWords, remove } = await withWords();
    const correction = aRow({ id: submissionId('c'), sequence: 9, status: 'delivered' });
    await db.submissions.add({ ...correction, corrects: two });
    await remove('c');
    expect(await hasWords()).toBe(true);
    await remove('b');
    expect(await hasWords()).toBe(false);
  });

  it('stay if a draft is deleted', async () => {
    const { db, hasWords, remove } = await withWords();
    await db.submissions.add({ ...aRow({ id: submissionId('d'), sequence: 9 }), corrects: two });
    await dismissVerdict(db, two, NOW);
    await remove('d');
    expect(await hasWords()).toBe(true);
  });
});

describe('the facts that decide whether a new form may begin', () => {
  const policy = { version: '1', maxUnsent: 60, maxAgeHours: 168 };

  /** A phone with three waiting forms and a refused one. */
  async function withWaiting() {
    const db = new Database(`limits-${crypto.randomUUID()}`);
    opened.push(db);
    const waiting = (id: string, sequence: number, submittedAt: number) =>
      aRow({ id: submissionId(id), sequence, status: 'queued', submittedAt });
    await db.submissions.bulkAdd([
      aRow({ id: submissionId('r'), sequence: 1, status: 'rejected', submittedAt: 1 }),
      waiting('a', 2, 30),
      waiting('b', 3, 20),
      waiting('c', 4, 40),
    ]);
    await db.counters.bulkPut([
      { status: 'queued', count: 3 },
      { status: 'rejected', count: 1 },
    ]);
    return db;
  }

  it('is read of the waiting forms only, where there is a policy', async () => {
    const db = await withWaiting();
    expect(await beginFacts(db, '/api')).toEqual(NO_LIMITS);
    await writeKey(db, 'announced', { base: '/api', accepts: [], policy });
    await writeKey(db, 'latestTime', NOW);
    expect(await beginFacts(db, '/api')).toEqual({
      isRevoked: false,
      policy,
      unsent: 3,
      oldestSubmittedAt: 20,
      latestTime: NOW,
    });
    expect(await beginFacts(db)).toMatchObject({ policy });
  });

  it('is nothing that another backend said', async () => {
    const db = await withWaiting();
    await writeKey(db, 'announced', { base: '/api', accepts: [], isRevoked: true, policy });
    expect(await beginFacts(db, 'https://other.example')).toEqual(NO_LIMITS);
    expect(await beginFacts(db, '/api')).toMatchObject({ isRevoked: true });
  });

  it('is the latest time of the phone, written at most hourly, and lowered by a reading', async () => {
    const { db, store } = await withReceipts();
    const leases = createLeases(db);
    const latest = () => readKey(db, 'latestTime');
    const drainAt = async (now: number) => {
      await leases.acquireLease('drain', now, 60, true);
      return latest();
    };
    expect(await drainAt(NOW)).toBe(NOW);
    expect(await drainAt(NOW + 3_599_999)).toBe(NOW);
    expect(await drainAt(NOW + 3_600_000)).toBe(NOW + 3_600_000);
    // The clock was set back.
    expect(await drainAt(NOW - DAY)).toBe(NOW + 3_600_000);
    await store.saveVerdicts(pageOf([], { now: NOW + DAY }));
    await store.saveVerdicts(pageOf([], { now: null }));
    expect(await latest()).toBe(NOW + 3_600_000);
    await store.saveVerdicts(pageOf([], { now: NOW }));
    expect(await latest()).toBe(NOW);
  });
});
