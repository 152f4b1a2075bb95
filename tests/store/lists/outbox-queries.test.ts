import { browserKeyStore } from '../../../src/store/keys/browser-key-store.ts';
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { submissionId } from '../../../src/domain/ids.ts';
import { ANY_CONNECTION, type PhotoPolicy } from '../../../src/domain/photo-sending.ts';
import type { SubmissionStatus } from '../../../src/domain/submission-types.ts';
import { Database } from '../../../src/store/db/database.ts';
import { readinessChecks } from '../../../src/store/device/device-storage.ts';
import type { SubmissionRow } from '../../../src/store/format/submission-row.ts';
import type { AgentAccess } from '../../../src/store/keys/agent-access.ts';
import { overview, sending, waitingLoad } from '../../../src/store/lists/lists.ts';
import {
  dayTotals,
  found,
  newestSubmissions,
  submissionById,
} from '../../../src/store/lists/outbox-queries.ts';
import { createOutboxStore } from '../../../src/store/open-outbox.ts';
import { countsByStatus, updateCounters } from '../../../src/store/outbox/counters.ts';
import { aRow, aStep, upload } from '../../features/outbox/submissions.ts';
import { ALONE } from '../../support/app/built-app.ts';
import { clearRow } from '../../support/disk/app-database.ts';
import { draftSubmission } from '../../support/world/sync-world.ts';

describe('the totals of a day', () => {
  const db = new Database('day-totals');
  const monday = '2026-06-01';
  const tuesday = '2026-06-02';

  let made = 0;
  function row(day: string, status: SubmissionStatus): SubmissionRow {
    made += 1;
    return aRow({ id: submissionId(`id-${made}`), sequence: made, day, status });
  }

  beforeAll(() =>
    db.submissions.bulkAdd([
      row(monday, 'delivered'),
      row(monday, 'draft'),
      // The phone's clock showed the next day for a moment.
      row(tuesday, 'delivered'),
      row(monday, 'queued'),
      row(monday, 'rejected'),
      row(tuesday, 'rejected'),
    ]),
  );
  afterAll(() => db.delete());

  it('counts the submitted, the sent and the refused forms of a day', async () => {
    expect(await dayTotals(db, ALONE, monday)).toEqual({ captured: 3, sent: 1, refused: 1 });
    expect(await dayTotals(db, ALONE, tuesday)).toEqual({ captured: 2, sent: 1, refused: 1 });
    expect(await dayTotals(db, ALONE, '2026-06-03')).toEqual({ captured: 0, sent: 0, refused: 0 });
  });

  it('returns refused submissions separately, and the totals of the days', async () => {
    const { refused, rows, totals } = await found(db, browserKeyStore(db), { limit: 4 });
    expect(refused.map(({ submission }) => submission?.sequence)).toEqual([6, 5]);
    expect(rows.map(({ submission }) => submission?.sequence)).toEqual([4, 3]);
    expect([...totals.keys()]).toEqual([monday, tuesday]);
  });

  it('returns only one status for a list of that status', async () => {
    const { refused, rows } = await found(db, browserKeyStore(db), {
      limit: 9,
      status: 'rejected',
    });
    expect(refused).toEqual([]);
    expect(rows).toHaveLength(2);
  });
});

