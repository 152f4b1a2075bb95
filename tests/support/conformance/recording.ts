import { expect, it } from 'vitest';
import { attemptId, submissionId } from '../../../src/domain/ids.ts';
import type { SubmissionEvent } from '../../../src/domain/submission-changes.ts';
import type { Submission } from '../../../src/domain/submission-types.ts';
import type {
  FileBytes,
  FormIds,
  Leases,
  Recording,
  Restoring,
  SubmissionReads,
  Submitting,
} from '../../../src/store/outbox/outbox-port.ts';
import { draftContents, filesOf, freezeOf, uuid, withQueued } from './contents.ts';

type RecordingStore = SubmissionReads &
  FileBytes &
  Submitting &
  Restoring &
  Recording &
  Leases &
  FormIds;

async function sent(store: Recording, row: Submission) {
  const [step] = row.steps.filter((each) => each.state.status !== 'confirmed');
  if (step === undefined) throw new Error('no step left');
  const attempt = attemptId(uuid());
  const of = { stepId: step.id, attemptId: attempt, at: 7 } as const;
  await store.record('owner', row.id, { event: 'sendStarted', ...of });
  return { of, confirmed: { event: 'confirmed', ...of } satisfies SubmissionEvent };
}

export function recordingConformance(open: () => Promise<RecordingStore>): void {
  it('records steps for the drain that holds the lease, and for no other', async () => {
    const { store, id, row } = await withQueued(open);
    const { confirmed, of } = await sent(store, row);
    expect((await store.record('other', id, confirmed)).status).toBe('fenced');
    const older = { ...confirmed, attemptId: attemptId(uuid()) };
    expect((await store.record('owner', id, older)).status).toBe('stale');
    expect((await store.record('owner', id, confirmed)).status).toBe('recorded');
    expect((await store.record('owner', id, confirmed)).status).toBe('stale');
    expect((await store.record('owner', id, { event: 'sendStarted', ...of })).status).toBe('stale');
  });

  it('forgets everything but the receipt in the write that delivers', async () => {
    const { store, contents, id, row } = await withQueued(open);
    let current = row;
    while (current.status === 'queued') {
      const { confirmed } = await sent(store, current);
      const recorded = await store.record('owner', id, confirmed);
      if (recorded.status !== 'recorded') throw new Error(recorded.status);
      current = recorded.submission;
    }
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
    expect(await store.sweepBytes()).toBe(0);
  });

  it('puts in doubt what was in flight, for the lease’s holder only', async () => {
    const { store, row } = await withQueued(open);
    await sent(store, row);
    expect(await store.recover('other', 9)).toEqual([]);
    const [recovered] = await store.recover('owner', 9);
    expect(recovered?.steps[0]?.state.status).toBe('inDoubt');
    expect((await store.queued())[0]).toEqual(recovered);
  });

  it('puts in doubt what was in flight in every submission', async () => {
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

  it('records nothing of a submission that is not there', async () => {
    const store = await open();
    await store.acquireLease('owner', 0, 10, false);
    const nobody = submissionId(uuid());
    expect((await store.record('owner', nobody, { event: 'waitEnded' })).status).toBe('gone');
  });
}
