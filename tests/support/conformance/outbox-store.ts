import { describe, expect, it } from 'vitest';
import { wireNameAs } from '../../../src/domain/forms/sent-files.ts';
import {
  attachmentId,
  attemptId,
  formId,
  idempotencyKey,
  stepId,
  submissionId,
} from '../../../src/domain/ids.ts';
import { newStep } from '../../../src/domain/plan.ts';
import type { SubmissionEvent } from '../../../src/domain/submission-changes.ts';
import { type Hold, isUpload, type Submission } from '../../../src/domain/submission-types.ts';
import { sha256 } from '../../../src/platform/sha256.ts';
import type {
  FileBytes,
  FormIds,
  Leases,
  OutboxState,
  OutboxStore,
  RecordPort,
  RestorePort,
  Sentinel,
  SubmissionReads,
  SubmitPort,
  UndoPort,
} from '../../../src/store/outbox/outbox-port.ts';
import { readable } from '../disk/profile-scan.ts';
import {
  bytes,
  draftContents,
  filesOf,
  freezeOf,
  uuid,
  withDraft,
  withQueued,
} from './contents.ts';
import { sealingConformance } from './sealing.ts';
import { submissionReadsConformance, submittingConformance } from './submissions.ts';
import { verdictsConformance } from './verdict-rows.ts';

function fileBytesConformance(open: () => Promise<FileBytes & RestorePort>): void {
  it('deletes bytes that no attachment names', async () => {
    const store = await open();
    const contents = draftContents();
    const [first] = contents.attachments;
    const stray = attachmentId(uuid());
    await store.restore(contents, new Map([...filesOf(contents), [stray, bytes()]]));
    expect(await store.deleteOrphanedBlobs()).toBe(1);
    expect([await store.bytes(stray), await store.bytes(first!.id)]).toEqual([
      undefined,
      expect.any(Blob),
    ]);
  });

  it('writes bytes again only if the file’s row names them', async () => {
    const store = await open();
    const contents = draftContents();
    const [first] = contents.attachments;
    const whole = bytes('those of this picture');
    const row = { ...first!, size: whole.size, sha256: await sha256(whole) };
    await store.restore({ ...contents, attachments: [row] }, new Map());
    await store.putBytes(row.id, bytes('those of that picture'));
    expect(await store.bytes(row.id)).toBeUndefined();
    await store.putBytes(first!.id, whole);
    expect(await (await store.bytes(row.id))?.text()).toBe('those of this picture');
    const stray = attachmentId(uuid());
    await store.putBytes(stray, whole);
    expect(await store.bytes(stray)).toBeUndefined();
  });

  it('returns no bytes of a missing file', async () => {
    const store = await open();
    expect(await store.bytes(attachmentId(uuid()))).toBeUndefined();
  });
}

