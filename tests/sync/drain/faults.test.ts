import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../src/domain/submission-state.ts';
import { POOL_GOAL } from '../../../src/store/outbox/form-guids.ts';
import type { ApiRequest } from '../../../src/sync/ports/ports.ts';
import { removeSubmission, sendNow } from '../../../src/sync/submit/after-submit.ts';
import type { Fault } from '../../support/backend/model-backend.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

const minute = 60_000;
const isUpload = (request: ApiRequest): boolean => request.call === 'SaveIdDocument';

/** A world with a pool, one submission, and a fault on the first request that `when` picks. */
async function faulty(fault: Fault, when: (request: ApiRequest) => boolean = () => true) {
  const world = new SyncWorld();
  world.pool(5);
  const id = await world.submitted();
  let met = false;
  world.backend.faultOf = (request) => {
    if (met || !when(request)) return undefined;
    met = true;
    return fault;
  };
  return { world, id };
}

const callsOf = (world: SyncWorld, call: ApiRequest['call']) =>
  world.backend.sent.filter(({ request }) => request.call === call);

describe('a temporary fault', () => {
  it.each<[string, Fault]>([
    ['nothing gets through', { fault: 'lost' }],
    ['the answer is lost', { fault: 'noReply' }],
    ['the call takes too long', { fault: 'noReply', reason: 'timeout' }],
    ['the browser sends it twice', { fault: 'resent' }],
    ['a portal answers', { fault: 'foreign' }],
    ['408', { fault: 'status', httpStatus: 408 }],
    ['425', { fault: 'status', httpStatus: 425 }],
    ['429', { fault: 'status', httpStatus: 429, headers: { 'retry-after': '3' } }],
    ['500 and nothing done', { fault: 'status', httpStatus: 500 }],
    ['500 though it was done', { fault: 'status', httpStatus: 500, done: true }],
    ['502', { fault: 'status', httpStatus: 502, done: true }],
    ['503', { fault: 'status', httpStatus: 503, headers: { 'retry-after': '5' } }],
    ['504', { fault: 'status', httpStatus: 504, done: true }],
    [
      '409 while the same key is under way',
      { fault: 'status', httpStatus: 409, headers: { 'retry-after': '2' } },
    ],
    ['400 without errors, once', { fault: 'status', httpStatus: 400 }],
    ['403, once', { fault: 'status', httpStatus: 403 }],
  ])('delivers by itself: %s', async (_, fault) => {
    for (const step of ['RegisterSim', 'SaveSignature', 'SaveIdDocument'] as const) {
      const { world, id } = await faulty(fault, ({ call }) => call === step);
      await world.settle();
      expect(world.row(id).status).toBe('delivered');
      expect(world.backend.documentNames()).toHaveLength(1);
      expect(new Set(callsOf(world, step).map(({ options }) => options.idempotencyKey)).size).toBe(
        1,
      );
    }
  });

  it('waits longer with every attempt, and stores the next time', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    world.backend.faultOf = () => ({ fault: 'lost' });
    const result = await world.drain();
    expect(result).toMatchObject({ status: 'drained', waiting: 1, hold: { reason: 'network' } });
    const { nextAt } = result as { nextAt: number };
    expect(nextAt).toBeGreaterThan(world.clock.now() + 30_000);
    expect(nextAt).toBeLessThanOrEqual(world.clock.now() + 5 * minute);
    expect(world.row(id).steps[0]).toMatchObject({ state: { status: 'inDoubt' } });
  });

  it('gives a call more time after a timeout', async () => {
    const { world } = await faulty({ fault: 'noReply', reason: 'timeout' });
    await world.settle();
    const [first, second] = callsOf(world, 'RegisterSim').map(({ options }) => options.timeoutMs);
    expect(first).toBeGreaterThanOrEqual(30_000);
    expect(second).toBeGreaterThan(first! * 1.4);
  });

  it('gives a file the time that a slow connection needs, within the sync event', async () => {
    const world = new SyncWorld();
    world.pool(1);
    await world.submitted({ photoSize: 400_000 });
    await world.drain({ budgetMs: 120_000, maxCallMs: 170_000, endMs: 170_000 });
    const [upload] = callsOf(world, 'SaveIdDocument');
    expect(upload?.options.timeoutMs).toBe(130_000);
    const event = new SyncWorld();
    event.pool(1);
    await event.submitted({ photoSize: 900_000 });
    await event.drain({ budgetMs: 120_000, maxCallMs: 170_000, endMs: 170_000 });
    expect(callsOf(event, 'SaveIdDocument')[0]?.options.timeoutMs).toBeLessThan(170_000);
  });
});

