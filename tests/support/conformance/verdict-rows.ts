import { expect, it } from 'vitest';
import { attemptId, formId } from '../../../src/domain/ids.ts';
import type { Submission } from '../../../src/domain/submission-types.ts';
import type { VerdictItem } from '../../../src/domain/verdict.ts';
import type {
  FormIds,
  Leases,
  ReadPage,
  RecordPort,
  RestorePort,
  SubmitPort,
  Verdicts,
} from '../../../src/store/outbox/outbox-port.ts';
import { uuid, withQueued } from './contents.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const NOW = 1_795_500_000_000;

type Store = Verdicts & RestorePort & SubmitPort & FormIds & Leases & RecordPort;

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

/** Confirms all steps of a submission. */
async function deliver(store: RecordPort, row: Submission): Promise<void> {
  for (const step of row.steps) {
    const of = { stepId: step.id, attemptId: attemptId(uuid()), at: 7 } as const;
    await store.record('owner', row.id, { event: 'sendStarted', ...of });
    await store.record('owner', row.id, { event: 'confirmed', ...of });
  }
}

export function verdictsConformance(open: () => Promise<Store>): void {
  it('begins at the start, under another identifier, and once a week', async () => {
    const store = await open();
    const first = { after: '', isWhole: true, others: [] };
    const begin = async (device: string, now: number) =>
      store.beginReading(device, now, (await store.verdictTimes(now)).readAt);
    expect(await begin('this phone', NOW)).toEqual(first);
    await store.saveVerdicts(pageOf([], { isWhole: true, isLast: false }));
    // A reading from the start that was interrupted continues where it stopped.
    expect(await begin('this phone', NOW)).toMatchObject({ after: 'e.1', isWhole: true });
    await store.saveVerdicts(pageOf([], { after: 'e.2', isWhole: true }));
    expect(await begin('this phone', NOW)).toMatchObject({ after: 'e.2', isWhole: false });
    expect(await begin('another', NOW)).toEqual(first);
    const week = NOW + 7 * DAY;
    expect(await begin('this phone', week)).toMatchObject({ after: 'e.2' });
    expect(await begin('this phone', week + 1)).toEqual(first);
    expect(await begin('this phone', NOW - 8 * DAY)).toEqual(first);
  });

  it('names the phones of imported receipts, each every six hours, with a cursor of its own', async () => {
    const { store, row } = await withQueued(open, 'old phone');
    const begin = async (now: number) =>
      store.beginReading('this phone', now, (await store.verdictTimes(now)).readAt);
    const othersAt = async (now: number) => (await begin(now))?.others;
    expect(await othersAt(6)).toEqual([]);
    await deliver(store, row);
    expect(await othersAt(8)).toEqual([{ device: 'old phone', after: '' }]);
    expect(await store.verdictTimes(8)).toMatchObject({ lacksVerdict: false });
    const known = { formId: formId(String(row.formId)), state: 'active', at: NOW } as const;
    const page = { device: 'old phone', isImported: true, after: 'o.1', heardAt: 9 } as const;
    await store.saveVerdicts(pageOf([known], page));
    // The cursor of this phone is as before.
    expect(await begin(10)).toEqual({ after: '', isWhole: true, others: [] });
    const later = 9 + 6 * HOUR;
    expect(await othersAt(later - 1)).toEqual([]);
    expect(await othersAt(later)).toEqual([{ device: 'old phone', after: 'o.1' }]);
    expect(await othersAt(7 + 14 * DAY + 1)).toEqual([]);
  });

  it('remembers when it was last asked', async () => {
    const store = await open();
    expect(await store.verdictTimes(NOW)).toMatchObject({ readAt: null, lacksVerdict: false });
    expect(await store.beginReading('this phone', NOW - 9, 1)).toBeNull();
    await store.beginReading('this phone', NOW - 5, null);
    expect(await store.beginReading('this phone', NOW, null)).toBeNull();
    expect(await store.verdictTimes(NOW)).toMatchObject({ readAt: NOW - 5, lacksVerdict: false });
  });

  it('forgets a reading that got no answer, but not a later one', async () => {
    const store = await open();
    await store.beginReading('this phone', NOW - 5, null);
    await store.undoReading(NOW - 5, null);
    expect(await store.verdictTimes(NOW)).toMatchObject({ readAt: null });
    await store.beginReading('this phone', NOW - 4, null);
    await store.beginReading('this phone', NOW, NOW - 4);
    await store.undoReading(NOW, NOW - 4);
    expect(await store.verdictTimes(NOW)).toMatchObject({ readAt: NOW - 4 });
    await store.undoReading(NOW, null);
    expect(await store.verdictTimes(NOW)).toMatchObject({ readAt: NOW - 4 });
  });

  it('waits for the verdict of a receipt, not of a form that is not sent', async () => {
    const { store, row } = await withQueued(open);
    expect(await store.verdictTimes(NOW)).toMatchObject({ lacksVerdict: false });
    await deliver(store, row);
    expect(await store.verdictTimes(7)).toMatchObject({ lacksVerdict: true });
    expect(await store.verdictTimes(7 + 14 * DAY + 1)).toMatchObject({ lacksVerdict: false });
    const shouted = formId(`{${row.formId?.toUpperCase()}}`);
    await store.saveVerdicts(pageOf([{ formId: shouted, state: 'received', at: NOW }]));
    expect(await store.verdictTimes(7)).toMatchObject({ lacksVerdict: true });
    await store.saveVerdicts(pageOf([{ formId: shouted, state: 'active', at: NOW }]));
    expect(await store.verdictTimes(7)).toMatchObject({ lacksVerdict: false });
  });
}