function formIdsConformance(
  open: () => Promise<SubmissionReads & SubmitPort & RestorePort & Leases & FormIds>,
): void {
  it('never accepts a form number twice', async () => {
    const { store, id, row } = await withQueued(open);
    const other = draftContents().draft.id;
    const taken = row.formId ?? formId('');
    expect(await store.addToPool(taken, 0)).toBe(false);
    expect(await store.claimFormId(taken, other)).toBe(false);
    expect(await store.claimFormId(taken, id)).toBe(true);
    const reserved = formId(uuid());
    expect(await store.addToPool(reserved, 0)).toBe(true);
    expect(await store.addToPool(reserved, 0)).toBe(false);
    expect(await store.claimFormId(reserved, id)).toBe(false);
    expect(await store.poolSize(0)).toBe(1);
    const claimed = formId(uuid());
    expect(await store.claimFormId(claimed, id)).toBe(true);
    // A drain may claim it again after a crash.
    expect(await store.claimFormId(claimed, id)).toBe(true);
    expect(await store.claimFormId(claimed, other)).toBe(false);
    expect(await store.addToPool(claimed, 0)).toBe(false);
    const number = formId(uuid());
    const restored = draftContents();
    const submission = { ...restored.submission, formId: number };
    await store.restore({ ...restored, submission }, filesOf(restored));
    expect(await store.addToPool(number, 0)).toBe(false);
  });

  it('recognises a form number in each spelling, and keeps the spelling that came', async () => {
    const { store, contents } = await withDraft(open);
    const [plain, other] = [formId(uuid()), draftContents().draft.id];
    const braced = formId(`{${plain.toUpperCase()}}`);
    expect(await store.addToPool(braced, 0)).toBe(true);
    for (const spelling of [plain, formId(plain.replaceAll('-', '')), braced]) {
      expect(await store.addToPool(spelling, 0)).toBe(false);
      expect(await store.claimFormId(spelling, other)).toBe(false);
    }
    const frozen = await store.freeze(freezeOf(contents));
    expect(frozen.status === 'frozen' && frozen.submission.formId).toBe(braced);
    expect(await store.poolSize(0)).toBe(0);
    expect(await store.addToPool(plain, 0)).toBe(false);
  });

  it('recognises the number of a restored form in each spelling, and keeps its own', async () => {
    const { store } = await withDraft(open);
    const plain = formId(uuid());
    const braced = formId(`{${plain.toUpperCase()}}`);
    const restored = draftContents();
    const { id } = restored.submission;
    const submission = { ...restored.submission, formId: braced };
    await store.restore({ ...restored, submission }, filesOf(restored));
    for (const spelling of [plain, formId(plain.replaceAll('-', '')), braced]) {
      expect(await store.addToPool(spelling, 0)).toBe(false);
      expect(await store.claimFormId(spelling, draftContents().draft.id)).toBe(false);
    }
    expect(await store.claimFormId(plain, id)).toBe(true);
    expect(readable(await store.submission(id)).formId).toBe(braced);
  });

  it('uses the newest form number, and drops numbers older than a day if there are enough', async () => {
    const { store, contents } = await withDraft(open);
    const day = 24 * 60 * 60_000;
    const old = Array.from({ length: 3 }, () => formId(uuid()));
    for (const each of old) await store.addToPool(each, 0);
    expect(await store.poolSize(day)).toBe(3);
    expect(await store.poolSize(day + 1)).toBe(0);
    for (let n = 1; n < 5; n += 1) await store.addToPool(formId(uuid()), day + 1);
    const newest = formId(uuid());
    await store.addToPool(newest, day + 1);
    expect(await store.poolSize(day + 1)).toBe(5);
    // The old numbers are not in the pool any more, but the store still knows them.
    expect(await store.poolSize(day)).toBe(5);
    for (const each of old) expect(await store.addToPool(each, day + 1)).toBe(false);
    const frozen = await store.freeze(freezeOf(contents));
    expect(frozen.status === 'frozen' && frozen.submission.formId).toBe(newest);
  });

  it('gives a form number later to a submission that was frozen without one', async () => {
    const { store, contents, id } = await withDraft(open);
    expect(await store.giveFormId(id, 6)).toBe(false);
    await store.freeze(freezeOf(contents));
    expect(await store.giveFormId(id, 6)).toBe(false);
    const [one, two] = [formId(uuid()), formId(uuid())];
    await store.addToPool(one, 0);
    await store.addToPool(two, 0);
    const given = await Promise.all([store.giveFormId(id, 6), store.giveFormId(id, 6)]);
    expect(given.sort()).toEqual([false, true]);
    expect(await store.submission(id)).toMatchObject({ formId: two, mirrored: false });
    expect(readable(await store.submission(id)).steps[0]?.state.status).toBe('confirmed');
    expect(await store.poolSize(0)).toBe(1);
  });
}

function leasesConformance(open: () => Promise<Leases>): void {
  it('gives the lease to one drain at a time, until it runs out', async () => {
    const store = await open();
    expect(await store.acquireLease('one', 1000, 60, false)).toBe(true);
    expect(await store.acquireLease('one', 1001, 60, false)).toBe(true);
    expect(await store.acquireLease('two', 1059, 60, false)).toBe(false);
    expect(await store.renewLease('one', 1050, 60)).toBe(true);
    expect(await store.acquireLease('two', 1100, 60, false)).toBe(false);
    expect(await store.acquireLease('two', 1110, 60, false)).toBe(true);
    expect(await store.renewLease('one', 1111, 60)).toBe(false);
    await store.releaseLease('one');
    expect(await store.acquireLease('three', 1112, 60, false)).toBe(false);
    await store.releaseLease('two');
    expect(await store.acquireLease('three', 1113, 60, false)).toBe(true);
  });

  it('takes the lease from a drain that is known to be dead', async () => {
    const store = await open();
    await store.acquireLease('one', 1000, 60, false);
    expect(await store.acquireLease('two', 1001, 60, true)).toBe(true);
    expect(await store.renewLease('one', 1002, 60)).toBe(false);
  });

  it('ignores a lease that was written under another clock', async () => {
    const store = await open();
    await store.acquireLease('one', 1_000_000, 60, false);
    expect(await store.acquireLease('two', 5, 60, false)).toBe(true);
  });
}

