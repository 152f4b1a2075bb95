import { describe, expect, it } from 'vitest';
import type { Values } from '../../../src/domain/forms/values.ts';
import type { SubmissionId } from '../../../src/domain/ids.ts';
import { stepToConfirmByHand } from '../../../src/domain/refusals.ts';
import { sealPayload, sealStroke } from '../../../src/store/keys/sealed-rows.ts';
import { keepDraftCopy, sendRest, startCorrection } from '../../../src/sync/submit/after-submit.ts';
import { submit } from '../../../src/sync/submit/submit.ts';
import type { Fault } from '../../support/backend/model-backend.ts';
import { individual, SyncWorld, signature } from '../../support/world/sync-world.ts';

const already: Fault = {
  fault: 'refused',
  httpStatus: 400,
  errors: { '': ['This SIM card is already registered.'] },
};
const values = { ...individual, msisdn: '0821234567' };
const conflict: Fault = { fault: 'status', httpStatus: 409 };

/** Loses the first answer to a call. Then the backend refuses the repeated call, because it already has the content. */
async function refusedRepeat(
  call: 'RegisterSim' | 'ReplaceSim' | 'SaveSignature',
  refusal: Fault,
  witness: Values = {},
): Promise<Readonly<{ world: SyncWorld; id: SubmissionId }>> {
  const world = new SyncWorld({ idempotent: false, lists: 'all' });
  world.pool(1);
  const kind = call === 'ReplaceSim' ? 'replacement' : 'registration';
  const id = await world.draft({
    kind,
    values: { ...values, ...witness },
    documents: ['idDocument', 'idDocument'],
  });
  const key = await world.keyStore().keyOf(world.row(id));
  const points = [{ x: 1, y: 1, time: world.clock.now() - 5000 }];
  if (key === null) throw new Error('Its key is lost.');
  world.disk.strokes.push(await sealStroke(key, { submissionId: id, index: 0, points }));
  expect((await submit(world.ports(), id, signature())).status).toBe('saved');
  let isKept = false;
  world.backend.faultOf = (request) => {
    if (request.call !== call) return undefined;
    if (isKept) return refusal;
    isKept = true;
    return { fault: 'noReply' };
  };
  await world.settle();
  expect(world.row(id).status).toBe('rejected');
  return { world, id };
}

const times = (world: SyncWorld, call: string): number =>
  world.backend.calls().filter((each) => each === call).length;

