import { describe, expect, it } from 'vitest';
import type { SubmissionId } from '../../../src/domain/ids.ts';
import type { Answer } from '../../../src/domain/outcome.ts';
import { refusalOf } from '../../../src/domain/submission-state.ts';
import type { StoredSubmission, SubmissionRow } from '../../../src/store/format/submission-row.ts';
import type { OutboxStore } from '../../../src/store/outbox/outbox-port.ts';
import type { ApiResult, SyncApi } from '../../../src/sync/ports/ports.ts';
import { submit } from '../../../src/sync/submit/submit.ts';
import { clearRow } from '../../support/disk/app-database.ts';
import { createMemoryCopy } from '../../support/fakes/memory-second-copy.ts';
import { SyncWorld, signature } from '../../support/world/sync-world.ts';

/**
 * Sets the hold of a night without signal. Then the drain makes one step at a time, and prefers the submission with the fewest attempts.
 */
const held = (world: SyncWorld): void => {
  const now = world.clock.now();
  world.disk.hold = {
    reason: 'network',
    since: now,
    nextProbeAt: now,
    httpStatus: null,
    tries: 9,
  };
};

async function three(world: SyncWorld): Promise<[SubmissionId, SubmissionId, SubmissionId]> {
  world.pool(3);
  return [await world.submitted(), await world.submitted(), await world.submitted()];
}

/** The store, but the functions in `names` reject if they are called with `id`. */
function rejecting(
  store: OutboxStore,
  id: SubmissionId,
  names: readonly (keyof OutboxStore)[],
  error: Error = new TypeError('made for the test'),
): OutboxStore {
  const entries = Object.entries(store) as [string, (...given: unknown[]) => Promise<unknown>][];
  const changed = entries.map(([name, run]) => [
    name,
    async (...given: unknown[]) => {
      if ((names as readonly string[]).includes(name) && given.includes(id)) throw error;
      return run(...given);
    },
  ]);
  return Object.fromEntries(changed) as OutboxStore;
}

describe('a submission whose delivery throws', () => {
  it('blocks no other, even if the error cannot be stored', async () => {
    const world = new SyncWorld();
    const [first, ...others] = await three(world);
    held(world);
    const { store } = world.ports();
    const ports = world.ports({ store: rejecting(store, first, ['payload', 'record', 'change']) });
    await world.drain({}, ports);
    expect(others.map((id) => world.row(id).status)).toEqual(['delivered', 'delivered']);
    expect(world.row(first)).toMatchObject({ status: 'queued', steps: world.row(first).steps });
    expect(world.disk.hold).toBeNull();
  });

  it('is postponed, and from the third time on waits for a person, with a code', async () => {
    const world = new SyncWorld();
    const [first, ...others] = await three(world);
    held(world);
    const { api } = world.ports();
    const formId = world.row(first).formId;
    const failing: typeof api = {
      send: async (request, options) => {
        if ('formId' in request && request.formId === formId)
          throw new RangeError('Thandi Nkosi 8001015009087');
        return api.send(request, options);
      },
    };
    for (let n = 0; n < 5; n += 1) {
      await world.drain({}, world.ports({ api: failing }));
      world.clock.pass(3_600_000);
    }
    expect(others.map((id) => world.row(id).status)).toEqual(['delivered', 'delivered']);
    const row = world.row(first);
    expect(row.status).toBe('rejected');
    expect(refusalOf(await world.opened(first))?.reason).toEqual({
      code: 'faulted',
      fault: expect.stringMatching(/^RangeError/),
    });
    expect(JSON.stringify(row.history) + JSON.stringify(row.steps)).not.toMatch(/Thandi|80010150/);

    const again = await submit(world.ports(), first, signature());
    expect(again.status).toBe('saved');
    await world.drain();
    expect(world.row(first).status).toBe('delivered');
  });

  it('starts its count again with a confirmed step', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    const { api } = world.ports();
    let calls = 0;
    const shaky: typeof api = {
      send: async (request, options) => {
        if ('formId' in request) calls += 1;
        if ('formId' in request && calls % 3 !== 0) throw new RangeError('made for the test');
        return api.send(request, options);
      },
    };
    for (let n = 0; n < 12; n += 1) {
      await world.drain({}, world.ports({ api: shaky }));
      world.clock.pass(3_600_000);
    }
    expect(world.row(id).status).toBe('delivered');
  });
});

