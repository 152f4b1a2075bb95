import { describe, expect, test } from 'vitest';
import { canReturnToDraft } from '../../../src/domain/submission-state.ts';
import { POOL_GOAL } from '../../../src/store/outbox/form-guids.ts';
import { drain, pageLimits } from '../../../src/sync/drain/drain.ts';
import type { ApiRequest } from '../../../src/sync/ports/ports.ts';
import { sendRest } from '../../../src/sync/submit/after-submit.ts';
import type { Fault } from '../../support/backend/model-backend.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

const signal = new AbortController().signal;

async function waiting(): Promise<{
  world: SyncWorld;
  id: Awaited<ReturnType<SyncWorld['submitted']>>;
}> {
  const world = new SyncWorld();
  world.pool(POOL_GOAL);
  return { world, id: await world.submitted() };
}

describe('a device that reports to be offline', () => {
  test('sends nothing that would be in doubt, so the submission can still become a draft', async () => {
    const { world, id } = await waiting();
    world.backend.faultOf = () => ({ fault: 'lost' });
    const result = await world.drain({}, world.ports({ looksOffline: () => true }));
    expect(result).toMatchObject({ waiting: 1, hold: { reason: 'network' } });
    expect(new Set(world.backend.sent.map(({ request }) => request.call))).toEqual(
      new Set(['GetInfo']),
    );
    expect(world.row(id).steps[0]?.state).toEqual({ status: 'pending' });
    expect(canReturnToDraft(world.row(id))).toBe(true);
  });

  test('sends anyway if the server answers', async () => {
    const { world, id } = await waiting();
    await world.drain({}, world.ports({ looksOffline: () => true }));
    expect(world.row(id).status).toBe('delivered');
    const probes = world.backend.sent.filter(({ request }) => request.call === 'GetInfo');
    // One probe before the first step. The probe's formGuid fills the pool, so the drain needs no other GetInfo.
    expect(probes).toHaveLength(1);
  });
});

test('each failed attempt is counted, with the server’s answer', async () => {
  const { world } = await waiting();
  world.backend.faultOf = (_, n) =>
    ([{ fault: 'lost' }, { fault: 'status', httpStatus: 503 }, { fault: 'lost' }] as const)[n];
  const tried: (number | null)[] = [];
  const ports = world.ports();
  const failedAttempts = async ({ httpStatus }: { httpStatus: number | null }) =>
    void tried.push(httpStatus);
  await world.drain({}, { ...ports, store: { ...ports.store, failedAttempts } });
  expect(tried).toEqual([null, 503, null]);
  const offline = world.ports({ looksOffline: () => true });
  await world.submitted();
  world.backend.faultOf = () => ({ fault: 'lost' });
  await world.drain({}, { ...offline, store: { ...offline.store, failedAttempts } });
  expect(tried.length).toBeGreaterThan(3);
});

describe('a drain that sleeps through a wait', () => {
  test.each(['online', 'sync', 'visible', 'start'] as const)(
    'continues at once on %s',
    async (reason) => {
      const { world, id } = await waiting();
      let lost = 3;
      world.backend.faultOf = () => {
        lost -= 1;
        return lost >= 0 ? { fault: 'lost' } : undefined;
      };
      const ports = world.ports({ random: () => 0.999 });
      const first = drain(ports, { ...pageLimits, signal });
      let second: Promise<unknown> | undefined;
      const whileItSleeps = (async () => {
        while (lost > 0) await world.clock.sleep(100, signal);
        await world.clock.sleep(2_500, signal);
        const before = world.clock.ticks();
        second = drain(world.ports(), { ...pageLimits, reason, signal });
        await second;
        while (world.row(id).status !== 'delivered') await world.clock.sleep(100, signal);
        return world.clock.ticks() - before;
      })();
      const took = await world.clock.run(
        Promise.all([first, whileItSleeps]).then(([, ticks]) => ticks),
      );
      expect(await second).toMatchObject({ status: 'busy' });
      expect(took).toBeLessThan(4_000);
    },
  );
});

describe('an outdated anti-forgery cookie', () => {
  test('is renewed by GetInfo before the call is tried again', async () => {
    const { world, id } = await waiting();
    let isFresh = false;
    world.backend.faultOf = ({ call }) => {
      if (call === 'GetInfo') isFresh = true;
      return isFresh ? undefined : { fault: 'status', httpStatus: 400 };
    };
    await world.drain();
    expect(world.row(id).status).toBe('delivered');
    expect(world.backend.sent.slice(0, 3).map(({ request }) => request.call)).toEqual([
      'RegisterSim',
      'GetInfo',
      'RegisterSim',
    ]);
  });
});