describe('‘Send the rest’', () => {
  it.each([
    ['RegisterSim', already],
    ['RegisterSim', conflict],
    ['ReplaceSim', conflict],
    ['SaveSignature', already],
    ['SaveSignature', conflict],
  ] as const)(
    'ends with one form, its signature and its documents after a refused repeat of %s',
    async (call, refusal) => {
      const { world, id } = await refusedRepeat(call, refusal);
      const sent = times(world, call);
      expect(await sendRest(world.ports(), id)).toMatchObject({ status: 'done' });
      expect(world.row(id).history.at(-1)?.what).toBe('confirmedByHand');
      await world.settle();
      expect(world.row(id).status).toBe('delivered');
      expect(times(world, call)).toBe(sent);
      const [form, ...others] = [...world.backend.forms.values()];
      expect(others).toEqual([]);
      expect(form).toMatchObject({ registrations: 1 });
      expect(form?.signature).not.toBeNull();
      expect(form?.documents).toHaveLength(2);
    },
  );

  it('takes a sending slot, and writes the second copy before anything is sent', async () => {
    const { world, id } = await refusedRepeat('RegisterSim', conflict);
    expect(world.row(id).keys?.q).toBeUndefined();
    await sendRest(world.ports(), id);
    expect(world.row(id).keys?.q).toBeDefined();
    expect(world.row(id).mirrored).toBe(false);
  });

  it('does nothing twice, nor for a document, nor for a deleted form', async () => {
    const { world, id } = await refusedRepeat('RegisterSim', conflict);
    const both = [sendRest(world.ports(), id), sendRest(world.ports(), id)];
    const done = await world.clock.run(Promise.all(both));
    expect(done.map(({ status }) => status)).toEqual(['done', 'underWay']);
    await world.settle();
    expect(await sendRest(world.ports(), id)).toEqual({ status: 'underWay' });

    const other = await world.submitted();
    world.backend.faultOf = ({ call }) => (call === 'SaveIdDocument' ? conflict : undefined);
    await world.settle();
    expect(world.row(other).status).toBe('rejected');
    expect(await sendRest(world.ports(), other)).toEqual({ status: 'refused' });
    world.disk.submissions.delete(other);
    expect(await sendRest(world.ports(), other)).toEqual({ status: 'gone' });
  });

  /** Each entry changes the form after the refusal. */
  const edits: Readonly<Record<string, (world: SyncWorld, id: SubmissionId) => Promise<unknown>>> =
    {
      'an answer': (world, id) => world.edit(id, { values: { ...values, surname: 'Zulu' } }),
      'a document that was added': (world, id) => world.addDocument(id, 'idDocument'),
      'a document that was removed': async (world, id) => {
        const [, second] = (await world.form(id)).attachments.filter(
          ({ kind }) => kind === 'idDocument',
        );
        world.disk.attachments.delete(second!.id);
        world.disk.blobs.delete(second!.id);
      },
      'a signature that was cleared': (world, id) => world.edit(id, { signatureSize: null }),
      'a signature that was drawn anew': async (world, id) => {
        const points = [{ x: 1, y: 2, time: world.clock.now() + 1 }];
        world.disk.strokes.push({ submissionId: id, index: 0, points });
      },
    };

  it.each(Object.entries(edits))(
    'is refused and no longer offered after an edit, which Submit sends: %s',
    async (_, edit) => {
      const { world, id } = await refusedRepeat('RegisterSim', conflict);
      const before = world.backend.sent.length;
      expect(stepToConfirmByHand(await world.opened(id))).not.toBeNull();
      await edit(world, id);
      expect(await sendRest(world.ports(), id)).toEqual({ status: 'edited' });
      expect(await sendRest(world.ports(), id)).toEqual({ status: 'edited' });
      expect(stepToConfirmByHand(await world.opened(id))).toBeNull();
      await world.settle();
      expect(world.backend.sent).toHaveLength(before);

      world.backend.faultOf = () => undefined;
      expect((await submit(world.ports(), id, signature('anew'))).status).toBe('saved');
      expect(world.row(id).edited).toBeUndefined();
      const { attachments, draft } = await world.form(id);
      await world.settle();
      expect(world.row(id).status).toBe('delivered');
      const form = [...world.backend.forms.values()].at(-1);
      expect(form?.body).toContain(`"surname":"${draft.values['surname']}"`);
      const documents = attachments.filter(({ kind }) => kind === 'idDocument');
      expect(form?.documents).toHaveLength(documents.length);
    },
  );

  const pen = { cannotSign: true, witnessName: 'Ann Bee', signedByName: false };
  const byName = { ...pen, signedByName: true };

  it.each<readonly [string, Values, Values]>([
    ['another name of the witness who drew', pen, { witnessName: 'Carl Dee' }],
    ['a witness who drew and now signs by name', pen, { signedByName: true }],
    ['a witness who signed by name and now by earlier strokes', byName, { signedByName: false }],
    ['another name of the witness who signed by name', byName, { witnessName: 'Carl Dee' }],
    ['a customer in place of the witness', pen, { cannotSign: false }],
  ])('is refused and no longer offered after another signer: %s', async (_, first, then) => {
    const { world, id } = await refusedRepeat('RegisterSim', conflict, first);
    await startCorrection(world.ports(), id);
    const { draft } = await world.form(id);
    await world.edit(id, { values: { ...draft.values, ...then } });
    expect(await sendRest(world.ports(), id)).toEqual({ status: 'edited' });
    expect(stepToConfirmByHand(await world.opened(id))).toBeNull();
  });

  it.each([
    ['drew', pen],
    ['signed by name', byName],
  ])('is offered and works for the witness who %s, though a section was opened', async (_, by) => {
    const { world, id } = await refusedRepeat('RegisterSim', conflict, by);
    await world.edit(id, { section: 'customer', updatedAt: world.clock.now() + 1000 });
    await keepDraftCopy(world.ports(), id);
    expect(stepToConfirmByHand(await world.opened(id))).not.toBeNull();
    expect((await sendRest(world.ports(), id)).status).toBe('done');
  });

  it('is offered again once a letter that was typed is deleted', async () => {
    const { world, id } = await refusedRepeat('RegisterSim', conflict);
    await world.edit(id, { values: { ...values, surname: 'Nkosix' } });
    await keepDraftCopy(world.ports(), id);
    expect(stepToConfirmByHand(await world.opened(id))).toBeNull();
    await world.edit(id, { values });
    await keepDraftCopy(world.ports(), id);
    expect(stepToConfirmByHand(await world.opened(id))).not.toBeNull();
    expect((await sendRest(world.ports(), id)).status).toBe('done');
  });

  it('is not offered again after a Submit that was undone, whose signature replaced the sent one', async () => {
    const { world, id } = await refusedRepeat('RegisterSim', conflict);
    await world.edit(id, { values: { ...values, surname: 'Zulu' } });
    await keepDraftCopy(world.ports(), id);
    const { secondCopy, ...ports } = world.ports();
    const put = () => Promise.reject(new DOMException('', 'QuotaExceededError'));
    const full = { ...ports, secondCopy: { ...secondCopy, put } };
    expect(await submit(full, id, signature('anew'))).toMatchObject({ reason: 'quota' });
    expect(world.row(id).status).toBe('rejected');
    await keepDraftCopy(world.ports(), id);
    expect(stepToConfirmByHand(await world.opened(id))).toBeNull();
    expect((await sendRest(world.ports(), id)).status).toBe('edited');
  });

  it('judges by the times alone if an older build stored no signer', async () => {
    const { world, id } = await refusedRepeat('RegisterSim', conflict, pen);
    const key = await world.keyStore().keyOf(world.row(id));
    const { payload } = await world.form(id);
    if (key === null || payload === null) throw new Error('The form is not readable.');
    const { signer, ...older } = payload;
    expect(signer).toEqual({ witness: 'Ann Bee', isByName: false });
    world.disk.payloads.set(id, await sealPayload(key, older));
    expect((await sendRest(world.ports(), id)).status).toBe('done');
  });

  it('stores the signer only encrypted', async () => {
    const { world, id } = await refusedRepeat('RegisterSim', conflict, pen);
    expect(Object.keys(world.disk.payloads.get(id) ?? {}).sort()).toEqual([
      'id',
      'sealed',
      'sha256',
    ]);
  });

  it('is no longer offered once the form writes its copy after an edit', async () => {
    const { world, id } = await refusedRepeat('RegisterSim', conflict);
    await keepDraftCopy(world.ports(), id);
    expect(stepToConfirmByHand(await world.opened(id))).not.toBeNull();
    await world.edit(id, { values: { ...values, surname: 'Zulu' } });
    await keepDraftCopy(world.ports(), id);
    expect(stepToConfirmByHand(await world.opened(id))).toBeNull();
  });

  it('is no longer offered if the form is left while an earlier copy is still being written', async () => {
    const { world, id } = await refusedRepeat('RegisterSim', conflict);
    const { secondCopy, ...ports } = world.ports();
    const put: typeof secondCopy.put = async (...values) => {
      await world.clock.sleep(400, new AbortController().signal);
      return secondCopy.put(...values);
    };
    const slow = { ...ports, secondCopy: { ...secondCopy, put } };
    const copies = [keepDraftCopy(slow, id)];
    await world.clock.run(world.clock.sleep(100, new AbortController().signal));
    await world.edit(id, { values: { ...values, surname: 'Zulu' } });
    copies.push(keepDraftCopy(slow, id));
    await world.clock.run(Promise.all(copies));
    expect(stepToConfirmByHand(await world.opened(id))).toBeNull();
  });

  it('is offered and works though the form was opened and read', async () => {
    const { world, id } = await refusedRepeat('RegisterSim', conflict);
    await startCorrection(world.ports(), id);
    await world.edit(id, { section: 'customer', field: 'surname', revision: 2 });
    expect(await sendRest(world.ports(), id)).toMatchObject({ status: 'done' });
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
  });

  it('is not needed again after a correction of another step', async () => {
    const { world, id } = await refusedRepeat('RegisterSim', conflict);
    const sent = times(world, 'RegisterSim');
    await sendRest(world.ports(), id);
    let refusals = 1;
    world.backend.faultOf = ({ call }) => {
      if (call === 'RegisterSim') return conflict;
      if (call !== 'SaveIdDocument' || refusals === 0) return undefined;
      refusals -= 1;
      return already;
    };
    await world.settle();
    expect(world.row(id).status).toBe('rejected');
    expect((await submit(world.ports(), id, signature())).status).toBe('saved');
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
    expect(times(world, 'RegisterSim')).toBe(sent);
  });
});

