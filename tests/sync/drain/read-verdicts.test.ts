import { describe, expect, it } from 'vitest';
import { NO_LIMITS } from '../../../src/domain/announced.ts';
import { formId, submissionId } from '../../../src/domain/ids.ts';
import type { Submission } from '../../../src/domain/submission-types.ts';
import type { StatusPage, VerdictItem } from '../../../src/domain/verdict.ts';
import { readVerdicts } from '../../../src/sync/drain/read-verdicts.ts';
import type { ApiResult, SyncPorts } from '../../../src/sync/ports/ports.ts';
import type { DrainReason } from '../../../src/sync/worker-messages.ts';
import { aSubmission } from '../../features/outbox/submissions.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const success = { wasSuccessful: true, heading: '', description: '', modelState: {} };
const page = (changed: Partial<StatusPage> = {}): StatusPage => ({
  items: [],
  next: null,
  more: false,
  now: null,
  ...changed,
});
const active = (id: string, at = 1): VerdictItem => ({ formId: formId(id), state: 'active', at });

/** A phone with a full pool, and a backend that answers each reading with the next page. */
class Reading {
  readonly world = new SyncWorld();
  readonly asked: { after: string; wantsNumber: boolean }[] = [];
  readonly askedAs: (string | undefined)[] = [];
  readonly announced: (readonly string[])[] = [];
  accepts: boolean | null = true;
  isOffline = false;
  identifier = 'this phone';
  answers: (StatusPage | null | 'fails' | 'silence')[] = [];
  mayGoOn = async (): Promise<boolean> => true;

  constructor() {
    this.world.pool(5);
  }

  get ports(): SyncPorts {
    return this.world.ports({
      accepts: async () => this.accepts,
      deviceIdentifier: async () => this.identifier,
      looksOffline: () => this.isOffline,
      onInfo: async ({ accepts }) => void this.announced.push(accepts),
      api: {
        send: async (request, { deviceIdentifier }) => {
          if (request.call !== 'GetInfo' || request.reading === undefined)
            throw new Error('no reading');
          this.asked.push(request.reading);
          this.askedAs.push(deviceIdentifier);
          const answer = this.answers.shift() ?? page();
          if (answer === 'silence') return { status: 'unanswered', reason: 'network' };
          if (answer === 'fails')
            return { status: 'unexpected', httpStatus: 403, response: '', headers: {} };
          return { status: 'result', httpStatus: 200, result: this.#result(answer) };
        },
      },
    });
  }

  #result(answer: StatusPage | null): ApiResult {
    const accepts = this.accepts === true ? ['statusAfter'] : [];
    const lists = { titleOptions: [], typeOfBusinessOptions: [] };
    const { wantsNumber } = this.asked.at(-1) ?? { wantsNumber: false };
    const info = { ...lists, accepts, formGuid: formId('a new number') };
    return {
      ...success,
      status: { announcement: { accepts }, page: answer },
      ...(wantsNumber ? { info } : {}),
    };
  }

  async read(reason: DrainReason = 'visible'): Promise<void> {
    const { signal } = new AbortController();
    await readVerdicts(this.ports, reason, signal, this.mayGoOn);
  }

  get state() {
    return [...this.world.disk.verdicts.values()].map(({ formId: id, state }) => `${id} ${state}`);
  }
}