describe('an empty page of type HTML', () => {
  test('counts as success if GetInfo is answered after it', async () => {
    const world = new SyncWorld();
    world.pool(5);
    const id = await world.submitted();
    world.backend.faultOf = ({ call }) =>
      call === 'GetInfo' ? undefined : { fault: 'emptyPage', done: true };
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
    const sent = world.backend.sent.map(({ request }) => request.call);
    expect(sent.filter((call) => call === 'RegisterSim')).toHaveLength(2);
    expect(sent.filter((call) => call === 'SaveIdDocument')).toHaveLength(1);
    expect(world.backend.documentNames()).toHaveLength(1);
  });

  test('counts as a captive portal’s if GetInfo is not answered', async () => {
    const world = new SyncWorld();
    world.pool(5);
    const id = await world.submitted();
    world.backend.faultOf = ({ call }) =>
      call === 'GetInfo' ? { fault: 'foreign' } : { fault: 'emptyPage' };
    expect(await world.drain()).toMatchObject({ hold: { reason: 'portal' } });
    expect(world.row(id).status).toBe('queued');
    world.backend.faultOf = () => undefined;
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
    expect(world.backend.forms.size).toBe(1);
  });

  test('is not taken for success if the phone has left the portal before GetInfo', async () => {
    const world = new SyncWorld();
    world.pool(5);
    const id = await world.submitted();
    let isPortal = true;
    world.backend.faultOf = ({ call }) => {
      if (call !== 'RegisterSim' || !isPortal) return undefined;
      isPortal = false;
      return { fault: 'emptyPage' };
    };
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
    expect([...world.backend.forms.values()][0]?.registrations).toBe(1);
  });

  test('is not taken for success by an answer of GetInfo before it', async () => {
    const world = new SyncWorld();
    world.pool(5);
    const [one, two] = [await world.submitted(), await world.submitted()];
    const { formId: slow } = world.row(one);
    const isOfSlow = (request: ApiRequest): boolean =>
      request.call === 'RegisterSim' && request.formId === slow;
    let [isPortal, isTokenOld] = [false, true];
    world.backend.faultOf = (request) => {
      if (isOfSlow(request)) return { fault: 'emptyPage' };
      if (isPortal) return { fault: 'foreign' };
      if (request.call !== 'RegisterSim' || !isTokenOld) return undefined;
      isTokenOld = false;
      return { fault: 'status', httpStatus: 400 };
    };
    // While the first form's call is slow, the second one gets a new token. Then the phone comes behind a portal.
    world.backend.delay = async (request, signal) => {
      if (!isOfSlow(request)) return;
      await world.clock.sleep(5000, signal);
      isPortal = true;
    };
    await world.drain();
    expect(world.row(one).steps[0]?.state.status).not.toBe('confirmed');
    expect(world.row(two).steps[0]?.state.status).toBe('confirmed');
  });

  /** The backend stores the form and answers with an empty page. `later` are the answers to the next calls of the form. */
  async function refusedAfterEmptyPage(...later: readonly Fault[]) {
    const world = new SyncWorld({ idempotent: false, lists: 'all' });
    world.pool(5);
    const id = await world.submitted();
    const faults: Fault[] = [{ fault: 'emptyPage', done: true }, ...later];
    world.backend.faultOf = ({ call }) => (call === 'RegisterSim' ? faults.shift() : undefined);
    await world.settle();
    expect(faults).toEqual([]);
    return { world, id };
  }
  const notFound: Fault = { fault: 'status', httpStatus: 404 };

  test.each<[string, readonly Fault[]]>([
    ['404', [notFound]],
    [
      '400 and a key of the form',
      [{ fault: 'refused', httpStatus: 400, errors: { FormId: ['Not valid.'] }, description: '' }],
    ],
    ['401, and then 404', [{ fault: 'status', httpStatus: 401 }, notFound]],
    ['400 for its token, and then 404', [{ fault: 'status', httpStatus: 400 }, notFound, notFound]],
  ])('keeps the form’s number if the second call gets %s', async (_, later) => {
    const { world, id } = await refusedAfterEmptyPage(...later);
    expect(world.row(id)).toMatchObject({ status: 'rejected' });
    expect(world.row(id).steps[0]).toMatchObject({ doubted: true });
    expect(await sendRest(world.ports(), id)).toMatchObject({ status: 'done' });
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
    expect(world.backend.forms.size).toBe(1);
  });

  test('is in the history if a photo was sent twice because of it', async () => {
    const world = new SyncWorld({ idempotent: false, lists: 'own' });
    world.pool(5);
    const id = await world.submitted();
    world.backend.faultOf = ({ call }) =>
      call === 'GetInfo' ? undefined : { fault: 'emptyPage', done: true };
    // The first drain ends before the photo. So the photo is the next drain's first call.
    const stop = new AbortController();
    await world.drain({
      signal: stop.signal,
      onProgress: ({ steps }) => steps[1]?.state.status === 'confirmed' && stop.abort(),
    });
    await world.settle();
    const [name] = world.backend.documentNames();
    expect(world.backend.documentNames()).toEqual([name, name]);
    expect(world.row(id)).toMatchObject({ status: 'delivered', maybeTwice: [name] });
    expect(world.row(id).history).toContainEqual(
      expect.objectContaining({ what: 'maybeTwice', fileName: name }),
    );
  });
});