describe('a refusal', () => {
  it.each<[string, Fault, number]>([
    ['not successful', { fault: 'refused', httpStatus: 200 }, 200],
    [
      'field errors',
      { fault: 'refused', httpStatus: 400, errors: { SimCardNumber: ['Taken'] } },
      400,
    ],
    ['409', { fault: 'status', httpStatus: 409 }, 409],
    ['413', { fault: 'status', httpStatus: 413 }, 413],
    ['415', { fault: 'status', httpStatus: 415 }, 415],
    ['422', { fault: 'status', httpStatus: 422 }, 422],
  ])('stops that submission and no other: %s', async (_, fault, httpStatus) => {
    const { world, id } = await faulty(fault);
    const others = [await world.submitted(), await world.submitted(), await world.submitted()];
    const result = await world.drain();
    expect(result).toMatchObject({ delivered: 3, waiting: 0, hold: null });
    expect(world.row(id).status).toBe('rejected');
    expect(refusalOf(await world.opened(id))?.httpStatus).toBe(httpStatus);
    for (const other of others) expect(world.row(other).status).toBe('delivered');
    expect(world.disk.drafts.has(id)).toBe(true);
  });

  it('with 400 without errors follows one attempt with a fresh token', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    world.backend.faultOf = ({ call }) =>
      call === 'GetInfo' ? undefined : { fault: 'status', httpStatus: 400 };
    await world.drain();
    expect(callsOf(world, 'RegisterSim')).toHaveLength(2);
    expect(world.row(id).status).toBe('rejected');
  });

  it.each<[string, Fault]>([
    ['lost', { fault: 'lost' }],
    ['answered by something else', { fault: 'foreign' }],
    ['a 500', { fault: 'status', httpStatus: 500 }],
  ])('of 400 without errors does not come where the fresh cookie was %s', async (_, fault) => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    world.backend.faultOf = ({ call }, n) => {
      if (n > 1) return undefined;
      return call === 'GetInfo' ? fault : { fault: 'status', httpStatus: 400 };
    };
    await world.drain();
    expect(world.row(id).status).toBe('delivered');
  });

  it('does not follow from an old cookie: concurrent calls share one fresh cookie', async () => {
    const world = new SyncWorld();
    world.pool(10);
    const ids = [await world.submitted(), await world.submitted(), await world.submitted()];
    let isFresh = false;
    world.backend.faultOf = ({ call }) => {
      if (call !== 'GetInfo') return isFresh ? undefined : { fault: 'status', httpStatus: 400 };
      isFresh = true;
      return undefined;
    };
    await world.drain();
    for (const id of ids) expect(world.row(id).status).toBe('delivered');
    const calls = world.backend.calls();
    expect(calls.slice(0, 4)).toEqual(['RegisterSim', 'RegisterSim', 'RegisterSim', 'GetInfo']);
    expect(calls.slice(4, calls.lastIndexOf('SaveIdDocument'))).not.toContain('GetInfo');
  });
});

