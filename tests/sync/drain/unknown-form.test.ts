import { describe, expect, it } from 'vitest';
import type { FormId } from '../../../src/domain/ids.ts';
import { sendRest } from '../../../src/sync/submit/after-submit.ts';
import { submit } from '../../../src/sync/submit/submit.ts';
import type { Fault } from '../../support/backend/model-backend.ts';
import { SyncWorld, signature } from '../../support/world/sync-world.ts';

const byKey: Fault = {
  fault: 'refused',
  httpStatus: 400,
  errors: { FormId: ['This form is not known. Ask for a new form id.'] },
};

const inWords = (description: string): Fault => ({
  fault: 'refused',
  httpStatus: 200,
  description,
});
const underNoKey = (text: string): Fault => ({
  fault: 'refused',
  httpStatus: 400,
  errors: { '': [text] },
});
const notFound: Fault = { fault: 'status', httpStatus: 404 };

/** A backend that lost its forms. It knows only the form numbers that it has returned since then. */
function forgetful(world: SyncWorld, unknown: Fault = byKey): void {
  const known = new Set<FormId>();
  world.backend.faultOf = (request) => {
    for (const each of world.backend.handedOut) known.add(each);
    if (request.call === 'GetInfo') return undefined;
    return known.has(request.formId) ? undefined : unknown;
  };
}

describe('a server that does not know the form number', () => {
  it('gives another number by itself, if it had confirmed nothing', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted({ documents: ['idDocument', 'idDocument'] });
    const first = world.row(id).formId;
    forgetful(world);
    await world.drain();
    expect(world.row(id)).toMatchObject({ status: 'delivered', maybeTwice: [] });
    expect(world.row(id).formId).not.toBe(first);
    expect(world.backend.documentNames()).toHaveLength(2);
    const keys = world.backend.sent.flatMap(({ request, options }) =>
      request.call === 'RegisterSim' ? [options.idempotencyKey] : [],
    );
    expect(new Set(keys).size).toBe(2);
  });

  it('that knows no number makes the form wait for a person, and gets a new request at each Submit', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    world.backend.faultOf = (request) => (request.call === 'GetInfo' ? undefined : byKey);
    await world.drain();
    expect(world.row(id).status).toBe('rejected');
    expect(world.backend.calls().filter((call) => call === 'RegisterSim')).toHaveLength(2);

    const refused = world.row(id).formId;
    world.backend.faultOf = () => undefined;
    expect((await submit(world.ports(), id, signature())).status).toBe('saved');
    await world.drain();
    expect(world.row(id).status).toBe('delivered');
    expect(world.row(id).formId).not.toBe(refused);
  });

  it('keeps its number if anything was confirmed under it', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    const { formId } = world.row(id);
    world.backend.faultOf = (request) => (request.call === 'SaveSignature' ? byKey : undefined);
    await world.drain();
    expect(world.row(id)).toMatchObject({ status: 'rejected', formId });
    await submit(world.ports(), id, signature('another'));
    expect(world.row(id).formId).toBe(formId);
  });

  it('gets one registration, even if the phone is killed between refusal and new number', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    forgetful(world);
    const { api } = world.ports();
    const dying = new AbortController();
    await world.drain(
      { signal: dying.signal },
      world.ports({
        api: {
          send: async (request, options) => {
            const answer = await api.send(request, options);
            if (request.call === 'RegisterSim') dying.abort();
            return answer;
          },
        },
      }),
    );
    expect(world.row(id)).toMatchObject({ status: 'queued', formId: null });
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
    expect(world.backend.forms.size).toBe(1);
  });
});