describe('the queries of the outbox', () => {
  const db = new Database('queries');
  const statuses: readonly SubmissionStatus[] = ['draft', 'queued', 'rejected', 'delivered'];
  const total = 1000;

  const row = (n: number): SubmissionRow => ({
    ...clearRow(draftSubmission(submissionId(`id-${n}`), 'registration', n, n)),
    status: statuses[n % 4]!,
    deliveredAt: n % 4 === 3 ? n : null,
    day: `2026-06-0${(n % 3) + 1}`,
    terms: ['thandi', `nkosi${n}`, `27${n}`],
    bytesLeft: n % 4 === 1 ? 10 : 0,
  });

  beforeAll(async () => {
    const rows = Array.from({ length: total }, (_, n) => row(n));
    await db.submissions.bulkAdd(rows);
    await db.transaction('rw', db.counters, async () => {
      for (const { status } of rows) await updateCounters(db, null, status);
    });
  });
  afterAll(() => db.delete());

  const sequences = async (query: Parameters<typeof newestSubmissions>[2]) =>
    (await newestSubmissions(db, browserKeyStore(db), query)).map(
      ({ submission }) => submission?.sequence,
    );

  describe('the list', () => {
    it('is newest first, page by page', async () => {
      expect(await sequences({ limit: 3 })).toEqual([999, 998, 997]);
      expect(await sequences({ limit: 3, before: 997 })).toEqual([996, 995, 994]);
      expect(await sequences({ limit: 3, before: 1 })).toEqual([0]);
    });

    it('is filtered by status, by day, and by both', async () => {
      expect(await sequences({ limit: 2, status: 'queued' })).toEqual([997, 993]);
      expect(await sequences({ limit: 2, status: 'queued', before: 997 })).toEqual([993, 989]);
      expect(await sequences({ limit: 2, day: '2026-06-01' })).toEqual([999, 996]);
      expect(await sequences({ limit: 2, day: '2026-06-01', status: 'draft' })).toEqual([996, 984]);
    });

    it('finds the beginnings of words, in any case, many or few', async () => {
      expect(await sequences({ limit: 2, search: 'THAN' })).toEqual([999, 998]);
      expect(await sequences({ limit: 5, search: 'nkosi12' })).toEqual([129, 128, 127, 126, 125]);
      expect(await sequences({ limit: 5, search: 'thandi nkosi127' })).toEqual([127]);
      expect(await sequences({ limit: 5, search: ' 27500 ', status: 'draft' })).toEqual([500]);
      expect(await sequences({ limit: 5, search: '27500', status: 'queued' })).toEqual([]);
      expect(await sequences({ limit: 5, search: 'nobody' })).toEqual([]);
      expect(await sequences({ limit: 5, search: 'hand' })).toEqual([]);
    });
  });

  describe('the figures', () => {
    it('come from the counters', async () => {
      expect(await countsByStatus(db)).toEqual({
        draft: 250,
        queued: 250,
        rejected: 250,
        delivered: 250,
      });
      expect(await waitingLoad(db, ALONE)).toEqual({
        bytes: 2500,
        dataPricePerMb: null,
        addsVat: false,
      });
    });

    it('say if a waiting submission has no sending slot, also to a locked page', async () => {
      const held = new Database('held back');
      await held.submissions.bulkAdd([
        row(1),
        { ...row(5), agent: 'sipho', keys: { p: 'secret' } },
      ]);
      await held.agents.add({ id: 'sipho', wraps: [], sendsOnlyUnlocked: true });
      const needsUnlock = async (access: AgentAccess) =>
        (await sending(held, access, 1000)).needsUnlock;
      expect(await needsUnlock(ALONE)).toBe(true);
      expect(await needsUnlock({ isLocked: true, others: ['sipho'], removed: [] })).toBe(true);
      expect(await needsUnlock({ isLocked: false, others: ['sipho'], removed: [] })).toBe(false);
      await held.delete();
    });

    it('say that photos wait only until ‘Send now’ sends them', async () => {
      const own = new Database('photos wait');
      const steps = [aStep(upload('SaveIdDocument'))];
      const policy: PhotoPolicy = { sending: 'unmetered', said: null };
      await own.submissions.bulkAdd([row(1), { ...row(5), sendsPhotos: true, steps }]);
      await own.device.put({ key: 'photoSending', value: policy.sending });
      expect(await sending(own, ALONE, 1000)).toMatchObject({
        photoPolicy: policy,
        photosWait: false,
      });
      await own.submissions.put({ ...row(9), steps });
      expect((await sending(own, ALONE, 1000)).photosWait).toBe(true);
      await own.device.put({ key: 'photoSending', value: 'always' });
      expect((await sending(own, ALONE, 1000)).photosWait).toBe(false);
      await own.delete();
    });

    it('name the oldest waiting form, and no refused one', async () => {
      const own = new Database('oldest waiting');
      await own.submissions.bulkAdd([
        { ...row(2), status: 'rejected', submittedAt: 100 },
        // It was refused, corrected, and submitted again.
        { ...row(3), submittedAt: 250 },
        { ...row(5), submittedAt: 200 },
        { ...row(9), submittedAt: 300 },
      ]);
      expect((await readinessChecks(own, ALONE)).oldestUnsentAt).toBe(200);
      await own.delete();
    });

    it('change with a status, and are never negative', async () => {
      const other = new Database('counters');
      const bump = (from: SubmissionStatus | null, to: SubmissionStatus | null) =>
        other.transaction('rw', other.counters, () => updateCounters(other, from, to));
      await bump(null, 'draft');
      await bump('draft', 'queued');
      await bump('queued', 'queued');
      await bump('draft', null);
      expect(await countsByStatus(other)).toEqual({
        draft: 0,
        queued: 1,
        rejected: 0,
        delivered: 0,
      });
      await other.delete();
    });

    it('include the hold, the drain and the last delivery', async () => {
      const store = createOutboxStore(db, browserKeyStore(db));
      expect(await sending(db, ALONE, 1000)).toEqual({
        hold: null,
        drainLive: false,
        photoPolicy: ANY_CONNECTION,
        photosWait: false,
        needsUnlock: false,
      });
      expect((await overview(db, ALONE)).lastDeliveredAt).toBeNull();
      await store.acquireLease('one', 1000, 60, false);
      expect((await sending(db, ALONE, 1050)).drainLive).toBe(true);
      expect((await sending(db, ALONE, 1061)).drainLive).toBe(false);
      await db.device.put({ key: 'hold', value: 'something else' });
      expect((await sending(db, ALONE, 1000)).hold).toBeNull();
      await db.device.put({ key: 'lastDeliveredAt', value: 5 });
      expect((await overview(db, ALONE)).lastDeliveredAt).toBe(5);
      expect(
        (await submissionById(db, browserKeyStore(db), submissionId('id-7')))?.submission?.sequence,
      ).toBe(7);
      expect(await submissionById(db, browserKeyStore(db), submissionId('nobody'))).toBeNull();
    });
  });

  it('finds a submission by its reference in any spelling, also by an earlier one', async () => {
    const [one, two] = [submissionId('id-5'), submissionId('id-6')];
    await db.formGuids.bulkPut([
      { guid: '3f0c5c3e-9d1b-4c7a-8e21-5b6f0a9d4e77', submissionId: one },
      { guid: '3f0c5c3e-9d1b-4c7a-8e21-5b6f0a9d4e78', submissionId: one },
      { guid: '3f0c5c3e-9d1b-4c7a-8e21-5b6f0a9d4e79', submissionId: two },
      { guid: '3f0c5c3e-9d1b-4c7a-8e21-5b6f0a9d4e80', sequence: 1 },
    ]);
    const ids = async (search: string) =>
      (await newestSubmissions(db, browserKeyStore(db), { search, limit: 9 })).map(({ id }) => id);
    for (const typed of ['HTER-AMSM', 'hter amsm', 'hteramsm', 'AMSM'])
      expect(await ids(typed), typed).toEqual([one]);
    expect((await ids('hter')).toSorted()).toEqual([one, two]);
    expect(await ids('HTER-AMSZ')).toEqual([]);
    await db.formGuids.clear();
  });
});
