import { describe, expect, it } from 'vitest';
import { attemptId, type SubmissionId } from '../../../src/domain/ids.ts';
import { shownName } from '../../../src/domain/submission-state.ts';
import { sealStroke } from '../../../src/store/keys/sealed-rows.ts';
import { repairFromSecondCopy } from '../../../src/sync/second-copy/repair.ts';
import {
  backToDraft,
  keepDraftCopy,
  removeSubmission,
  sendNow,
  startCorrection,
} from '../../../src/sync/submit/after-submit.ts';
import { submit } from '../../../src/sync/submit/submit.ts';
import { createMemoryCopy } from '../../support/fakes/memory-second-copy.ts';
import { individual, SyncWorld, signature } from '../../support/world/sync-world.ts';

describe('a correction', () => {
  const refusedWorld = async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted({ documents: ['idDocument', 'idDocument'] });
    let uploads = 0;
    world.backend.faultOf = (request) => {
      if (request.call !== 'SaveIdDocument') return undefined;
      uploads += 1;
      return uploads === 2
        ? { fault: 'refused', httpStatus: 400, errors: { Files: ['Too blurred'] } }
        : undefined;
    };
    await world.drain();
    return { world, id };
  };

  it('shows the server’s message in the form, and the form stays refused meanwhile', async () => {
    const { world, id } = await refusedWorld();
    expect(await startCorrection(world.ports(), id)).toMatchObject({ status: 'done' });
    const { serverMessage } = (await world.form(id)).draft;
    expect(serverMessage?.modelState).toEqual({
      Files: ['Too blurred'],
    });
    // The server refused the second photo. Its step in the plan shows which file it is.
    const refused = world.row(id).steps.find(({ state }) => state.status === 'rejected')?.content;
    expect(serverMessage?.file).toEqual({
      part: 'idDocument',
      attachmentId: refused && 'attachmentId' in refused ? refused.attachmentId : null,
    });
    expect(world.row(id).status).toBe('rejected');
    await world.drain({ reason: 'online' });
    expect(world.row(id).status).toBe('rejected');
  });

  it('repeats no successful, unchanged call', async () => {
    const { world, id } = await refusedWorld();
    const sentBefore = world.backend.sent.length;
    const [, second] = [...world.disk.attachments.values()].filter((r) => r.kind === 'idDocument');
    world.disk.attachments.delete(second!.id);
    world.disk.blobs.delete(second!.id);
    await world.addDocument(id, 'idDocument');
    expect((await submit(world.ports(), id, null)).status).toBe('saved');
    expect((await world.form(id)).draft.serverMessage).toBeNull();
    const { formId } = world.row(id);
    await world.drain();
    expect(world.row(id)).toMatchObject({ status: 'delivered', formId });
    const calls = world.backend
      .calls()
      .slice(sentBefore)
      .filter((call) => call !== 'GetInfo');
    expect(calls).toEqual(['SaveIdDocument']);
    expect(world.backend.documentNames()).toHaveLength(2);
    expect(world.backend.documentNames()).not.toContain(second!.fileName);
  });

  it('uses a new key for a repeated step, even if nothing changed', async () => {
    const { world, id } = await refusedWorld();
    expect((await submit(world.ports(), id, signature())).status).toBe('saved');
    await world.drain();
    const keys = world.backend.sent
      .filter(({ request }) => request.call === 'SaveIdDocument')
      .map(({ options }) => options.idempotencyKey);
    expect(new Set(keys).size).toBe(3);
    expect(world.row(id).status).toBe('delivered');
  });

  it('removes documents from the server that the person removed', async () => {
    const { world, id } = await refusedWorld();
    const [first] = [...world.disk.attachments.values()].filter((r) => r.kind === 'idDocument');
    world.disk.attachments.delete(first!.id);
    world.disk.blobs.delete(first!.id);
    await submit(world.ports(), id, null);
    await world.drain();
    expect(world.row(id).status).toBe('delivered');
    expect(world.backend.documentNames()).toHaveLength(1);
    expect(world.backend.documentNames()).not.toContain(first!.fileName);
    const calls = world.backend.calls();
    expect(calls.indexOf('RemoveDocument')).toBeLessThan(calls.lastIndexOf('SaveIdDocument'));
  });

  it('sends a changed form and a new signature again, with the same form number', async () => {
    const { world, id } = await refusedWorld();
    const { values: before } = (await world.form(id)).draft;
    await world.edit(id, { revision: 2, values: { ...before, surname: 'Dlamini' } });
    await submit(world.ports(), id, signature('other strokes'));
    await world.drain();
    const [form] = [...world.backend.forms.values()];
    expect(world.backend.forms.size).toBe(1);
    expect(form?.body).toContain('Dlamini');
    expect(shownName(world.row(id))).toBe('T. D.');
    const calls = world.backend.calls();
    expect(calls.filter((call) => call === 'SaveSignature')).toHaveLength(2);
  });

  describe('that was begun before', () => {
    const shownAgain = async (world: SyncWorld, id: SubmissionId) => {
      await startCorrection(world.ports(), id);
      return (await world.form(id)).draft.serverMessage;
    };
    const errors = { 'formData.Surname': ['Unknown.'], City: ['Unknown.'] };

    it('marks only the answers that are still as they were refused', async () => {
      const world = new SyncWorld();
      world.pool(1);
      const id = await world.submitted();
      world.backend.faultOf = ({ call }) =>
        call === 'RegisterSim' ? { fault: 'refused', httpStatus: 400, errors } : undefined;
      await world.drain();
      expect((await shownAgain(world, id))?.modelState).toEqual(errors);
      const { values } = (await world.form(id)).draft;
      await world.edit(id, { values: { ...values, surname: 'Dlamini' } });
      expect((await shownAgain(world, id))?.modelState).toEqual({ City: ['Unknown.'] });
      // The server refuses the new answer with the same words.
      expect((await submit(world.ports(), id, signature())).status).toBe('saved');
      await world.drain();
      expect((await shownAgain(world, id))?.modelState).toEqual(errors);
    });

    it('does not mark the signature if it was drawn again', async () => {
      const world = new SyncWorld();
      world.pool(1);
      const id = await world.submitted();
      world.backend.faultOf = ({ call }) =>
        call === 'SaveSignature' ? { fault: 'refused', httpStatus: 400, errors: {} } : undefined;
      await world.drain();
      expect((await shownAgain(world, id))?.file?.part).toBe('signature');
      const key = await world.keyStore().keyOf(world.row(id));
      const time = world.clock.now() + 1_000;
      const points = [{ x: 1, y: 1, time }];
      world.disk.strokes.push(await sealStroke(key!, { submissionId: id, index: 0, points }));
      expect((await shownAgain(world, id))?.file).toBeUndefined();
    });

    it('says nothing more about a document that is gone', async () => {
      const world = new SyncWorld();
      world.pool(1);
      const id = await world.submitted();
      world.backend.faultOf = ({ call }) =>
        call === 'SaveIdDocument'
          ? { fault: 'refused', httpStatus: 400, errors: { Files: ['Too blurred.'] } }
          : undefined;
      await world.drain();
      const refused = (await shownAgain(world, id))?.file;
      expect(refused?.part).toBe('idDocument');
      await world.addDocument(id, 'idDocument');
      expect((await shownAgain(world, id))?.file).toEqual(refused);
      world.disk.attachments.delete(refused!.attachmentId);
      expect(await shownAgain(world, id)).toBeNull();
    });

    it('does not mark a location that was taken again', async () => {
      const world = new SyncWorld();
      world.pool(1);
      const id = await world.submitted();
      const errors = { Latitude: ['Not in South Africa.'], Surname: ['Too short.'] };
      world.backend.faultOf = ({ call }) =>
        call === 'RegisterSim' ? { fault: 'refused', httpStatus: 400, errors } : undefined;
      await world.drain();
      expect((await shownAgain(world, id))?.modelState).toEqual(errors);
      const location = { latitude: -26, longitude: 28, accuracy: 5, at: world.clock.now() };
      await world.edit(id, { location });
      expect(Object.keys((await shownAgain(world, id))?.modelState ?? {})).toEqual(['Surname']);
    });

    it.each([
      ['a witness by name in place of the customer', {}, { cannotSign: true, signedByName: true }],
      ['another name', { cannotSign: true, signedByName: true }, { witnessName: 'Carl Dee' }],
    ])('does not mark the signature of another signer: %s', async (_, first, then) => {
      const world = new SyncWorld();
      world.pool(1);
      const before = { ...individual, ...first, witnessName: 'Ann Bee' };
      const id = await world.submitted({ values: before });
      world.backend.faultOf = ({ call }) =>
        call === 'SaveSignature' ? { fault: 'refused', httpStatus: 400, errors: {} } : undefined;
      await world.drain();
      expect((await shownAgain(world, id))?.file?.part).toBe('signature');
      await world.edit(id, { values: { ...before, ...then } });
      expect((await shownAgain(world, id))?.file).toBeUndefined();
    });
  });

  it('is possible only for refused submissions', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    expect((await startCorrection(world.ports(), id)).status).toBe('refused');
    await removeSubmission(world.ports(), id);
    expect((await startCorrection(world.ports(), id)).status).toBe('gone');
  });
});