function outboxStateConformance(open: () => Promise<OutboxState & Sentinel>): void {
  it('keeps the hold, the capabilities and the sentinel', async () => {
    const store = await open();
    const hold: Hold = { reason: 'busy', since: 1, nextProbeAt: 2, httpStatus: 503, tries: 1 };
    expect([await store.hold(), await store.sentinel()]).toEqual([null, null]);
    expect(await store.capabilities()).toEqual({ listsAll: false, listsNames: false });
    await store.changeHold(() => hold);
    await store.setCapabilities({ listsAll: true, listsNames: true });
    await store.setSentinel('sentinel');
    expect([await store.hold(), await store.sentinel()]).toEqual([hold, 'sentinel']);
    expect(await store.capabilities()).toEqual({ listsAll: true, listsNames: true });
    await store.changeHold(() => null);
    expect(await store.hold()).toBeNull();
  });

  it('stores the support of uploads in pieces separately', async () => {
    const store = await open();
    expect(await store.resumeSupport()).toBeNull();
    const support = { resumes: true, broken: 1, askedAt: 5 };
    await store.setResumeSupport(support);
    await store.setCapabilities({ listsAll: true, listsNames: true });
    expect(await store.resumeSupport()).toEqual(support);
  });

  it('sends photos over any connection until a person chooses', async () => {
    expect(await (await open()).photoPolicy()).toEqual({ sending: 'always', said: null });
  });
}

type RecordingStore = SubmissionReads &
  FileBytes &
  SubmitPort &
  RestorePort &
  UndoPort &
  RecordPort &
  Leases &
  FormIds;

/** Confirms each step, so that the submission is delivered. */
async function deliver(store: RecordPort, row: Submission): Promise<void> {
  let current = row;
  while (current.status === 'queued') {
    const { confirmed } = await sent(store, current);
    const recorded = await store.record('owner', row.id, confirmed);
    if (recorded.status !== 'recorded') throw new Error(recorded.status);
    current = recorded.submission;
  }
}

async function sent(store: RecordPort, row: Submission) {
  const [step] = row.steps.filter((each) => each.state.status !== 'confirmed');
  if (step === undefined) throw new Error('no step left');
  const attempt = attemptId(uuid());
  const of = { stepId: step.id, attemptId: attempt, at: 7 } as const;
  await store.record('owner', row.id, { event: 'sendStarted', ...of });
  return { of, confirmed: { event: 'confirmed', ...of } satisfies SubmissionEvent };
}

function recordingConformance(open: () => Promise<RecordingStore>): void {
  it('records steps only for the drain that holds the lease', async () => {
    const { store, id, row } = await withQueued(open);
    const { confirmed, of } = await sent(store, row);
    expect((await store.record('other', id, confirmed)).status).toBe('fenced');
    const older = { ...confirmed, attemptId: attemptId(uuid()) };
    expect((await store.record('owner', id, older)).status).toBe('stale');
    expect((await store.record('owner', id, confirmed)).status).toBe('recorded');
    expect((await store.record('owner', id, confirmed)).status).toBe('stale');
    expect((await store.record('owner', id, { event: 'sendStarted', ...of })).status).toBe('stale');
  });

  it('deletes everything but the receipt in the write that delivers', async () => {
    const { store, contents, id, row } = await withQueued(open);
    await deliver(store, row);
    expect(await store.submission(id)).toMatchObject({
      status: 'delivered',
      personal: null,
      receipt: { name: 'T. N.', simTail: '4560' },
    });
    expect(await store.contents(id)).toBeUndefined();
    expect(await store.payload(id)).toBeUndefined();
    for (const file of contents.attachments) expect(await store.bytes(file.id)).toBeUndefined();
    expect(await store.undelivered()).toEqual([]);
    expect(await store.queued()).toEqual([]);
    expect(await store.deleteOrphanedBlobs()).toBe(0);
  });

  it('remembers a delivered submission without its receipt, and no other deleted one', async () => {
    const { store, id, row } = await withQueued(open);
    const other = draftContents(2);
    await store.restore(other, filesOf(other));
    await store.addToPool(formId(uuid()), 0);
    await store.freeze(freezeOf(other));
    await store.remove(other.draft.id, () => true);
    expect(await store.deliveredIds()).toEqual(new Set());
    await deliver(store, row);
    expect(await store.remove(id, () => true)).toBe('removed');
    expect(await store.deliveredIds()).toEqual(new Set([id]));
  });

  it('puts steps in flight in doubt, only for the holder of the lease', async () => {
    const { store, row } = await withQueued(open);
    await sent(store, row);
    expect(await store.recover('other', 9)).toEqual([]);
    const [recovered] = await store.recover('owner', 9);
    expect(recovered?.steps[0]?.state.status).toBe('inDoubt');
    expect((await store.queued())[0]).toEqual(recovered);
  });

  it('puts steps in flight in doubt in each submission', async () => {
    const { store, row } = await withQueued(open);
    await sent(store, row);
    for (const sequence of [2, 3]) {
      const contents = draftContents(sequence);
      await store.restore(contents, filesOf(contents));
      const frozen = await store.freeze(freezeOf(contents));
      if (frozen.status !== 'frozen') throw new Error('not frozen');
      await sent(store, frozen.submission);
    }
    await store.recover('owner', 9);
    const states = (await store.queued()).map(({ steps }) =>
      steps.some(({ state }) => state.status === 'inDoubt'),
    );
    expect(states).toEqual([true, true, true]);
  });

  it('records nothing of a missing submission', async () => {
    const store = await open();
    await store.acquireLease('owner', 0, 10, false);
    const nobody = submissionId(uuid());
    expect((await store.record('owner', nobody, { event: 'waitEnded' })).status).toBe('gone');
  });
}