describe('a hold of the outbox', () => {
  it.each([
    [401, 'auth', 1],
    [403, 'auth', 2],
    [404, 'version', 1],
    [405, 'version', 1],
    [410, 'version', 1],
    [501, 'version', 1],
  ])('holds at %i', async (httpStatus, reason, calls) => {
    const world = new SyncWorld();
    world.pool(5);
    const ids = [await world.submitted(), await world.submitted(), await world.submitted()];
    world.backend.delay = async () => {};
    let answered = 0;
    world.backend.faultOf = ({ call }) => {
      // The drain uses GetInfo to get a fresh cookie.
      if (call !== 'GetInfo') answered += 1;
      return { fault: 'status', httpStatus };
    };
    const result = await world.drain();
    expect(result).toMatchObject({ status: 'drained', waiting: 3, hold: { reason, httpStatus } });
    const { nextAt } = result as { nextAt: number };
    expect(nextAt - world.clock.now()).toBeGreaterThan(29 * minute);
    // Only the calls that were already under way. Then the drain makes no more calls.
    expect(answered).toBeLessThanOrEqual(4 * calls);
    answered = 0;
    await world.drain();
    expect(answered).toBe(0);
    // Half an hour later, the drain makes one probe.
    world.clock.pass(31 * minute);
    await world.drain();
    expect(answered).toBe(calls);
    // A return to the app also probes. Then everything is delivered.
    world.backend.faultOf = () => undefined;
    expect(await world.drain({ reason: 'visible' })).toMatchObject({ delivered: 3, hold: null });
    for (const id of ids) expect(world.row(id).status).toBe('delivered');
  });

  it('follows the app’s own shell, and a portal only briefly', async () => {
    const shell = await faulty({ fault: 'foreign', isOwnShell: true });
    expect(await shell.world.drain()).toMatchObject({ hold: { reason: 'version' } });
    const portal = new SyncWorld();
    portal.pool(1);
    await portal.submitted();
    portal.backend.faultOf = () => ({ fault: 'foreign' });
    expect(await portal.drain()).toMatchObject({ hold: { reason: 'portal' } });
    portal.backend.faultOf = () => undefined;
    portal.clock.pass(5 * minute);
    expect(await portal.drain()).toMatchObject({ delivered: 1, hold: null });
  });

  it('lasts as long as the server asks, and ends early only by ‘Send now’', async () => {
    const { world } = await faulty({
      fault: 'status',
      httpStatus: 503,
      headers: { 'retry-after': '600' },
    });
    await world.submitted();
    const result = await world.drain();
    expect(result).toMatchObject({ hold: { reason: 'busy', httpStatus: 503 }, waiting: 2 });
    const sent = world.backend.sent.length;
    for (const reason of ['timer', 'online', 'visible', 'sync', 'start'] as const)
      await world.drain({ reason });
    expect(world.backend.sent).toHaveLength(sent);
    await world.clock.run(sendNow(world.ports()));
    expect(await world.drain()).toMatchObject({ waiting: 0 });
  });

  it('stops everything when the network fails, and sends one probe', async () => {
    const world = new SyncWorld();
    world.pool(5);
    for (let n = 0; n < 5; n += 1) await world.submitted();
    world.backend.faultOf = () => ({ fault: 'lost' });
    const first = await world.drain({ budgetMs: 1 });
    expect(first).toMatchObject({ hold: { reason: 'network' }, waiting: 5 });
    const before = world.backend.sent.length;
    expect(before).toBeLessThanOrEqual(4);
    await world.drain({ reason: 'online', budgetMs: 1 });
    expect(world.backend.sent.length).toBe(before + 1);
  });

  it('lets another submission probe if one always fails', async () => {
    const world = new SyncWorld();
    world.pool(5);
    const bad = await world.submitted();
    const good = [await world.submitted(), await world.submitted()];
    const badForm = world.row(bad).formId;
    world.backend.faultOf = (request) =>
      'formId' in request && request.formId === badForm ? { fault: 'lost' } : undefined;
    for (let n = 0; n < 20; n += 1) {
      await world.drain();
      world.clock.pass(minute);
    }
    for (const id of good) expect(world.row(id).status).toBe('delivered');
    expect(world.row(bad).status).toBe('queued');
  });
});

