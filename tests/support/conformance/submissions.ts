import { expect, it } from 'vitest';
import { attachmentId, attemptId, formId, submissionId } from '../../../src/domain/ids.ts';
import { encodeSubmission } from '../../../src/store/format/submission-row.ts';
import type {
  FileBytes,
  FormIds,
  FreezeRequest,
  Leases,
  RecordPort,
  RestorePort,
  SubmissionReads,
  SubmitPort,
} from '../../../src/store/outbox/outbox-port.ts';
import { readable } from '../disk/profile-scan.ts';
import { draftContents, filesOf, freezeOf, uuid, withDraft, withQueued } from './contents.ts';

export function submissionReadsConformance(
  open: () => Promise<SubmissionReads & FileBytes & RestorePort & SubmitPort>,
): void {
  it('restores all data, in order', async () => {
    const { store, contents, id } = await withDraft(open);
    const read = readable(await store.contents(id));
    expect(read.submission).toEqual(contents.submission);
    expect(read.draft).toEqual(contents.draft);
    expect(read.strokes).toEqual(contents.strokes);
    expect(read.attachments).toEqual(contents.attachments.toReversed());
    expect(read.payload).toBeNull();
    const submission = encodeSubmission(contents.submission);
    expect(await store.storedContents(id)).toEqual({ ...read, submission });
    expect(await store.row(id)).toEqual(submission);
    expect(await store.undelivered()).toEqual([id]);
    for (const { id: file, type } of contents.attachments) {
      const stored = await store.bytes(file);
      expect([await stored?.text(), stored?.type]).toEqual(['bytes', type]);
    }
  });

  it('never overwrites an existing submission when it restores', async () => {
    const { store, contents, id } = await withDraft(open);
    const other = { ...contents, submission: { ...contents.submission, section: 'other' } };
    expect(await store.restore(other, new Map())).toBe('present');
    expect(await store.submission(id)).toMatchObject({ section: 'review' });
  });

  it('lists the waiting submissions, oldest first', async () => {
    const store = await open();
    const all = [draftContents(3), draftContents(1), draftContents(2)];
    for (const contents of all) {
      await store.restore(contents, filesOf(contents));
      await store.freeze(freezeOf(contents));
    }
    expect((await store.queued()).map((row) => row.sequence)).toEqual([1, 2, 3]);
  });

  it('returns nothing for a missing submission', async () => {
    const store = await open();
    const nobody = submissionId(uuid());
    expect(await store.submission(nobody)).toBeUndefined();
    expect(await store.row(nobody)).toBeUndefined();
    expect(await store.contents(nobody)).toBeUndefined();
    expect(await store.storedContents(nobody)).toBeUndefined();
    expect(await store.payload(nobody)).toBeUndefined();
    expect(await store.queued()).toEqual([]);
    expect(await store.undelivered()).toEqual([]);
  });

  it('returns a form of a later version only as it is stored', async () => {
    const { store, contents, id } = await withDraft(open);
    const draft = { ...draftContents().draft, formVersion: 99 };
    const later = { ...contents, submission: { ...contents.submission, id: draft.id }, draft };
    await store.restore(later, new Map());
    expect(await store.contents(draft.id)).toBe('unreadable');
    expect((await store.storedContents(draft.id))?.draft).toEqual(draft);
    expect(await store.contents(id)).toMatchObject({ draft: { id } });
  });
}

