import { expect, it } from 'vitest';
import { submissionId } from '../../../src/domain/ids.ts';
import { encodeSubmission } from '../../../src/store/format/submission-row.ts';
import type {
  FileBytes,
  Restoring,
  SubmissionReads,
  Submitting,
} from '../../../src/store/outbox/outbox-port.ts';
import { readable } from '../readable.ts';
import { draftContents, filesOf, freezeOf, uuid, withDraft } from './contents.ts';

export function submissionReadsConformance(
  open: () => Promise<SubmissionReads & FileBytes & Restoring & Submitting>,
): void {
  it('brings back everything it was given, in order', async () => {
    const { store, contents, id } = await withDraft(open);
    const read = readable(await store.contents(id));
    expect(read.submission).toEqual(contents.submission);
    expect(read.draft).toEqual(contents.draft);
    expect(read.strokes).toEqual(contents.strokes);
    expect(read.attachments.map((row) => row.sequence)).toEqual([1, 2]);
    expect(read.payload).toBeNull();
    const submission = encodeSubmission(contents.submission);
    expect(await store.storedContents(id)).toEqual({ ...read, submission });
    expect(await store.row(id)).toEqual(submission);
    expect(await store.undelivered()).toEqual([id]);
    const [first] = contents.attachments;
    expect(await (await store.bytes(first!.id))?.text()).toBe('bytes');
    expect((await store.bytes(first!.id))?.type).toBe('image/jpeg');
  });

  it('never overwrites what is there by restoring', async () => {
    const { store, contents, id } = await withDraft(open);
    const other = { ...contents, submission: { ...contents.submission, section: 'other' } };
    expect(await store.restore(other, new Map())).toBe('present');
    expect(await store.submission(id)).toMatchObject({ section: 'review' });
  });

  it('lists what waits, oldest first', async () => {
    const store = await open();
    const all = [draftContents(3), draftContents(1), draftContents(2)];
    for (const contents of all) {
      await store.restore(contents, filesOf(contents));
      await store.freeze(freezeOf(contents));
    }
    expect((await store.queued()).map((row) => row.sequence)).toEqual([1, 2, 3]);
  });

  it('knows nothing of a submission that is not there', async () => {
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

  it('hands out a form that this version can’t read as it lies there, and no other way', async () => {
    const { store, contents, id } = await withDraft(open);
    const draft = { ...draftContents().draft, formVersion: 99 };
    const later = { ...contents, submission: { ...contents.submission, id: draft.id }, draft };
    await store.restore(later, new Map());
    expect(await store.contents(draft.id)).toBe('odd');
    expect((await store.storedContents(draft.id))?.draft).toEqual(draft);
    expect(await store.contents(id)).toMatchObject({ draft: { id } });
  });
}