describe('the reading of verdicts', () => {
  it('asks nothing of a backend that does not announce it', async () => {
    const reading = new Reading();
    for (const accepts of [null, false]) {
      reading.accepts = accepts;
      await reading.read('start');
    }
    expect(reading.asked).toEqual([]);
    expect(reading.world.disk.verdictsReadAt).toBeNull();
  });

  it('stores the verdicts of forms that this phone knows, and goes on after them', async () => {
    const reading = new Reading();
    const [known] = reading.world.disk.formGuids;
    reading.answers = [page({ items: [active(known ?? ''), active('a stranger')], next: 'e.2' })];
    await reading.read();
    expect(reading.state).toEqual([`${known} active`]);
    reading.world.clock.pass(MINUTE);
    await reading.read();
    expect(reading.asked.map(({ after }) => after)).toEqual(['', 'e.2']);
  });

  it('takes a return of a form that this phone does not know, at most 200 of them', async () => {
    const reading = new Reading();
    const returned = (n: number) => ({ ...active(`stranger ${n}`), state: 'refused' as const });
    const items = Array.from({ length: 300 }, (_, n) => returned(n));
    reading.answers = [page({ items })];
    await reading.read();
    expect(reading.state).toHaveLength(200);
  });

  it('asks for a number only if the pool is short', async () => {
    const reading = new Reading();
    await reading.read();
    reading.world.disk.formGuids.pop();
    reading.world.clock.pass(MINUTE);
    await reading.read();
    expect(reading.asked.map(({ wantsNumber }) => wantsNumber)).toEqual([false, true]);
    expect(reading.world.disk.formGuids).toContain('a new number');
  });

  it('hears the announcement of each answer, also without a number', async () => {
    const reading = new Reading();
    await reading.read();
    expect(reading.announced).toEqual([['statusAfter']]);
  });

  it.each([
    ['visible', MINUTE - 1, 0],
    ['visible', MINUTE, 1],
    ['start', MINUTE, 1],
    ['online', MINUTE, 1],
    ['sync', MINUTE, 1],
    ['timer', 10 * MINUTE, 0],
    ['timer', 6 * HOUR, 1],
  ] as const)('%s after %d ms: %d more', async (reason, pause, more) => {
    const reading = new Reading();
    await reading.read();
    reading.world.clock.pass(pause);
    await reading.read(reason);
    expect(reading.asked).toHaveLength(1 + more);
  });

  it.each([
    ['delivered', [], 1],
    ['delivered', ['received'], 1],
    ['delivered', ['active'], 0],
    ['delivered', ['refused'], 0],
    ['queued', [], 0],
  ] as const)(
    'by timer after ten minutes: a %s form with verdict %o',
    async (status, said, more) => {
      const reading = new Reading();
      const { disk } = reading.world;
      const row = await reading.world.submitted();
      if (status === 'delivered') await reading.world.drain();
      const { formId: id, status: reached } = disk.submission(row) ?? {};
      expect(reached).toBe(status);
      reading.answers = [
        page({ items: said.map((state) => ({ formId: id ?? formId(''), state, at: 1 })) }),
      ];
      await reading.read();
      const before = reading.asked.length;
      reading.world.clock.pass(10 * MINUTE);
      await reading.read('timer');
      expect(reading.asked.length - before).toBe(more);
    },
  );

  it.each([
    [{ isRevoked: true }, 1],
    [{ policy: { version: '1', maxUnsent: 20 }, unsent: 16 }, 1],
    [{ policy: { version: '1', maxUnsent: 20 }, unsent: 15 }, 0],
  ])('by timer after ten minutes, where a limit is %o', async (limits, more) => {
    const reading = new Reading();
    reading.world.disk.beginFacts = { ...NO_LIMITS, ...limits };
    await reading.read();
    reading.world.clock.pass(10 * MINUTE);
    await reading.read('timer');
    expect(reading.asked).toHaveLength(1 + more);
  });

  it('is due if the stored time of the last reading is in the future', async () => {
    const reading = new Reading();
    reading.world.disk.verdictsReadAt = reading.world.clock.now() + DAY;
    await reading.read('timer');
    expect(reading.asked).toHaveLength(1);
  });

  it('seldom believes a phone that looks offline', async () => {
    const reading = new Reading();
    await reading.read();
    reading.isOffline = true;
    reading.world.clock.pass(HOUR);
    await reading.read('visible');
    expect(reading.asked).toHaveLength(1);
    reading.world.clock.pass(5 * HOUR);
    await reading.read('visible');
    expect(reading.asked).toHaveLength(2);
  });

  it('asks again at once when the network is back, because a call without an answer does not count', async () => {
    const reading = new Reading();
    reading.answers = ['silence', page({ next: 'e.1' }), 'silence'];
    await reading.read('timer');
    expect(reading.world.disk.verdictsReadAt).toBeNull();
    await reading.read('online');
    expect(reading.world.disk.verdictCursor?.after).toBe('e.1');
    const readAt = reading.world.clock.now();
    reading.world.clock.pass(MINUTE);
    await reading.read('visible');
    expect(reading.world.disk.verdictsReadAt).toBe(readAt);
    await reading.read('online');
    expect(reading.asked).toHaveLength(4);
  });

  it('counts a reading of which only a later page gets no answer', async () => {
    const reading = new Reading();
    const [known] = reading.world.disk.formGuids;
    const first = page({ items: [active(known ?? '')], next: 'e.1', more: true });
    reading.answers = [first, 'silence'];
    await reading.read();
    await reading.read('online');
    expect(reading.asked.map(({ after }) => after)).toEqual(['', 'e.1']);
  });

  it.each(['fails', null] as const)(
    'keeps its cursor after a failure (%s), and asks when it is due again',
    async (failure) => {
      const reading = new Reading();
      reading.answers = [page({ next: 'e.2' }), failure];
      await reading.read();
      reading.world.clock.pass(MINUTE);
      await reading.read();
      await reading.read();
      expect(reading.asked).toHaveLength(2);
      expect(reading.world.disk.hold).toBeNull();
      reading.world.clock.pass(MINUTE);
      await reading.read();
      expect(reading.asked.map(({ after }) => after)).toEqual(['', 'e.2', 'e.2']);
    },
  );

  it('reads at most five pages, and the next reading goes on', async () => {
    const reading = new Reading();
    const [known] = reading.world.disk.formGuids;
    reading.answers = [1, 2, 3, 4, 5, 6].map((n) =>
      page({ items: [active(known ?? '', n)], next: `e.${n}`, more: true }),
    );
    await reading.read();
    expect(reading.asked).toHaveLength(5);
    reading.world.clock.pass(MINUTE);
    await reading.read();
    expect(reading.asked[5]).toEqual({ after: 'e.5', wantsNumber: false });
  });

  it.each([
    ['empty', page({ next: 'e.1', more: true })],
    ['without a new cursor', page({ items: [active('x')], more: true })],
  ])('ends at a page that is %s and announces more', async (_, endless) => {
    const reading = new Reading();
    reading.answers = [endless];
    await reading.read();
    expect(reading.asked).toHaveLength(1);
  });

  it('stops between two pages as soon as something can be sent', async () => {
    const reading = new Reading();
    reading.answers = [page({ items: [active('x')], next: 'e.1', more: true })];
    reading.mayGoOn = async () => reading.asked.length === 0;
    await reading.read();
    expect(reading.asked).toHaveLength(1);
    expect(reading.world.disk.verdictCursor?.after).toBe('e.1');
  });

  it('stops at an answer that withdraws the announcement', async () => {
    const reading = new Reading();
    const { ports } = reading;
    reading.answers = [page({ items: [active('x')], next: 'e.1', more: true })];
    const { signal } = new AbortController();
    const onInfo = async () => {
      reading.accepts = false;
    };
    await readVerdicts({ ...ports, onInfo }, 'visible', signal, async () => true);
    expect(reading.asked).toHaveLength(1);
  });

  it('reads everything again once a week, and trusts the answer', async () => {
    const reading = new Reading();
    const [known] = reading.world.disk.formGuids;
    reading.answers = [page({ items: [active(known ?? '', 9)], next: 'e.1' })];
    await reading.read();
    reading.answers = [page({ items: [{ ...active(known ?? '', 5), state: 'received' }] })];
    reading.world.clock.pass(8 * DAY);
    await reading.read();
    expect(reading.asked.map(({ after }) => after)).toEqual(['', '']);
    expect(reading.state).toEqual([`${known} received`]);
  });

  it('reads all anew under another identifier', async () => {
    const reading = new Reading();
    reading.answers = [page({ next: 'e.1' })];
    await reading.read();
    reading.identifier = 'another phone';
    reading.world.clock.pass(MINUTE);
    await reading.read();
    expect(reading.asked.map(({ after }) => after)).toEqual(['', '']);
  });
});

