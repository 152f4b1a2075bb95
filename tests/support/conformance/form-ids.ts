import { expect, it } from 'vitest';
import { formId } from '../../../src/domain/ids.ts';
import type {
  FormIds,
  Leases,
  Restoring,
  SubmissionReads,
  Submitting,
} from '../../../src/store/outbox/outbox-port.ts';
import { readable } from '../readable.ts';
import { draftContents, filesOf, freezeOf, uuid, withDraft, withQueued } from './contents.ts';

export function formIdsConformance(
  open: () => Promise<SubmissionReads & Submitting & Restoring & Leases & FormIds>,
): void {
  it('never takes a form number that it received before', async () => {
    const { store, id, row } = await withQueued(open);
    const other = draftContents().draft.id;
    const taken = row.formId ?? formId('');
    expect(await store.addToPool(taken)).toBe(false);
    expect(await store.claimFormId(taken, other)).toBe(false);
    expect(await store.claimFormId(taken, id)).toBe(true);
    const reserved = formId(uuid());
    expect(await store.addToPool(reserved)).toBe(true);
    expect(await store.addToPool(reserved)).toBe(false);
    expect(await store.claimFormId(reserved, id)).toBe(false);
    expect(await store.poolSize()).toBe(1);
    const claimed = formId(uuid());
    expect(await store.claimFormId(claimed, id)).toBe(true);
    // Claimed again after a crash.
    expect(await store.claimFormId(claimed, id)).toBe(true);
    expect(await store.claimFormId(claimed, other)).toBe(false);
    expect(await store.addToPool(claimed)).toBe(false);
    const number = formId(uuid());
    const restored = draftContents();
    const submission = { ...restored.submission, formId: number };
    await store.restore({ ...restored, submission }, filesOf(restored));
    expect(await store.addToPool(number)).toBe(false);
  });

  it('gives a form number later to one that was frozen without', async () => {
    const { store, contents, id } = await withDraft(open);
    expect(await store.giveFormId(id, 6)).toBe(false);
    await store.freeze(freezeOf(contents));
    expect(await store.giveFormId(id, 6)).toBe(false);
    const [one, two] = [formId(uuid()), formId(uuid())];
    await store.addToPool(one);
    await store.addToPool(two);
    const given = await Promise.all([store.giveFormId(id, 6), store.giveFormId(id, 6)]);
    expect(given.sort()).toEqual([false, true]);
    expect(await store.submission(id)).toMatchObject({ formId: one, mirrored: false });
    expect(readable(await store.submission(id)).steps[0]?.state.status).toBe('confirmed');
    expect(await store.poolSize()).toBe(1);
  });
}