describe('the answer to a form', () => {
  it('may take two minutes, for a form of any size', async () => {
    const world = new SyncWorld();
    world.pool(2);
    await world.submitted();
    await world.submitted({ kind: 'replacement', values });
    await world.drain();
    const waits = (call: string) =>
      world.backend.sent.flatMap(({ request, options }) =>
        request.call === call ? [options.timeoutMs] : [],
      );
    for (const call of ['RegisterSim', 'ReplaceSim'])
      expect(Math.min(...waits(call))).toBeGreaterThanOrEqual(120_000);
    expect(Math.max(...waits('SaveSignature'))).toBeLessThan(60_000);
  });

  it('is not awaited at the end of a sync event, which is too short', async () => {
    const world = new SyncWorld();
    world.pool(2);
    await world.submitted();
    const late = await world.submitted();
    // After a lost connection the drain makes one call at a time. The second form's turn comes after 60 s.
    world.backend.delay = (request, signal) =>
      world.clock.sleep(request.call === 'RegisterSim' ? 60_000 : 300, signal);
    world.disk.hold = {
      reason: 'network',
      since: 0,
      nextProbeAt: 0,
      httpStatus: null,
      tries: 1,
    };
    const event = { budgetMs: 120_000, maxCallMs: 170_000, endMs: 170_000 };
    const result = await world.drain(event);
    expect(result).toMatchObject({ delivered: 1, waiting: 1 });
    for (const { request, options } of world.backend.sent)
      if (request.call === 'RegisterSim') expect(options.timeoutMs).toBeGreaterThanOrEqual(120_000);
    expect(world.row(late).everSent).toBeUndefined();
    await world.settle();
    expect(world.row(late).status).toBe('delivered');
  });
});