describe('the tries of a hold', () => {
  const failing = async (fault: Fault) => {
    const world = new SyncWorld();
    world.pool(5);
    await world.submitted();
    world.backend.faultOf = () => fault;
    for (let n = 0; n < 6; n += 1) await world.drain({ reason: 'visible' });
    return world;
  };
  const lost: Fault = { fault: 'lost' };

  it('start again in another network', async () => {
    const world = await failing(lost);
    expect(world.disk.hold?.tries).toBeGreaterThan(4);
    await world.drain({ reason: 'online', budgetMs: 1 });
    expect(world.disk.hold?.tries).toBe(1);
  });

  it('count for one kind: hours without signal do not delay a busy server’s retry', async () => {
    const world = await failing(lost);
    world.backend.faultOf = () => ({ fault: 'status', httpStatus: 503 });
    await world.drain({ reason: 'visible', budgetMs: 1 });
    expect(world.disk.hold).toMatchObject({ reason: 'busy', tries: 1 });
    const wait = (world.disk.hold?.nextProbeAt ?? 0) - world.clock.now();
    expect(wait).toBeLessThanOrEqual(10_000);
  });
});

describe('the clock', () => {
  it('may jump a year either way', async () => {
    for (const jump of [-365 * 24 * 60 * minute, 365 * 24 * 60 * minute]) {
      const world = new SyncWorld();
      world.pool(1);
      const id = await world.submitted();
      world.backend.faultOf = () => ({ fault: 'lost' });
      await world.drain();
      world.clock.jump(jump);
      world.backend.faultOf = () => undefined;
      world.clock.pass(61 * minute);
      await world.drain();
      expect(world.row(id).status).toBe('delivered');
    }
  });
});

describe('a clock that is behind a stored time', () => {
  it('is named as the cause while the network fails', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    world.clock.jump(-24 * 60 * minute);
    world.backend.faultOf = () => ({ fault: 'lost' });
    expect(await world.drain()).toMatchObject({ hold: { reason: 'clock' } });
    world.backend.faultOf = () => undefined;
    world.clock.pass(10 * minute);
    expect(await world.drain()).toMatchObject({ delivered: 1, hold: null });
    expect(world.row(id).status).toBe('delivered');
  });
});

describe('a hold', () => {
  it('ends if nothing waits, and the pool is refilled', async () => {
    const world = new SyncWorld();
    world.backend.faultOf = () => ({ fault: 'status', httpStatus: 401 });
    const id = await world.submitted();
    await world.drain();
    expect(world.disk.hold?.reason).toBe('auth');
    await world.clock.run(removeSubmission(world.ports(), id));
    world.backend.faultOf = () => undefined;
    expect(await world.drain()).toMatchObject({ hold: null, waiting: 0 });
    expect(world.disk.hold).toBeNull();
    expect(world.disk.formGuids).toHaveLength(POOL_GOAL);
  });
});

describe('concurrent calls', () => {
  it('are three, and one more for text steps', async () => {
    const world = new SyncWorld();
    world.pool(10);
    for (let n = 0; n < 8; n += 1)
      await world.submitted({ documents: ['idDocument', 'idDocument'] });
    world.backend.delay = (request, signal) =>
      world.clock.sleep(isUpload(request) ? 20_000 : 300, signal);
    await world.drain();
    expect(world.backend.mostUnderWay).toBe(4);
    const calls = world.backend.calls();
    const lastForm = calls.lastIndexOf('RegisterSim');
    const uploadsBefore = calls.slice(0, lastForm).filter((call) => call === 'SaveIdDocument');
    expect(uploadsBefore.length).toBeLessThan(6);
  });

  it('are one after a lost connection, until it has worked for a minute', async () => {
    const world = new SyncWorld();
    world.pool(40);
    for (let n = 0; n < 40; n += 1) await world.submitted();
    world.backend.delay = (_, signal) => world.clock.sleep(2000, signal);
    let cut = false;
    world.backend.faultOf = (request) => {
      if (cut || !isUpload(request)) return undefined;
      cut = true;
      return { fault: 'lost' };
    };
    let after = 0;
    const most: number[] = [];
    await world.drain({
      onProgress: () => {
        if (!cut) return;
        after += 1;
        most.push(world.backend.underWay);
      },
    });
    expect(after).toBeGreaterThan(60);
    expect(Math.max(...most.slice(6, 25))).toBeLessThanOrEqual(1);
    expect(Math.max(...most.slice(-40))).toBeGreaterThanOrEqual(2);
  });

  it('never send two steps of one submission at once', async () => {
    const world = new SyncWorld();
    world.pool(5);
    for (let n = 0; n < 4; n += 1)
      await world.submitted({ documents: ['idDocument', 'idDocument'] });
    const busy = new Map<string, number>();
    world.backend.delay = async (request, signal) => {
      const form = 'formId' in request ? request.formId : '';
      busy.set(form, (busy.get(form) ?? 0) + 1);
      expect(busy.get(form)).toBe(1);
      await world.clock.sleep(500, signal);
      busy.set(form, (busy.get(form) ?? 0) - 1);
    };
    expect(await world.drain()).toMatchObject({ delivered: 4 });
  });
});

