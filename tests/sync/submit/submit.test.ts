import { describe, expect, it } from 'vitest';
import { type FormId, formId, type SubmissionId } from '../../../src/domain/ids.ts';
import { shownName } from '../../../src/domain/submission-state.ts';
import { keepDraftCopy, removeSubmission } from '../../../src/sync/submit/after-submit.ts';
import { submit } from '../../../src/sync/submit/submit.ts';
import { createMemoryCopy } from '../../support/fakes/memory-second-copy.ts';
import { individual, SyncWorld, signature } from '../../support/world/sync-world.ts';

const full = async (): Promise<never> => {
  throw new DOMException('The disk is full.', 'QuotaExceededError');
};
const withSecondCopy = (world: SyncWorld, changed: Partial<ReturnType<typeof createMemoryCopy>>) =>
  world.ports({ secondCopy: { ...createMemoryCopy(world.copyDisk), ...changed } });

describe('Submit', () => {
  it('stores the form twice before it reports success', async () => {
    const world = new SyncWorld();
    world.pool(2);
    const id = await world.draft();
    const result = await submit(world.ports(), id, signature());
    expect(result).toMatchObject({
      status: 'saved',
      submission: { status: 'queued', mirrored: true, personal: { customerName: 'Thandi Nkosi' } },
    });
    expect(world.disk.formGuids).toHaveLength(1);
    const json = (await world.ports().store.payload(id))?.json ?? '';
    expect(JSON.parse(json)).toMatchObject({
      formData: { surname: 'Nkosi' },
      latitude: -33.9,
      isBusinessCustomer: false,
    });
    expect(json).not.toContain('formId');
    const copy = world.copyDisk.get(id);
    expect(copy?.size).toBe(3);
    expect(copy?.get('submission.json')).not.toContain('Nkosi');
  });

  it.each([
    ['nothing', null, { latitude: null, longitude: null }],
    ['zeros', { latitude: 0, longitude: 0 }, { latitude: 0, longitude: 0 }],
  ])('says of a form without a location, as the build wants it: %s', async (_, said, sent) => {
    const world = new SyncWorld();
    const ports = world.ports({ locationWithoutFix: said });
    const bodyOf = async (location: null | undefined) => {
      const id = await world.draft();
      if (location === null) await world.edit(id, { location, withoutLocation: true });
      await submit(ports, id, signature());
      return JSON.parse((await world.ports().store.payload(id))?.json ?? '');
    };
    expect(await bodyOf(null)).toMatchObject(sent);
    expect(await bodyOf(undefined)).toMatchObject({ latitude: -33.9 });
  });

  it('sends nothing', async () => {
    const world = new SyncWorld();
    await submit(world.ports(), await world.draft(), signature());
    expect(world.backend.sent).toEqual([]);
  });

  it('makes one submission of a double press, in one tab or two', async () => {
    const world = new SyncWorld();
    world.pool(5);
    const id = await world.draft();
    const results = await world.clock.run(
      Promise.all([
        submit(world.ports(), id, signature()),
        submit(world.ports(), id, signature()),
        submit(world.ports({ lock: new SyncWorld().ports().lock }), id, signature()),
      ]),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([
      'alreadySubmitted',
      'alreadySubmitted',
      'saved',
    ]);
    expect(world.disk.formGuids).toHaveLength(4);
    expect((await submit(world.ports(), id, signature())).status).toBe('alreadySubmitted');
    await world.settle();
    expect((await submit(world.ports(), id, signature())).status).toBe('alreadySubmitted');
    expect(world.backend.forms.size).toBe(1);
  });

  it('waits for a draft that is being copied', async () => {
    const world = new SyncWorld();
    const id = await world.draft();
    const secondCopy = createMemoryCopy(world.copyDisk);
    const slow = withSecondCopy(world, {
      put: async (...values) => {
        await world.clock.sleep(400, new AbortController().signal);
        return secondCopy.put(...values);
      },
    });
    const [, submitted, removed] = await world.clock.run(
      Promise.all([
        keepDraftCopy(slow, id),
        submit(world.ports(), id, signature()),
        removeSubmission(world.ports(), await world.draft()),
      ]),
    );
    expect([submitted.status, removed.status]).toEqual(['saved', 'removed']);
  });

  it('refuses an incomplete form, and names the missing answers', async () => {
    const world = new SyncWorld();
    const { surname: _, ...values } = individual;
    const id = await world.draft({ values, documents: [] });
    const result = await submit(world.ports(), id, null);
    expect(result.status).toBe('invalid');
    const places = result.status === 'invalid' ? result.problems.map(({ at }) => at) : [];
    expect(places).toEqual(expect.arrayContaining(['surname', 'idDocument', 'signature']));
    expect(world.row(id).status).toBe('draft');
    expect(world.copyDisk.has(id)).toBe(false);
  });

  it('refuses unreadable files, by name', async () => {
    const world = new SyncWorld();
    const id = await world.draft({ documents: ['idDocument', 'idDocument'] });
    const [one, two] = [...world.disk.attachments.values()];
    world.disk.blobs.delete(one!.id);
    world.disk.blobs.set(two!.id, new Blob(['x'.repeat(two!.size)]));
    const result = await submit(world.ports(), id, signature());
    expect(result).toMatchObject({
      status: 'unreadable',
      files: [{ id: one!.id }, { id: two!.id }],
    });
    expect(world.row(id).status).toBe('draft');
  });

  it('repairs such a file from its copy', async () => {
    const world = new SyncWorld();
    const id = await world.draft();
    await keepDraftCopy(world.ports(), id);
    world.disk.blobs.clear();
    expect((await submit(world.ports(), id, signature())).status).toBe('saved');
    await world.settle();
    expect(world.backend.documentNames()).toHaveLength(1);
  });

  it('leaves the draft unchanged if the disk is full', async () => {
    const world = new SyncWorld();
    const id = await world.draft();
    const before = world.row(id);
    const store = { ...world.ports().store, freeze: full };
    expect(await submit(world.ports({ store }), id, signature())).toEqual({
      status: 'notSaved',
      reason: 'quota',
    });
    expect(await submit(withSecondCopy(world, { put: full }), id, signature())).toEqual({
      status: 'notSaved',
      reason: 'quota',
    });
    expect(world.row(id)).toMatchObject({ ...before, steps: [], status: 'draft' });
    expect((await submit(world.ports(), id, signature())).status).toBe('saved');
  });

  it('reports failure if its copy differs after it was read back', async () => {
    for (const isTorn of [(folder: string, id: string) => folder === id, () => true]) {
      const world = new SyncWorld();
      const id = await world.draft();
      const { secondCopy } = world.ports();
      const torn = withSecondCopy(world, {
        getText: async (folder, name) =>
          isTorn(folder, id) ? 'torn' : secondCopy.getText(folder, name),
      });
      expect(await submit(torn, id, signature())).toEqual({ status: 'notSaved', reason: 'device' });
      expect(world.row(id).status).toBe('draft');
    }
  });

  it('saves without second copies, or if they fail completely', async () => {
    const world = new SyncWorld();
    const broken = async (): Promise<never> => {
      throw new DOMException('no', 'UnknownError');
    };
    for (const changed of [{ isThere: async () => false }, { put: broken }]) {
      const id = await world.draft();
      expect((await submit(withSecondCopy(world, changed), id, signature())).status).toBe('saved');
      expect(world.row(id).status).toBe('queued');
    }
  });

  it('saves after half a minute if the second copy hangs', async () => {
    const world = new SyncWorld();
    const id = await world.draft();
    const begun = world.clock.ticks();
    const { put } = createMemoryCopy(world.copyDisk);
    const hanging = withSecondCopy(world, {
      put: (folder, ...file) => (folder === id ? new Promise(() => {}) : put(folder, ...file)),
    });
    const result = await world.clock.run(submit(hanging, id, signature()));
    expect(result.status).toBe('saved');
    expect(world.clock.ticks() - begun).toBe(30_000);
  });

  it('reads the draft again if another tab has just changed it', async () => {
    const world = new SyncWorld();
    const id = await world.draft();
    const { store } = world.ports();
    let changes = 0;
    const busy = {
      ...store,
      payload: store.payload,
      freeze: async (request: Parameters<typeof store.freeze>[0]) => {
        const { draft } = await world.form(id);
        const values = { ...draft.values, surname: 'Dlamini' };
        if (changes === 0) await world.edit(id, { revision: draft.revision + 1, values });
        changes += 1;
        return store.freeze(request);
      },
    };
    const result = await submit(world.ports({ store: busy }), id, signature());
    expect(result.status).toBe('saved');
    expect(shownName(await world.opened(id))).toBe('Thandi Dlamini');
  });

  it('reports if there is nothing to submit', async () => {
    const world = new SyncWorld();
    const id = await world.draft();
    await removeSubmission(world.ports(), id);
    expect((await submit(world.ports(), id, signature())).status).toBe('gone');
  });

  it('sends only the files that apply to this customer, ID documents first', async () => {
    const world = new SyncWorld();
    await world.submitted({ documents: ['companyRegistrationDocument', 'idDocument'] });
    await world.settle();
    expect(world.backend.calls()).not.toContain('SaveCompanyRegistrationDocument');
  });
});

describe('a drain beside a Submit', () => {
  it('does not touch a form that is being copied, and completes one whose Submit was killed', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.draft();
    let go = (): void => {};
    const slow = new Promise<void>((resolve) => {
      go = resolve;
    });
    const secondCopy = createMemoryCopy(world.copyDisk);
    const submitting = submit(
      withSecondCopy(world, {
        put: async (...values) => {
          await slow;
          return secondCopy.put(...values);
        },
      }),
      id,
      signature(),
    );
    await world.drain({ budgetMs: 5000 });
    expect(world.backend.calls()).not.toContain('RegisterSim');
    go();
    expect((await submitting).status).toBe('saved');
    expect(await world.drain()).toMatchObject({ delivered: 1 });
    expect(world.row(id).status).toBe('delivered');
  });
});

