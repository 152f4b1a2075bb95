import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { submissionId } from '../../src/domain/ids.ts';
import type { Hold } from '../../src/domain/submission-types.ts';
import { Database } from '../../src/store/db/database.ts';
import { lazyQuery, queryOf } from '../../src/store/db/query.ts';
import { writeKey } from '../../src/store/device/device-keys.ts';
import { newContent } from '../../src/store/drafts/draft-content.ts';
import { openStore, type Store, shellSummary } from '../../src/store/open-store.ts';
import { updateCounters } from '../../src/store/outbox/counters.ts';
import { ALONE } from '../support/app/built-app.ts';

describe('the facts of the frame', () => {
  const db = new Database('frame-facts');
  afterAll(() => db.delete());
  beforeEach(async () => {
    await db.device.clear();
    await db.counters.clear();
  });

  const alone = async () => ALONE;
  const waits = () => db.transaction('rw', db.counters, () => updateCounters(db, null, 'queued'));
  const holdFor = (reason: Hold['reason']) =>
    writeKey(db, 'hold', { reason, since: 1, nextProbeAt: 2, httpStatus: null, tries: 1 });

  describe('the frame’s summary of the outbox', () => {
    it.each(['network', 'portal', 'clock'] as const)(
      'says that the server was not reached, if a form waits because of %s',
      async (reason) => {
        await waits();
        await holdFor(reason);
        expect(await shellSummary(db, alone)).toMatchObject({
          isServerReached: false,
          counts: { queued: 1 },
        });
      },
    );

    it.each(['busy', 'auth', 'version', 'formNumber'] as const)(
      'does not say so if the server answered: %s',
      async (reason) => {
        await waits();
        await holdFor(reason);
        expect((await shellSummary(db, alone)).isServerReached).toBe(true);
      },
    );

    it('ignores a hold while nothing waits, and an unreadable one', async () => {
      await holdFor('network');
      expect((await shellSummary(db, alone)).isServerReached).toBe(true);
      await waits();
      await db.device.put({ key: 'hold', value: 'x' });
      expect((await shellSummary(db, alone)).isServerReached).toBe(true);
    });
  });
});

describe('the store', () => {
  let store: Store;
  let stores = 0;
  beforeEach(() => {
    stores += 1;
    store = openStore({ name: `door-${stores}` });
  });
  afterEach(() => store.close());

  const id = submissionId('11111111-1111-4111-8111-111111111111');
  const begin = () => store.drafts.create(id, 'registration', newContent('registration'));

  describe('a query', () => {
    it('is read once, or again after each change of its data', async () => {
      expect((await store.queries.counts().read()).draft).toBe(0);
      const seen: number[] = [];
      const end = store.queries.counts().subscribe(({ draft }) => seen.push(draft));
      await expect.poll(() => seen).toEqual([0]);
      await begin();
      await expect.poll(() => seen).toEqual([0, 1]);
      end();
      await (await store.outbox()).store.remove(id, () => true);
      expect((await store.queries.counts().read()).draft).toBe(0);
      expect(seen).toEqual([0, 1]);
    });

    it('with lazy code is as live as any other', async () => {
      const seen: (string | undefined)[] = [];
      const end = store.queries
        .submission(id)
        .subscribe((row) => seen.push(row?.submission?.status));
      await expect.poll(() => seen).toEqual([undefined]);
      await begin();
      await expect.poll(() => seen).toEqual([undefined, 'draft']);
      end();
    });

    it('of the newest rows is read again after a deletion', async () => {
      await begin();
      const seen: number[] = [];
      const end = store.queries
        .newest({ status: 'draft', limit: 2 })
        .subscribe((rows) => seen.push(rows.length));
      await expect.poll(() => seen).toEqual([1]);
      await (await store.outbox()).store.remove(id, () => true);
      await expect.poll(() => seen).toEqual([1, 0]);
      end();
    });

    it('that was ended before its code loaded reports nothing', async () => {
      const seen = vi.fn();
      store.queries.newest({ limit: 1 }).subscribe(seen)();
      await store.queries.newest({ limit: 1 }).read();
      await begin();
      expect(seen).not.toHaveBeenCalled();
    });

    it('passes on its error', async () => {
      const failure = new Error('no disk');
      const { subscribe } = queryOf(() => Promise.reject(failure));
      expect(await new Promise((resolve) => subscribe(() => undefined, resolve))).toBe(failure);
      const late = lazyQuery(
        () => Promise.reject(failure),
        () => store.queries.counts(),
      );
      expect(await new Promise((resolve) => late.subscribe(() => undefined, resolve))).toBe(
        failure,
      );
    });

    it('for the frame reports nothing if it cannot be read', async () => {
      store.close();
      expect(await store.queries.shellSummary().read()).toBeUndefined();
    });
  });

  it('reports every commit until it is unsubscribed', async () => {
    await store.opened();
    const told = vi.fn();
    const end = store.onCommit(told);
    await begin();
    expect(told).toHaveBeenCalled();
    const times = told.mock.calls.length;
    end();
    await (await store.settings()).set({ wantsNotifications: true });
    expect(told).toHaveBeenCalledTimes(times);
  });

  it('knows whether its database existed before', async () => {
    expect((await store.startFacts()).hasSentinel).toBe(false);
    await (await store.outbox()).store.setSentinel('one');
    expect((await store.startFacts()).hasSentinel).toBe(true);
  });

  it('stores settings, files and strokes of its form', async () => {
    await begin();
    const size = { width: 300, height: 150 };
    const stroke = [{ x: 1, y: 1, time: 1 }];
    expect((await (await store.strokes()).add(id, stroke, size)).status).toBe('saved');
    expect(await store.queries.signature(id).read()).toEqual({ strokes: [stroke], size });
    const add = await (await store.attachments()).add({
      submissionId: id,
      kind: 'idDocument',
      originalName: 'id.jpg',
      type: 'image/jpeg',
      bytes: new Blob(['abc']),
    });
    expect(add.status).toBe('saved');
    expect(await store.queries.documents(id, 'idDocument').read()).toMatchObject([{ size: 3 }]);
    await (await store.settings()).set({ addsVat: true });
    expect((await store.queries.settings().read()).addsVat).toBe(true);
  });

  it('stores the last places and streets, and only their names', async () => {
    expect(await store.queries.suggestions().read()).toEqual({ places: [], streets: [] });
    const place = (suburb: string) => ({ suburb, city: 'Pinetown' });
    const streets = [{ street: 'Main Road', place: place('Mzamo') }];
    await store.saveSuggestions({ places: [place('Mzamo')], streets });
    await store.saveSuggestions({ places: [place('KwaNdengezi')], streets: [] });
    expect(await store.queries.suggestions().read()).toEqual({
      places: [place('KwaNdengezi'), place('Mzamo')],
      streets,
    });
  });
});