export function submittingConformance(
  open: () => Promise<
    SubmissionReads & FileBytes & SubmitPort & RestorePort & Leases & FormIds & RecordPort
  >,
): void {
  it('freezes a draft once, with a form number that no other submission gets', async () => {
    const { store, contents, id } = await withDraft(open);
    const other = draftContents(2);
    await store.restore(other, filesOf(other));
    const [one, two] = [formId(uuid()), formId(uuid())];
    await store.addToPool(one, 0);
    await store.addToPool(two, 0);
    const request = freezeOf(contents);
    const both = await Promise.all([store.freeze(request), store.freeze(request)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['alreadySubmitted', 'frozen']);
    const frozen = await store.freeze(freezeOf(other));
    expect(frozen.status === 'frozen' && frozen.submission.formId).toBe(one);
    expect(await store.submission(id)).toMatchObject({ formId: two });
    expect(await store.poolSize(0)).toBe(0);
    expect((await store.payload(id))?.sha256).toBe('payload');
    const kinds = readable(await store.contents(id)).attachments.map((row) => row.kind);
    expect(kinds.filter((kind) => kind === 'signature')).toHaveLength(1);
  });

  it('freezes without a form number if the pool is empty', async () => {
    const { store, contents } = await withDraft(open);
    const frozen = await store.freeze(freezeOf(contents));
    expect(frozen.status === 'frozen' && frozen.submission.formId).toBeNull();
    expect(frozen.status === 'frozen' && frozen.submission.steps[0]?.content.call).toBe('GetInfo');
  });

  it('does not freeze a draft that changed after the check', async () => {
    const { store, contents, id } = await withDraft(open);
    await store.addToPool(formId(uuid()), 0);
    const [first] = contents.attachments;
    for (const changed of [
      { revision: 2 },
      { attachments: [first!.id] },
      { attachments: [first!.id, attachmentId(uuid())] },
    ])
      expect((await store.freeze({ ...freezeOf(contents), ...changed })).status).toBe('changed');
    expect(await store.submission(id)).toMatchObject({ status: 'draft' });
    expect(await store.poolSize(0)).toBe(1);
  });

  it('changes nothing when freezing fails half-way', async () => {
    const { store, contents, id } = await withDraft(open);
    await store.addToPool(formId(uuid()), 0);
    const broken: FreezeRequest = {
      ...freezeOf(contents),
      freeze: () => {
        throw new Error('a bug');
      },
    };
    await expect(store.freeze(broken)).rejects.toThrow('a bug');
    expect(await store.poolSize(0)).toBe(1);
    expect(await store.submission(id)).toMatchObject({ status: 'draft' });
    expect(await store.payload(id)).toBeUndefined();
  });

  it('replaces the signature by a new one', async () => {
    const { store, contents, id } = await withDraft(open);
    const first = freezeOf(contents);
    await store.freeze(first);
    await store.change(id, () => ({ event: 'returnedToDraft', at: 6 }));
    const second = freezeOf(contents);
    const attachments = [...second.attachments, first.signature!.row.id];
    expect((await store.freeze({ ...second, attachments })).status).toBe('frozen');
    expect(await store.bytes(first.signature!.row.id)).toBeUndefined();
    expect(await (await store.bytes(second.signature!.row.id))?.text()).toBe('signature');
    const rows = readable(await store.contents(id)).attachments;
    const signatures = rows.filter(({ kind }) => kind === 'signature').map((row) => row.id);
    expect(signatures).toEqual([second.signature!.row.id]);
  });

  it('keeps the form number of a corrected submission, and takes none from the pool', async () => {
    const { store, contents, id, row } = await withQueued(open);
    const step = row.steps.find(({ state }) => state.status !== 'confirmed')!;
    const tried = { stepId: step.id, attemptId: attemptId(uuid()), at: 6 } as const;
    await store.record('owner', id, { event: 'sendStarted', ...tried });
    const message = { heading: '', description: 'No', modelState: {}, httpStatus: 400 };
    await store.record('owner', id, { event: 'rejected', ...tried, message });
    await store.addToPool(formId(uuid()), 0);
    const rows = readable(await store.contents(id)).attachments;
    const corrected = { ...freezeOf(contents), attachments: rows.map((file) => file.id) };
    const frozen = await store.freeze(corrected);
    expect(frozen.status === 'frozen' && frozen.submission.formId).toBe(row.formId);
    expect(await store.poolSize(0)).toBe(1);
  });

  it('changes a row if the decision allows it', async () => {
    const { store, contents, id } = await withQueued(open);
    expect((await store.change(id, () => null)).status).toBe('refused');
    const changed = await store.change(id, () => ({ event: 'mirrored' }));
    expect(changed.status === 'changed' && changed.submission.mirrored).toBe(true);
    await expect(
      store.change(id, () => ({ event: 'submitUndone', at: 1, before: contents.submission })),
    ).rejects.toThrow();
    expect(await store.submission(id)).toMatchObject({ status: 'queued' });
  });

  it('puts a refused submission back into the queue with a sending key slot', async () => {
    const { store, id } = await withQueued(open);
    expect((await store.queueAgain(id, () => null)).status).toBe('refused');
    const row = readable(await store.submission(id));
    const step = row.steps.find(({ state }) => state.status !== 'confirmed')!;
    const attempt = attemptId(uuid());
    const tried = { stepId: step.id, attemptId: attempt, at: 6 } as const;
    await store.record('owner', id, { event: 'sendStarted', ...tried });
    const message = { heading: '', description: 'No', modelState: {}, httpStatus: 400 };
    await store.record('owner', id, { event: 'rejected', ...tried, message });
    expect(readable(await store.submission(id)).keys?.q).toBeUndefined();
    const queued = await store.queueAgain(id, () => ({
      event: 'confirmedByHand',
      stepId: step.id,
      at: 7,
    }));
    expect(queued.status).toBe('changed');
    const after = readable(await store.submission(id));
    expect(after).toMatchObject({ status: 'queued', mirrored: false });
    expect(after.keys?.q !== undefined).toBe(after.keys !== undefined);
    expect((await store.queued()).map((each) => each.id)).toEqual([id]);
    const nobody = submissionId(uuid());
    expect((await store.queueAgain(nobody, () => null)).status).toBe('gone');
  });

  it('removes all of a submission if that is allowed', async () => {
    const { store, contents, id } = await withQueued(open);
    expect(await store.remove(id, () => false)).toBe('refused');
    expect(await store.remove(id, (row) => row.status === 'queued')).toBe('removed');
    expect(await store.submission(id)).toBeUndefined();
    expect(await store.contents(id)).toBeUndefined();
    for (const file of contents.attachments) expect(await store.bytes(file.id)).toBeUndefined();
    expect(await store.deleteOrphanedBlobs()).toBe(0);
  });

  it('stores the server’s message in the draft', async () => {
    const { store, id } = await withDraft(open);
    const message = { heading: 'H', description: 'D', modelState: {}, httpStatus: 400 };
    await store.showServerMessage(id, message);
    expect(readable(await store.contents(id)).draft.serverMessage).toEqual(message);
    await store.showServerMessage(submissionId(uuid()), message);
  });

  it('does nothing with a missing submission', async () => {
    const store = await open();
    const nobody = submissionId(uuid());
    expect((await store.change(nobody, () => null)).status).toBe('gone');
    expect(await store.remove(nobody, () => true)).toBe('gone');
    expect((await store.freeze(freezeOf(draftContents()))).status).toBe('gone');
  });
}