type ConvertingStore = RecordingStore & Pick<OutboxStore, 'sealed' | 'storedContents'>;

/** Opens a store with a queued submission whose photos are WebP. Also returns the event that replaces one by a JPEG. */
async function withWebp(open: () => Promise<ConvertingStore>, isSealed: boolean) {
  const store = await open();
  const drafted = draftContents();
  const attachments = drafted.attachments.filter(({ type }) => type === 'image/webp');
  const contents = { ...drafted, attachments };
  const files = filesOf(contents);
  const sealed = isSealed ? await store.sealed(contents, files) : null;
  await store.restore(sealed?.contents ?? contents, sealed?.files ?? files);
  await store.addToPool(formId(uuid()), 0);
  const frozen = await store.freeze(freezeOf(contents));
  if (frozen.status !== 'frozen') throw new Error('not frozen');
  await store.acquireLease('owner', 0, 1000, false);
  const { submission } = frozen;
  const step = submission.steps.find(({ content }) => isUpload(content));
  if (step === undefined || !isUpload(step.content)) throw new Error('no photo');
  const fileName = wireNameAs('image/jpeg', step.content.fileName);
  const content = { ...step.content, fileName, size: 4, sha256: 'jpeg' };
  const next = newStep(content, () => ({ id: stepId(uuid()), key: idempotencyKey(uuid()) }));
  const event = { event: 'photoConverted', stepId: step.id, at: 8, step: next } as const;
  return { store, id: submission.id, file: step.content.attachmentId, fileName, event };
}

function convertingConformance(open: () => Promise<ConvertingStore>): void {
  it.each([true, false])(
    'stores a JPEG in place of a WebP in one write, under the same id; sealed: %s',
    async (isSealed) => {
      const { event, file, fileName, id, store } = await withWebp(open, isSealed);
      const recorded = await store.recordConverted('owner', id, event, bytes('jpeg'));
      expect(recorded.status).toBe('recorded');
      const { attachments, submission } = readable(await store.contents(id));
      expect(attachments.find((row) => row.id === file)).toMatchObject({
        fileName,
        originalName: 'photo.jpg',
        type: 'image/jpeg',
        size: 4,
        sha256: 'jpeg',
        wasWebp: true,
      });
      expect(submission).toMatchObject({ status: 'queued', mirrored: false });
      expect(submission.steps).toContainEqual(event.step);
      const stored = await store.bytes(file);
      const opened =
        stored && (await store.openedBytes(submission, { id: file, fileName: 'x.jpg' }, stored));
      expect(await opened?.text()).toBe('jpeg');
      const lies = (await store.storedContents(id))?.attachments.find((row) => row.id === file);
      expect(lies?.sealedName !== undefined).toBe(isSealed);
    },
  );

  it('converts a photo once, and only for the drain that holds the lease', async () => {
    const { event, file, id, store } = await withWebp(open, true);
    const before = await store.storedContents(id);
    const convert = (owner: string) => store.recordConverted(owner, id, event, bytes('jpeg'));
    expect((await convert('other')).status).toBe('fenced');
    expect(await store.storedContents(id)).toEqual(before);
    expect((await convert('owner')).status).toBe('recorded');
    const size = (await store.bytes(file))?.size;
    expect((await convert('owner')).status).toBe('stale');
    expect((await store.bytes(file))?.size).toBe(size);
    const gone = await store.recordConverted('owner', submissionId(uuid()), event, bytes('jpeg'));
    expect(gone.status).toBe('gone');
  });
}

/** The checks for every outbox store, port by port: the store in memory and the store in IndexedDB. */
export function outboxStoreConformance(name: string, open: () => Promise<OutboxStore>): void {
  describe(name, () => {
    submissionReadsConformance(open);
    fileBytesConformance(open);
    submittingConformance(open);
    formIdsConformance(open);
    recordingConformance(open);
    convertingConformance(open);
    sealingConformance(open);
    leasesConformance(open);
    outboxStateConformance(open);
    verdictsConformance(open);
  });
}
