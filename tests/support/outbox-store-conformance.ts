import { describe, expect, it } from 'vitest';
import {
  attachmentId,
  attemptId,
  formId,
  idempotencyKey,
  type SubmissionId,
  stepId,
  submissionId,
} from '../../src/domain/ids.ts';
import { NOTHING_BEFORE, planOf } from '../../src/domain/plan.ts';
import { advance } from '../../src/domain/submission.ts';
import type { SubmissionEvent } from '../../src/domain/submission-events.ts';
import type { Hold, Submission } from '../../src/domain/submission-types.ts';
import type { OpenContents } from '../../src/store/format/contents.ts';
import { encodeSubmission } from '../../src/store/format/submission-row.ts';
import type { FreezeRequest, OutboxStore } from '../../src/store/outbox-ports.ts';
import type { AttachmentRow } from '../../src/store/rows.ts';
import { readable } from './readable.ts';
import { draftSubmission, individual } from './sync-world.ts';

let made = 0;
const uuid = (): string => {
  made += 1;
  return `${made.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
};
const newIds = () => ({ id: stepId(uuid()), key: idempotencyKey(uuid()) });

const attachment = (of: SubmissionId, kind: AttachmentRow['kind'], sequence = 1): AttachmentRow => {
  const id = attachmentId(uuid());
  return {
    id,
    submissionId: of,
    kind,
    fileName: `${kind}-${id.slice(0, 8)}.jpg`,
    originalName: 'photo.jpg',
    type: 'image/jpeg',
    size: 5,
    sha256: 'hash',
    sequence,
    addedAt: 1,
  };
};

export const draftContents = (sequence = 1): OpenContents => {
  const id = submissionId(uuid());
  return {
    submission: draftSubmission(id, 'registration', sequence, 1),
    draft: {
      id,
      kind: 'registration',
      formVersion: 1,
      revision: 3,
      values: individual,
      passedWarnings: [],
      section: 'review',
      field: null,
      location: null,
      withoutLocation: true,
      consent: true,
      signatureSize: null,
      serverMessage: null,
      createdAt: 1,
      updatedAt: 1,
    },
    attachments: [attachment(id, 'idDocument', 2), attachment(id, 'idDocument', 1)],
    strokes: [{ submissionId: id, index: 0, points: [{ x: 1, y: 2, time: 3 }] }],
    payload: null,
  };
};

const bytes = (text = 'bytes'): Blob => new Blob([text], { type: 'image/jpeg' });

export const freezeOf = (contents: OpenContents): FreezeRequest => {
  const { id } = contents.draft;
  const row = attachment(id, 'signature');
  const file = (each: AttachmentRow) => ({
    attachmentId: each.id,
    fileName: each.fileName,
    size: each.size,
    sha256: each.sha256,
  });
  return {
    id,
    revision: contents.draft.revision,
    attachments: contents.attachments.map((each) => each.id),
    payload: { id, json: '{"formData":{}}', sha256: 'payload' },
    signature: { row, bytes: bytes('signature') },
    freeze: (before, taken) =>
      advance(before, {
        event: 'submitted',
        at: 5,
        formId: taken,
        customerName: 'Thandi Nkosi',
        steps: planOf(
          {
            kind: 'registration',
            payloadSha256: 'payload',
            signature: file(row),
            documents: contents.attachments.map((each) => ({
              ...file(each),
              call: 'SaveIdDocument' as const,
            })),
          },
          { ...NOTHING_BEFORE, formId: taken },
          newIds,
        ),
      }),
  };
};

const filesOf = (contents: OpenContents) =>
  new Map(contents.attachments.map((row) => [row.id, bytes()] as const));

/** What every outbox store must do: the one in memory and the one in IndexedDB. */
export function outboxStoreConformance(name: string, open: () => Promise<OutboxStore>): void {
  describe(name, () => {
    const withDraft = async () => {
      const store = await open();
      const contents = draftContents();
      await store.restore(contents, filesOf(contents));
      return { store, contents, id: contents.draft.id };
    };
    const withQueued = async () => {
      const { store, contents, id } = await withDraft();
      await store.addToPool(formId(uuid()));
      const frozen = await store.freeze(freezeOf(contents));
      if (frozen.status !== 'frozen') throw new Error('not frozen');
      await store.acquireLease('owner', 0, 1000, false);
      return { store, contents, id, row: frozen.submission };
    };
    const sent = async (store: OutboxStore, row: Submission) => {
      const [step] = row.steps.filter((each) => each.state.status !== 'confirmed');
      if (step === undefined) throw new Error('no step left');
      const attempt = attemptId(uuid());
      const of = { stepId: step.id, attemptId: attempt, at: 7 } as const;
      await store.record('owner', row.id, { event: 'sendStarted', ...of });
      return { of, confirmed: { event: 'confirmed', ...of } satisfies SubmissionEvent };
    };

    it('brings back everything it was given, in order', async () => {
      const { store, contents, id } = await withDraft();
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

    it('knows nothing of what is not there', async () => {
      const store = await open();
      const nobody = submissionId(uuid());
      expect(await store.submission(nobody)).toBeUndefined();
      expect(await store.contents(nobody)).toBeUndefined();
      expect(await store.payload(nobody)).toBeUndefined();
      expect(await store.bytes(attachmentId(uuid()))).toBeUndefined();
      expect(await store.queued()).toEqual([]);
      expect((await store.change(nobody, () => null)).status).toBe('gone');
      expect(await store.remove(nobody, () => true)).toBe('gone');
      await store.acquireLease('owner', 0, 10, false);
      expect((await store.record('owner', nobody, { event: 'waitEnded' })).status).toBe('gone');
      expect((await store.freeze(freezeOf(draftContents()))).status).toBe('gone');
    });

    it('never overwrites what is there by restoring', async () => {
      const { store, contents, id } = await withDraft();
      const other = { ...contents, submission: { ...contents.submission, section: 'other' } };
      expect(await store.restore(other, new Map())).toBe('present');
      expect(await store.submission(id)).toMatchObject({ section: 'review' });
    });

    it('freezes a draft once, with a form number that nobody else gets', async () => {
      const { store, contents, id } = await withDraft();
      const other = draftContents(2);
      await store.restore(other, filesOf(other));
      const [one, two] = [formId(uuid()), formId(uuid())];
      await store.addToPool(one);
      await store.addToPool(two);
      const request = freezeOf(contents);
      const both = await Promise.all([store.freeze(request), store.freeze(request)]);
      expect(both.map(({ status }) => status).sort()).toEqual(['alreadySubmitted', 'frozen']);
      const frozen = await store.freeze(freezeOf(other));
      expect(frozen.status === 'frozen' && frozen.submission.formId).toBe(two);
      expect(await store.submission(id)).toMatchObject({ formId: one });
      expect(await store.poolSize()).toBe(0);
      expect((await store.payload(id))?.sha256).toBe('payload');
      const kinds = readable(await store.contents(id)).attachments.map((row) => row.kind);
      expect(kinds.filter((kind) => kind === 'signature')).toHaveLength(1);
    });

    it('never takes a form number that it received before', async () => {
      const { store, id, row } = await withQueued();
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

    it('freezes without a form number where there is none in the pool', async () => {
      const { store, contents } = await withDraft();
      const frozen = await store.freeze(freezeOf(contents));
      expect(frozen.status === 'frozen' && frozen.submission.formId).toBeNull();
      expect(frozen.status === 'frozen' && frozen.submission.steps[0]?.content.call).toBe(
        'GetInfo',
      );
    });

    it('gives a form number later to one that was frozen without', async () => {
      const { store, contents, id } = await withDraft();
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

    it('does not freeze a draft that is not the one that was checked', async () => {
      const { store, contents, id } = await withDraft();
      await store.addToPool(formId(uuid()));
      const [first] = contents.attachments;
      for (const changed of [
        { revision: 2 },
        { attachments: [first!.id] },
        { attachments: [first!.id, attachmentId(uuid())] },
      ])
        expect((await store.freeze({ ...freezeOf(contents), ...changed })).status).toBe('changed');
      expect(await store.submission(id)).toMatchObject({ status: 'draft' });
      expect(await store.poolSize()).toBe(1);
    });

    it('changes nothing when freezing fails half-way', async () => {
      const { store, contents, id } = await withDraft();
      await store.addToPool(formId(uuid()));
      const broken: FreezeRequest = {
        ...freezeOf(contents),
        freeze: () => {
          throw new Error('a bug');
        },
      };
      await expect(store.freeze(broken)).rejects.toThrow('a bug');
      expect(await store.poolSize()).toBe(1);
      expect(await store.submission(id)).toMatchObject({ status: 'draft' });
      expect(await store.payload(id)).toBeUndefined();
    });

    it('replaces the signature by a new one', async () => {
      const { store, contents, id } = await withDraft();
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

    it('lists what waits, oldest first', async () => {
      const store = await open();
      const all = [draftContents(3), draftContents(1), draftContents(2)];
      for (const contents of all) {
        await store.restore(contents, filesOf(contents));
        await store.freeze(freezeOf(contents));
      }
      expect((await store.queued()).map((row) => row.sequence)).toEqual([1, 2, 3]);
    });

    it('changes a row as a person asks, or refuses', async () => {
      const { store, contents, id } = await withQueued();
      expect((await store.change(id, () => null)).status).toBe('refused');
      const changed = await store.change(id, () => ({ event: 'mirrored' }));
      expect(changed.status === 'changed' && changed.submission.mirrored).toBe(true);
      await expect(
        store.change(id, () => ({ event: 'submitUndone', at: 1, before: contents.submission })),
      ).rejects.toThrow();
      expect(await store.submission(id)).toMatchObject({ status: 'queued' });
    });

    it('records steps for the drain that holds the lease, and for no other', async () => {
      const { store, id, row } = await withQueued();
      const { confirmed, of } = await sent(store, row);
      expect((await store.record('other', id, confirmed)).status).toBe('fenced');
      const older = { ...confirmed, attemptId: attemptId(uuid()) };
      expect((await store.record('owner', id, older)).status).toBe('stale');
      expect((await store.record('owner', id, confirmed)).status).toBe('recorded');
      expect((await store.record('owner', id, confirmed)).status).toBe('stale');
      expect((await store.record('owner', id, { event: 'sendStarted', ...of })).status).toBe(
        'stale',
      );
    });

    it('forgets everything but the receipt in the write that delivers', async () => {
      const { store, contents, id, row } = await withQueued();
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
      const { store, row } = await withQueued();
      await sent(store, row);
      expect(await store.recover('other', 9)).toEqual([]);
      const [recovered] = await store.recover('owner', 9);
      expect(recovered?.steps[0]?.state.status).toBe('inDoubt');
      expect((await store.queued())[0]).toEqual(recovered);
    });

    it('puts in doubt what was in flight in every submission', async () => {
      const { store, row } = await withQueued();
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

    it('takes the lease from one that is known to be dead', async () => {
      const store = await open();
      await store.acquireLease('one', 1000, 60, false);
      expect(await store.acquireLease('two', 1001, 60, true)).toBe(true);
      expect(await store.renewLease('one', 1002, 60)).toBe(false);
    });

    it('does not believe a lease that was written under another clock', async () => {
      const store = await open();
      await store.acquireLease('one', 1_000_000, 60, false);
      expect(await store.acquireLease('two', 5, 60, false)).toBe(true);
    });

    it('keeps the hold, the capabilities and the sentinel', async () => {
      const store = await open();
      const hold: Hold = { reason: 'busy', since: 1, nextProbeAt: 2, httpStatus: 503, tries: 1 };
      expect([await store.hold(), await store.sentinel()]).toEqual([null, null]);
      expect(await store.capabilities()).toEqual({ listsAll: false, listsNames: false });
      await store.setHold(hold);
      await store.setCapabilities({ listsAll: true, listsNames: true });
      await store.setSentinel('sentinel');
      expect([await store.hold(), await store.sentinel()]).toEqual([hold, 'sentinel']);
      expect(await store.capabilities()).toEqual({ listsAll: true, listsNames: true });
      await store.setHold(null);
      expect(await store.hold()).toBeNull();
    });

    it('removes a submission whole, if that is allowed', async () => {
      const { store, contents, id } = await withQueued();
      expect(await store.remove(id, () => false)).toBe('refused');
      expect(await store.remove(id, (row) => row.status === 'queued')).toBe('removed');
      expect(await store.submission(id)).toBeUndefined();
      expect(await store.contents(id)).toBeUndefined();
      for (const file of contents.attachments) expect(await store.bytes(file.id)).toBeUndefined();
      expect(await store.sweepBytes()).toBe(0);
    });

    it('sweeps bytes that no attachment names', async () => {
      const { store, contents } = await withDraft();
      await store.putBytes(attachmentId(uuid()), bytes());
      expect(await store.sweepBytes()).toBe(1);
      const [first] = contents.attachments;
      await store.putBytes(first!.id, bytes('again'));
      expect(await store.sweepBytes()).toBe(0);
      expect(await (await store.bytes(first!.id))?.text()).toBe('again');
    });

    it('shows what the server said in the draft', async () => {
      const { store, id } = await withDraft();
      const message = { heading: 'H', description: 'D', modelState: {}, httpStatus: 400 };
      await store.showServerMessage(id, message);
      expect(readable(await store.contents(id)).draft.serverMessage).toEqual(message);
      await store.showServerMessage(submissionId(uuid()), message);
    });
  });
}