describe('the person’s actions', () => {
  it('turns a submission into a draft only while nothing was sent', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    const { formId } = world.row(id);
    expect(await backToDraft(world.ports(), id)).toMatchObject({ status: 'done' });
    expect(world.row(id)).toMatchObject({ status: 'draft', formId, steps: [] });
    expect((await submit(world.ports(), id, null)).status).toBe('saved');
    expect(world.row(id).formId).toBe(formId);
    world.backend.faultOf = () => ({ fault: 'lost' });
    await world.drain({ budgetMs: 1 });
    expect((await backToDraft(world.ports(), id)).status).toBe('refused');
  });

  it.each([
    ['a form that became a draft again', false],
    ['an older build’s plaintext form', true],
  ])('does not bring back as submitted, after a wipe, %s', async (_, isOld) => {
    const world = new SyncWorld();
    const id = await world.submitted({ isOld });
    await backToDraft(world.ports(), id);
    world.disk.wipe();
    await world.settle();
    expect(world.row(id).status).toBe('draft');
    expect(world.backend.calls()).not.toContain('RegisterSim');
  });

  it('sends one or all waiting forms now', async () => {
    const world = new SyncWorld();
    world.pool(2);
    const [one, two] = [await world.submitted(), await world.submitted()];
    world.backend.faultOf = () => ({ fault: 'status', httpStatus: 500 });
    await world.drain({ budgetMs: 600_000 });
    world.backend.faultOf = () => undefined;
    await sendNow(world.ports(), two);
    expect(world.row(one).nextAttemptAt).not.toBeNull();
    expect(world.row(two).nextAttemptAt).toBeNull();
    await sendNow(world.ports());
    expect(await world.drain()).toMatchObject({ delivered: 2 });
    await sendNow(world.ports(), one);
  });

  it('copies no draft that was submitted meanwhile, because nobody would delete the copy', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    const manifest = world.copyDisk.get(id)?.get('submission.json');
    await keepDraftCopy(world.ports(), id);
    expect(world.copyDisk.get(id)?.get('submission.json')).toBe(manifest);
    await world.drain();
    await keepDraftCopy(world.ports(), id);
    expect([...world.copyDisk.keys()]).toEqual(['mark']);
  });

  it('deletes all data, in both places', async () => {
    const world = new SyncWorld();
    world.pool(5);
    const draft = await world.draft();
    await keepDraftCopy(world.ports(), draft);
    const queued = await world.submitted();
    const sent = await world.submitted();
    await world.drain({ budgetMs: 600_000 });
    for (const id of [draft, queued, sent])
      expect((await removeSubmission(world.ports(), id)).status).toBe('removed');
    expect(world.disk.submissions.size).toBe(0);
    expect(world.disk.blobs.size + world.disk.attachments.size + world.disk.drafts.size).toBe(0);
    expect([...world.copyDisk.keys()]).toEqual(['mark']);
    expect((await removeSubmission(world.ports(), draft)).status).toBe('gone');
  });

  it('does not delete during a call', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    let status = '';
    world.backend.delay = async () => {
      if (status === '') status = (await removeSubmission(world.ports(), id)).status;
    };
    await world.drain();
    expect(status).toBe('sending');
    expect(world.row(id).status).toBe('delivered');
  });

  it('deletes if the drain has ended, and a full disk kept the end of its call from the row', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    const ports = world.ports();
    const full = (): never => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
    const record: typeof ports.store.record = async (owner, submission, event) =>
      event.event === 'sendStarted' ? ports.store.record(owner, submission, event) : full();
    await expect(world.drain({}, { ...ports, store: { ...ports.store, record } })).rejects.toThrow(
      'The disk is full.',
    );
    expect(world.row(id).steps[0]?.state.status).toBe('inFlight');
    expect(await removeSubmission(ports, id)).toEqual({ status: 'removed' });
    expect(world.copyDisk.has(id)).toBe(false);
  });

  it('does not delete during a call that began meanwhile, even if its copy can’t be read', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    const { secondCopy, ...ports } = world.ports();
    let isTakenAway = false;
    const remove = async (folder: string): Promise<void> => {
      await secondCopy.remove(folder);
      isTakenAway = true;
      const [step, ...rest] = world
        .row(id)
        .steps.filter(({ content }) => content.call !== 'GetInfo');
      const state = { status: 'inFlight', attemptId: attemptId(world.newId()), since: 0 } as const;
      if (step) world.disk.put({ ...world.row(id), steps: [{ ...step, state }, ...rest] });
    };
    const get = async (...given: Parameters<typeof secondCopy.get>) => {
      if (isTakenAway) throw new DOMException('It can’t be read.', 'NotReadableError');
      return secondCopy.get(...given);
    };
    const broken = { ...ports, secondCopy: { ...secondCopy, remove, get } };
    expect(await removeSubmission(broken, id)).toEqual({ status: 'sending' });
    await repairFromSecondCopy(world.ports());
    expect(world.copyDisk.get(id)?.has('submission.json')).toBe(true);
  });
});