describe('a file that is lost after Submit', () => {
  it('is restored from its copy when it is sent', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    world.disk.blobs.clear();
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
    expect([...world.backend.forms.values()][0]?.documents[0]?.size).toBe(2000);
  });

  it('is never left out: the person reads its name, and other forms are sent', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    const other = await world.submitted();
    const [lost] = [...world.disk.attachments.values()].filter(
      (row) => row.submissionId === id && row.kind === 'idDocument',
    );
    world.disk.blobs.set(lost!.id, new Blob(['flipped']));
    world.loseCopy(id, lost!.id);
    await world.drain();
    expect(world.row(id).status).toBe('rejected');
    const { steps } = await world.opened(id);
    const states = JSON.stringify(steps.map(({ state }) => state));
    expect(states).toContain('photo.jpg');
    expect(states).toContain('"httpStatus":0');
    expect(world.row(other).status).toBe('delivered');
    expect(world.backend.documentNames()).toHaveLength(1);
  });
});

describe('a correction', () => {
  const corrects = formId('3F0C5C3E-9D1B-4C7A-8E21-5B6F0A9D4E77');
  const taking = async (what: string) => what === 'corrects' || null;
  const bodyIn = async (world: SyncWorld, id: SubmissionId) =>
    (await world.ports().store.payload(id))?.json ?? '';

  it('names the returned form only if the backend accepts the word', async () => {
    const world = new SyncWorld();
    const bodyWith = async (accepts: (what: string) => Promise<boolean | null>, of?: FormId) => {
      const id = await world.draft(of && { corrects: of });
      await submit(world.ports({ accepts }), id, signature());
      return bodyIn(world, id);
    };
    const plain = await bodyWith(async () => true);
    for (const answer of [null, false])
      expect(await bodyWith(async () => answer, corrects)).toBe(plain);
    const named = await bodyWith(taking, corrects);
    expect(named).toBe(plain.replace(/}$/, `,"corrects":"${corrects}"}`));
  });

  it('keeps its body, also after the backend withdrew the word', async () => {
    const world = new SyncWorld();
    const id = await world.draft({ corrects });
    await submit(world.ports({ accepts: taking }), id, signature());
    await world.settle();
    expect(world.row(id)).toMatchObject({ status: 'delivered', corrects });
    expect([...world.backend.forms.values()].map(({ body }) => JSON.parse(body).corrects)).toEqual([
      corrects,
    ]);
  });

  it.each<[string, 200 | 400, Readonly<Record<string, readonly string[]>>, boolean]>([
    ['as a whole', 400, {}, false],
    ['for an unknown member', 400, { $: ['The request has an unknown member.'] }, false],
    ['for a field', 400, { '$.formData.surname': ['It is too short.'] }, true],
    ['in an answer of success', 200, {}, true],
  ])('that is refused %s (%d) is submitted again', async (_, httpStatus, errors, isNamed) => {
    const world = new SyncWorld();
    const id = await world.draft({ corrects });
    const ports = world.ports({ accepts: taking });
    await submit(ports, id, signature());
    world.backend.faultOf = ({ call }) =>
      call === 'RegisterSim' ? { fault: 'refused', httpStatus, errors } : undefined;
    await world.settle();
    expect(world.row(id).status).toBe('rejected');
    world.backend.faultOf = () => undefined;
    expect(await submit(ports, id, null)).toMatchObject({ status: 'saved' });
    expect('corrects' in JSON.parse(await bodyIn(world, id))).toBe(isNamed);
    await world.settle();
    expect(world.row(id)).toMatchObject({ status: 'delivered', corrects });
    expect(world.backend.forms.size).toBe(1);
  });

  it('is not edited by a refusal, so ‘Send the rest’ stays', async () => {
    const world = new SyncWorld();
    const id = await world.draft({ corrects });
    await submit(world.ports({ accepts: taking }), id, signature());
    world.backend.faultOf = ({ call }) =>
      call === 'RegisterSim' ? { fault: 'refused', httpStatus: 400 } : undefined;
    await world.settle();
    await keepDraftCopy(world.ports(), id);
    expect(world.row(id).edited).toBeUndefined();
  });
});