describe('the verdicts of imported forms', () => {
  /** A phone with the delivered forms of other phones. */
  const withImported = (devices: readonly string[]): Reading => {
    const reading = new Reading();
    for (const [n, device] of devices.entries())
      reading.world.disk.put({
        ...aSubmission({ id: submissionId(device), status: 'delivered', sequence: n + 1 }),
        device,
        deliveredAt: reading.world.clock.now(),
      } as Submission);
    return reading;
  };

  it('are asked for after this phone’s own, under the identifier of their phone, without a number', async () => {
    const reading = withImported(['one', 'two', 'three', 'four']);
    reading.world.disk.formGuids = [];
    reading.answers = [page({ next: 'e.1' }), page({ next: 'o.1' })];
    await reading.read();
    expect(reading.askedAs).toEqual(['this phone', 'one', 'two', 'three']);
    expect(reading.asked.map(({ wantsNumber }) => wantsNumber)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    // The policy in the other answers is meant for the other phones.
    expect(reading.announced).toHaveLength(1);
    expect(reading.world.disk.verdictCursor).toMatchObject({ device: 'this phone', after: 'e.1' });
    reading.world.clock.pass(MINUTE);
    await reading.read();
    expect(reading.askedAs.slice(4)).toEqual(['this phone', 'four']);
    reading.world.clock.pass(6 * HOUR);
    await reading.read();
    expect(reading.askedAs.slice(6)).toEqual(['this phone', 'one', 'two', 'three']);
    expect(reading.asked[7]?.after).toBe('o.1');
  });

  it('are not asked for if this phone’s own got no answer, or used up the five pages', async () => {
    const reading = withImported(['one']);
    reading.answers = ['silence'];
    await reading.read();
    const [known] = reading.world.disk.formGuids;
    reading.answers = [1, 2, 3, 4, 5].map((n) =>
      page({ items: [active(known ?? '', n)], next: `e.${n}`, more: true }),
    );
    await reading.read();
    expect(new Set(reading.askedAs)).toEqual(new Set(['this phone']));
    reading.world.clock.pass(MINUTE);
    reading.answers = [page(), 'silence'];
    await reading.read();
    reading.world.clock.pass(MINUTE);
    await reading.read();
    expect(reading.askedAs.slice(6)).toEqual(['this phone', 'one', 'this phone', 'one']);
  });

  it('of a phone that the server refuses delay no other phone, and are asked for as seldom', async () => {
    const reading = withImported(['one', 'two']);
    reading.answers = [page(), 'fails', page({ next: 'o.1' })];
    await reading.read();
    expect(reading.askedAs).toEqual(['this phone', 'one', 'two']);
    reading.world.clock.pass(MINUTE);
    await reading.read();
    expect(reading.askedAs.slice(3)).toEqual(['this phone']);
    reading.world.clock.pass(6 * HOUR);
    await reading.read();
    expect(reading.askedAs.slice(4)).toEqual(['this phone', 'one', 'two']);
  });
});
