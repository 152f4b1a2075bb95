import { describe, expect, it } from 'vitest';
import type { FormId } from '../../../src/domain/ids.ts';
import { submit } from '../../../src/sync/submit/submit.ts';
import type { Fault } from '../../support/backend/model-backend.ts';
import { SyncWorld, signature } from '../../support/world/sync-world.ts';

const unknown: Fault = {
  fault: 'refused',
  httpStatus: 400,
  errors: { FormId: ['This form is not known. Ask for a new form id.'] },
};

/** A backend that lost its forms: it knows the numbers that it handed out since, and no others. */
function forgetful(world: SyncWorld): void {
  const known = new Set<FormId>();
  world.backend.faultOf = (request) => {
    for (const each of world.backend.handedOut) known.add(each);
    if (request.call === 'GetInfo') return undefined;
    return known.has(request.formId) ? undefined : unknown;
  };
}

describe('a server that does not know the form’s number', () => {
  it('is asked for another by itself, where it had confirmed nothing', async () => {
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

  it('that knows no number at all waits for a person, and is asked anew at each Submit', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    world.backend.faultOf = (request) => (request.call === 'GetInfo' ? undefined : unknown);
    await world.drain();
    expect(world.row(id).status).toBe('rejected');
    expect(world.backend.calls().filter((call) => call === 'RegisterSim')).toHaveLength(3);

    const refused = world.row(id).formId;
    world.backend.faultOf = () => undefined;
    expect((await submit(world.ports(), id, signature())).status).toBe('saved');
    await world.drain();
    expect(world.row(id).status).toBe('delivered');
    expect(world.row(id).formId).not.toBe(refused);
  });

  it('keeps its number where anything was confirmed under it', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    const { formId } = world.row(id);
    world.backend.faultOf = (request) => (request.call === 'SaveSignature' ? unknown : undefined);
    await world.drain();
    expect(world.row(id)).toMatchObject({ status: 'rejected', formId });
    await submit(world.ports(), id, signature('another'));
    expect(world.row(id).formId).toBe(formId);
  });

  it('gets one registration, though the phone dies between the refusal and the new number', async () => {
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