describe('a read that rejects', () => {
  it('counts as a lost form, which needs a person, and blocks no other', async () => {
    const world = new SyncWorld();
    const [first, ...others] = await three(world);
    held(world);
    const error = new DOMException('made for the test', 'NotReadableError');
    const { store } = world.ports();
    await world.drain({}, world.ports({ store: rejecting(store, first, ['payload'], error) }));
    expect(others.map((id) => world.row(id).status)).toEqual(['delivered', 'delivered']);
    expect(world.row(first).status).toBe('rejected');
    expect(refusalOf(await world.opened(first))?.reason).toEqual({ code: 'formUnreadable' });
  });

  it('of a file is repaired from its copy', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    const { store } = world.ports();
    const bytes = async (): Promise<never> => {
      throw new DOMException('made for the test', 'NotReadableError');
    };
    await world.drain({}, world.ports({ store: { ...store, bytes } }));
    expect(world.row(id).status).toBe('delivered');
  });
});

describe('a row of another version', () => {
  const odd: Readonly<Record<string, (row: SubmissionRow) => StoredSubmission>> = {
    'has a call that is not known': (row) => ({
      ...row,
      steps: [{ ...row.steps[0], content: { call: 'FormatDisk' } }],
    }),
    'has no steps': (row) => ({ ...row, steps: null }),
    'has no history': (row) => ({ ...row, history: null }),
    'has no documents': (row) => ({ ...row, documents: null }),
    'has a step without a state': (row) => ({ ...row, steps: [{ ...row.steps[0], state: 1 }] }),
    'has a next try that is no moment': (row) => ({ ...row, nextAttemptAt: 'x' }),
    'is of a later format': (row) => ({ ...row, format: 2 }),
  };
  for (const [what, change] of Object.entries(odd))
    it(`a row that ${what} stays unchanged, and the other forms are sent`, async () => {
      const world = new SyncWorld();
      const [first, ...others] = await three(world);
      const stored = change(clearRow(world.row(first)));
      world.disk.submissions.set(first, stored);
      held(world);
      await world.drain();
      expect(others.map((id) => world.row(id).status)).toEqual(['delivered', 'delivered']);
      expect(world.disk.submissions.get(first)).toEqual(stored);
    });

  it('without a form number, and without a step for one, waits for a person, and is then sent', async () => {
    const world = new SyncWorld();
    const [first, ...others] = await three(world);
    world.disk.put({ ...world.row(first), formId: null });
    held(world);
    for (let n = 0; n < 4; n += 1) {
      await world.drain();
      world.clock.pass(3_600_000);
    }
    expect(others.map((id) => world.row(id).status)).toEqual(['delivered', 'delivered']);
    expect(world.row(first).status).toBe('rejected');
    world.pool(1);
    await submit(world.ports(), first, signature());
    await world.drain();
    expect(world.row(first).status).toBe('delivered');
  });
});

describe('a disk that is too full for one submission', () => {
  it.each([false, true])('does not stop the others, with a hold: %s', async (isHeld) => {
    const world = new SyncWorld({ idempotent: true, lists: 'all', refusesWebp: 'status' });
    world.pool(5);
    const large = await world.submitted({ photoType: 'image/webp' });
    const others = [await world.submitted(), await world.submitted()];
    world.disk.capabilities = { ...world.disk.capabilities, refusesWebp: true };
    if (isHeld) held(world);
    const full = new DOMException('made for the test', 'QuotaExceededError');
    const ports = () => ({
      ...world.ports(),
      store: { ...world.ports().store, recordConverted: () => Promise.reject(full) },
    });
    const result = await world.drain({}, ports());
    expect(result).toMatchObject({ delivered: 2, waiting: 1 });
    expect((result as { nextAt: number }).nextAt).toBeLessThan(world.clock.now() + 3_600_000);
    // Then nothing else can be sent.
    await expect(world.drain({}, ports())).rejects.toThrow(full);
    expect(others.map((id) => world.row(id).status)).toEqual(['delivered', 'delivered']);
    expect(world.row(large).status).toBe('queued');
  });
});