describe('a second copy that hangs', () => {
  const never = () => new Promise<never>(() => {});
  const hanging = (
    world: SyncWorld,
    names: readonly ('put' | 'remove' | 'getText' | 'state')[],
  ) => {
    const secondCopy = { ...createMemoryCopy(world.copyDisk) };
    for (const name of names) secondCopy[name] = never;
    return world.ports({ secondCopy });
  };

  it.each(['put', 'getText', 'state'] as const)(
    'keeps no Submit from a draft whose copy waits for %s',
    async (name) => {
      const world = new SyncWorld();
      const id = await world.draft();
      const ports = hanging(world, [name]);
      const keeping = keepDraftCopy(ports, id);
      const submitting = world.clock.run(submit(ports, id, signature()));
      expect((await submitting).status).toBe('saved');
      await world.clock.run(keeping);
      expect(world.row(id).status).toBe('queued');
      expect([...world.locks]).toEqual([]);
    },
  );

  it('keeps no lock after an action of the person', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    const ports = hanging(world, ['put', 'remove']);
    await world.clock.run(backToDraft(ports, id)).catch(() => null);
    expect(world.row(id).status).toBe('draft');
    await world.clock.run(removeSubmission(ports, id)).catch(() => null);
    expect([...world.locks]).toEqual([]);
  });
});