describe('a form that the server does not know, in any words', () => {
  it.each<[string, Fault]>([
    ['a key', byKey],
    ['200 and words', inWords('Form not found.')],
    ['words under no key', underNoKey('The form has expired.')],
    ['another word for it', underNoKey('Unknown formGuid')],
    ['words that only name the form', underNoKey('Please check this form.')],
    ['a key, and no such words', { ...byKey, errors: { FormId: ['Not valid.'] } } as Fault],
    ['404', notFound],
    ['a word of both kinds', underNoKey('The form has expired. Please resubmit it.')],
    ['a number that is unique', inWords('The form with this unique identifier was not found.')],
    ['another form', underNoKey('Unknown form. Please start another form.')],
  ])('gets one fresh number by itself: %s', async (_, unknown) => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    const first = world.row(id).formId;
    forgetful(world, unknown);
    await world.drain();
    expect(world.row(id)).toMatchObject({ status: 'delivered', renumberings: 1 });
    expect(world.row(id).formId).not.toBe(first);
    expect(world.backend.forms.size).toBe(1);
  });

  it.each<[string, Fault]>([
    ['already', underNoKey('This form was sent already.')],
    ['registered', inWords('The form of this SIM is registered.')],
    ['duplicate', underNoKey('Duplicate form.')],
    ['a key, and such a word', { ...byKey, errors: { FormId: ['It was used before.'] } } as Fault],
    ['a field', { ...byKey, errors: { Surname: ['The form needs it.'] } } as Fault],
    ['nothing of a form', inWords('Please check the information.')],
    ['accepted', underNoKey('This form was accepted earlier.')],
    ['another form', underNoKey('This SIM card is on another form.')],
    ['unique', { ...byKey, errors: { FormId: ['It must be unique.'] } } as Fault],
  ])('keeps its number where the server may have it: %s', async (_, refusal) => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    const { formId } = world.row(id);
    world.backend.faultOf = ({ call }) => (call === 'RegisterSim' ? refusal : undefined);
    await world.drain();
    expect(world.row(id)).toMatchObject({ status: 'rejected', formId });
    expect(world.backend.calls().filter((call) => call === 'RegisterSim')).toHaveLength(1);
    await submit(world.ports(), id, signature());
    expect(world.row(id).formId).toBe(formId);
  });

  it('never pauses other forms by its 404', async () => {
    const world = new SyncWorld();
    world.pool(3);
    const ids = [await world.submitted(), await world.submitted(), await world.submitted()];
    const forgotten = world.row(ids[1]!).formId;
    world.backend.faultOf = (request) =>
      'formId' in request && request.formId === forgotten ? notFound : undefined;
    await world.drain();
    expect(ids.map((id) => world.row(id).status)).toEqual(ids.map(() => 'delivered'));
    expect(world.disk.hold).toBeNull();
  });

  it('pauses the outbox if the new number is not found either', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    world.backend.faultOf = ({ call }) => (call === 'RegisterSim' ? notFound : undefined);
    await world.drain();
    expect(world.row(id)).toMatchObject({ status: 'queued', renumberings: 1 });
    expect(world.disk.hold).toMatchObject({ reason: 'version', httpStatus: 404 });
    expect(world.backend.calls().filter((call) => call === 'RegisterSim')).toHaveLength(2);
  });

  it.each<[string, Fault, string]>([
    ['does not answer', { fault: 'lost' }, 'network'],
    ['answers 404 to GetInfo, too', notFound, 'version'],
  ])('keeps its number at a 404 of a server that %s', async (_, info, reason) => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    const { formId } = world.row(id);
    world.backend.faultOf = ({ call }) => (call === 'GetInfo' ? info : notFound);
    await world.drain({ budgetMs: 1000 });
    expect(world.row(id)).toMatchObject({ status: 'queued', formId });
    expect(world.row(id).renumberings).toBeUndefined();
    expect(world.disk.hold).toMatchObject({ reason });
  });

  it('waits for a person at a 404 after an attempt without an answer: the server may have it', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    const { formId } = world.row(id);
    let isFirst = true;
    world.backend.faultOf = ({ call }) => {
      if (call !== 'RegisterSim') return undefined;
      if (!isFirst) return notFound;
      isFirst = false;
      return { fault: 'noReply' };
    };
    await world.settle();
    expect(world.row(id)).toMatchObject({ status: 'rejected', formId });
    expect(world.disk.hold).toBeNull();
    await sendRest(world.ports(), id);
    world.backend.faultOf = () => undefined;
    await world.settle();
    expect(world.row(id)).toMatchObject({ status: 'delivered', formId });
    expect(world.backend.forms.size).toBe(1);
  });

  it.each([
    ['has it', 'noReply', 1],
    ['does not have it', 'lost', 0],
  ] as const)(
    'keeps its number for another Submit at such a 404: the server %s',
    async (_, first, before) => {
      const world = new SyncWorld();
      world.pool(1);
      const id = await world.submitted();
      const { formId } = world.row(id);
      let tries = 0;
      world.backend.faultOf = ({ call }) => {
        if (call !== 'RegisterSim') return undefined;
        tries += 1;
        return tries === 1 ? { fault: first } : notFound;
      };
      await world.settle();
      expect(world.row(id)).toMatchObject({ status: 'rejected', formId });
      const registered = () =>
        [...world.backend.forms.values()].filter(({ registrations }) => registrations > 0);
      expect(registered()).toHaveLength(before);
      expect((await submit(world.ports(), id, signature())).status).toBe('saved');
      expect(world.row(id)).toMatchObject({ formId });
      // A server without the form answers 404 to the new step, too.
      world.backend.faultOf = (request) =>
        before === 0 && request.call === 'RegisterSim' && request.formId === formId
          ? notFound
          : undefined;
      await world.settle();
      expect(world.row(id).status).toBe('delivered');
      expect(world.row(id).formId === formId).toBe(before === 1);
      expect(registered()).toHaveLength(1);
    },
  );

  it.each<[string, Fault]>([
    ['a key', byKey],
    ['words', inWords('Form not found.')],
  ])('waits for a person after an attempt without an answer: %s', async (_, refusal) => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    const { formId } = world.row(id);
    let tries = 0;
    world.backend.faultOf = ({ call }) => {
      if (call !== 'RegisterSim') return undefined;
      tries += 1;
      return tries === 1 ? { fault: 'noReply' } : refusal;
    };
    await world.settle();
    expect(world.row(id)).toMatchObject({ status: 'rejected', formId });
    await sendRest(world.ports(), id);
    await world.settle();
    expect(world.row(id)).toMatchObject({ status: 'delivered', formId });
    expect(world.backend.forms.size).toBe(1);
  });

  it('keeps its number for an unchanged Submit if the refusal only names the form', async () => {
    const world = new SyncWorld({ idempotent: false, lists: 'all' });
    world.pool(1);
    const id = await world.submitted();
    const { formId } = world.row(id);
    let tries = 0;
    world.backend.faultOf = (request) => {
      if (request.call !== 'RegisterSim' || request.formId !== formId) return undefined;
      tries += 1;
      return tries === 1
        ? { fault: 'noReply' }
        : ({ ...byKey, errors: { FormId: ['The value is invalid.'] } } as Fault);
    };
    await world.settle();
    expect((await submit(world.ports(), id, signature())).status).toBe('saved');
    await world.settle();
    expect(world.row(id)).toMatchObject({ status: 'rejected', formId });
    expect(world.backend.forms.size).toBe(1);
    await sendRest(world.ports(), id);
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
  });

  it('is in doubt only after a call that the server may have read', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    world.backend.faultOf = () => ({ fault: 'status', httpStatus: 401 });
    await world.drain();
    world.clock.pass(3_600_000);
    forgetful(world);
    await world.settle();
    expect(world.row(id)).toMatchObject({ status: 'delivered', renumberings: 1 });
  });

  it.each<[string, Fault]>([
    ['in words', inWords('Form not found.')],
    ['by 404', notFound],
  ])('is no dead end after ‘Send the rest’: %s', async (_, unknown) => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    const { formId } = world.row(id);
    world.backend.faultOf = ({ call }) =>
      call === 'RegisterSim' ? { fault: 'status', httpStatus: 409 } : undefined;
    await world.settle();
    await sendRest(world.ports(), id);
    // The person was wrong, because the server has no such form.
    forgetful(world, unknown);
    await world.settle();
    expect(world.row(id)).toMatchObject({ status: 'rejected', formId });
    expect(world.disk.hold).toBeNull();
    expect((await submit(world.ports(), id, signature())).status).toBe('saved');
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
    expect(world.row(id).formId).not.toBe(formId);
    const forms = [...world.backend.forms.values()].filter(
      ({ registrations }) => registrations > 0,
    );
    expect(forms).toHaveLength(1);
  });

  it('requests a new number, and uses none of the pool, which may be unknown too', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    world.backend.faultOf = ({ call }) => (call === 'RegisterSim' ? byKey : undefined);
    await world.drain();
    expect(world.row(id).status).toBe('rejected');
    world.pool(2);
    const pool = [...world.disk.formGuids];
    expect((await submit(world.ports(), id, signature())).status).toBe('saved');
    expect(world.row(id)).toMatchObject({ formId: null });
    expect(world.row(id).steps[0]?.content.call).toBe('GetInfo');
    expect(world.disk.formGuids).toEqual(pool);
    world.backend.faultOf = () => undefined;
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
    expect(pool).not.toContain(world.row(id).formId);
  });
});