describe('a removal that the server refuses for a reason', () => {
  it('needs attention at each Submit', async () => {
    const world = new SyncWorld({ idempotent: false, lists: 'all' });
    world.pool(1);
    const id = await world.submitted({ documents: ['idDocument', 'idDocument'] });
    let isFirst = true;
    world.backend.faultOf = ({ call }) => {
      if (call === 'RemoveDocument')
        return { fault: 'refused', httpStatus: 200, description: 'Agents may not remove it.' };
      if (call !== 'SaveIdDocument' || !isFirst) return undefined;
      isFirst = false;
      return { fault: 'resent' };
    };
    for (let n = 0; n < 3; n += 1) {
      await world.settle();
      expect(world.row(id).status).toBe('rejected');
      expect((await submit(world.ports(), id, signature())).status).toBe('saved');
    }
  });
});

describe('a removal that the browser sends twice', () => {
  const refusals: readonly Answer<ApiResult>[] = [
    {
      status: 'result',
      httpStatus: 200,
      result: { wasSuccessful: false, heading: '', description: 'Not found.', modelState: {} },
    },
    ...[400, 409, 422].map(
      (httpStatus) => ({ status: 'unexpected', httpStatus, response: '', headers: {} }) as const,
    ),
  ];
  it.each(refusals.map((answer) => [answer.status, answer] as const))(
    'is no dead end if the server refuses the second one: %s',
    async (_, refusal) => {
      const world = new SyncWorld({ idempotent: false, lists: 'all' });
      world.pool(1);
      const id = await world.submitted({ documents: ['idDocument', 'idDocument'] });
      let isFirst = true;
      world.backend.faultOf = ({ call }) => {
        if (call !== 'SaveIdDocument' || !isFirst) return undefined;
        isFirst = false;
        return { fault: 'resent' };
      };
      const api: SyncApi = {
        send: async (request, options) => {
          const answer = await world.backend.api.send(request, options);
          return request.call === 'RemoveDocument' ? refusal : answer;
        },
      };
      const drainAll = async () => {
        for (let n = 0; n < 3; n += 1) {
          await world.drain({}, world.ports({ api }));
          world.clock.pass(60_000);
        }
      };
      await drainAll();
      expect(world.row(id).status).toBe('rejected');
      expect((await submit(world.ports(), id, signature())).status).toBe('saved');
      await drainAll();
      expect(world.row(id).status).toBe('delivered');
      expect(world.backend.documentNames()).toHaveLength(2);
    },
  );
});

describe('a second copy that hangs during a drain', () => {
  const never = () => new Promise<never>(() => {});

  it.each(['put', 'remove', 'names'] as const)('does not stop the sending at %s', async (name) => {
    const world = new SyncWorld();
    const [one, two] = [await world.submitted(), await world.submitted()];
    const secondCopy = { ...createMemoryCopy(world.copyDisk), [name]: never };
    const drained = await world.drain({}, world.ports({ secondCopy }));
    expect(drained).toMatchObject({ status: 'drained', delivered: 2 });
    expect([one, two].map((id) => world.row(id).status)).toEqual(['delivered', 'delivered']);
    expect([...world.locks]).toEqual([]);
  });

  it('does not stop the sending after a refusal', async () => {
    const world = new SyncWorld();
    world.pool(2);
    const [refused, sent] = [await world.submitted(), await world.submitted()];
    world.backend.faultOf = (request) =>
      'formId' in request && request.formId === world.row(refused).formId
        ? { fault: 'refused', httpStatus: 400, errors: { Surname: ['No'] } }
        : undefined;
    const secondCopy = { ...createMemoryCopy(world.copyDisk), getText: never };
    await world.drain({}, world.ports({ secondCopy }));
    expect([refused, sent].map((id) => world.row(id).status)).toEqual(['rejected', 'delivered']);
    expect([...world.locks]).toEqual([]);
  });

  it('does not make a photo count as lost', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    for (const { id: file } of world.disk.attachments.values()) world.disk.blobs.delete(file);
    const secondCopy = { ...createMemoryCopy(world.copyDisk), get: never };
    await world.drain({ budgetMs: 40_000 }, world.ports({ secondCopy }));
    expect(world.row(id).status).toBe('queued');
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
  });

  it('does not keep the drain of a wiped phone', async () => {
    const world = new SyncWorld();
    world.disk.sentinel = null;
    const id = await world.submitted();
    const secondCopy = { ...createMemoryCopy(world.copyDisk), folders: never };
    await world.drain({}, world.ports({ secondCopy }));
    expect(world.row(id).status).toBe('delivered');
  });
});