describe('the time of a drain', () => {
  it('is not exceeded: no step starts late, and the rest waits', async () => {
    const world = new SyncWorld();
    world.pool(9);
    for (let n = 0; n < 9; n += 1) await world.submitted();
    world.backend.delay = (_, signal) => world.clock.sleep(10_000, signal);
    const started: number[] = [];
    const begin = world.clock.ticks();
    world.backend.faultOf = () => {
      started.push(world.clock.ticks() - begin);
      return undefined;
    };
    const result = await world.drain({ budgetMs: 40_000, maxCallMs: 170_000 });
    expect(result).toMatchObject({ status: 'drained' });
    expect((result as { waiting: number }).waiting).toBeGreaterThan(0);
    expect(Math.max(...started)).toBeLessThan(41_000);
  });

  it('ends at once when the drain must stop, and nothing is lost', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    const stop = new AbortController();
    world.backend.delay = async (_, signal) => {
      stop.abort();
      await world.clock.sleep(60_000, signal);
    };
    await world.drain({ signal: stop.signal });
    expect(world.row(id).steps[0]).toMatchObject({ attempts: 0, state: { status: 'inDoubt' } });
    world.backend.delay = async () => {};
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
  });
});

describe('two drains', () => {
  it('never run at the same time, even without Web Locks', async () => {
    const world = new SyncWorld();
    world.pool(5);
    for (let n = 0; n < 3; n += 1) await world.submitted();
    const apart = {
      lock: {
        excludes: false,
        ifFree: async <T>(_: string, work: () => Promise<T>) =>
          ({ ran: true, value: await work() }) as const,
      },
    };
    const results = await Promise.all([
      world.drain({}, world.ports(apart)),
      world.drain({}, world.ports(apart)),
      world.drain({}, world.ports(apart)),
      world.drain({}, world.ports(apart)),
    ]);
    expect(results.filter(({ status }) => status === 'busy')).toHaveLength(3);
    expect(world.backend.documentNames()).toHaveLength(3);
    expect(world.backend.sent.length).toBe(3 * 3 + world.backend.handedOut.length);
  });

  it('that overlap after a freeze write nothing of the older one', async () => {
    const world = new SyncWorld({ idempotent: false, lists: 'all' });
    world.pool(5);
    const id = await world.submitted();
    const apart = {
      lock: {
        excludes: false,
        ifFree: async <T>(_: string, work: () => Promise<T>) =>
          ({ ran: true, value: await work() }) as const,
      },
    };
    let thaw = (): void => {};
    const frozen = new Promise<void>((resolve) => {
      thaw = resolve;
    });
    world.backend.faultOf = (_, n) => (n === 0 ? { fault: 'wait', until: frozen } : undefined);
    const older = world.drain(
      {},
      world.ports({
        ...apart,
        clock: {
          ...world.clock,
          now: world.clock.now,
          ticks: world.clock.ticks,
          sleep: () => new Promise(() => {}),
        },
      }),
    );
    older.catch(() => {});
    await world.clock.run(Promise.resolve());
    world.clock.pass(2 * minute);
    const younger = await world.drain({}, world.ports(apart));
    expect(younger).toMatchObject({ delivered: 1 });
    const receipt = world.row(id);
    thaw();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(world.row(id)).toBe(receipt);
    expect(world.backend.documentNames()).toHaveLength(1);
  });
});
