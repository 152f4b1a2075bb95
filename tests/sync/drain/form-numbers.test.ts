import { describe, expect, it } from 'vitest';
import { formId } from '../../../src/domain/ids.ts';
import { drain } from '../../../src/sync/drain/drain.ts';
import type { SyncApi } from '../../../src/sync/ports/ports.ts';
import { readManifest } from '../../../src/sync/second-copy/copy.ts';
import { createMemoryLock } from '../../support/fakes/memory-second-copy.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

const sameNumber = formId('00000000-0000-4000-9000-0000000000aa');

/** GetInfo returns the same form number every time, until `isMended` returns true. */
function stuckApi(world: SyncWorld, isMended: () => boolean = () => false): SyncApi {
  return {
    send: async (request, options) => {
      const answer = await world.backend.api.send(request, options);
      if (answer.status !== 'result' || answer.result.info === undefined || isMended())
        return answer;
      const info = { ...answer.result.info, formGuid: sameNumber };
      return { ...answer, result: { ...answer.result, info } };
    },
  };
}

describe('a form number that the server returned twice', () => {
  it('never belongs to two submissions; the second waits and others are sent', async () => {
    const world = new SyncWorld();
    const first = await world.submitted();
    let isMended = false;
    const ports = world.ports({ api: stuckApi(world, () => isMended) });
    await world.drain({}, ports);
    expect(world.row(first)).toMatchObject({ status: 'delivered', formId: sameNumber });

    const second = await world.submitted();
    await world.drain({}, ports);
    expect(world.row(second)).toMatchObject({ status: 'queued', formId: null });
    expect(world.disk.hold).toMatchObject({ reason: 'formNumber' });
    expect(world.row(second).history.at(-1)?.what).toBe('formIdUsedBefore');
    // The drain asks for a number once more at once. Then it does not ask again before the next probe.
    expect(world.backend.calls().filter((call) => call === 'GetInfo').length).toBeLessThan(6);
    expect([...world.backend.forms.keys()]).toEqual([sameNumber]);

    world.pool(1);
    const third = await world.submitted();
    await world.drain({}, ports);
    expect(world.row(third).status).toBe('delivered');
    expect(world.disk.hold).toMatchObject({ reason: 'formNumber' });

    isMended = true;
    await world.drain({ reason: 'visible' }, ports);
    expect(world.row(second).status).toBe('delivered');
    expect(world.row(second).formId).not.toBe(sameNumber);
    expect(world.disk.hold).toBeNull();
  });

  it('is not added to the pool', async () => {
    const world = new SyncWorld();
    await world.drain({}, world.ports({ api: stuckApi(world) }));
    expect(world.disk.formGuids).toEqual([sameNumber]);
  });
});

describe('a form number that GetInfo returned during a drain', () => {
  it.each(['at the first try', 'at the second try'])(
    'is in the second copy before the form is sent, %s',
    async (when) => {
      const world = new SyncWorld();
      const id = await world.submitted();
      const { secondCopy, ...others } = world.ports();
      let isFull = when === 'at the second try';
      const put: typeof secondCopy.put = async (folder, name, bytes) => {
        if (isFull && String(bytes).includes('"formId":"')) {
          isFull = false;
          throw new DOMException('The disk is full.', 'QuotaExceededError');
        }
        await secondCopy.put(folder, name, bytes);
      };
      const ports = { ...others, secondCopy: { ...secondCopy, put } };
      const copied: unknown[] = [];
      const api: SyncApi = {
        send: async (request, options) => {
          if (request.call === 'RegisterSim')
            copied.push((await readManifest(ports, id))?.submission.formId);
          return ports.api.send(request, options);
        },
      };
      await world.drain({}, { ...ports, api });
      expect(world.row(id).status).toBe('delivered');
      expect(copied).toEqual([world.row(id).formId]);
    },
  );

  it('is the same in row and copy if a frozen tab gets another number late', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    let answer = (): void => undefined;
    const until = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let isFirst = true;
    world.backend.faultOf = ({ call }) => {
      if (call === 'SaveSignature') return { fault: 'lost' };
      if (call !== 'GetInfo' || !isFirst) return undefined;
      isFirst = false;
      return { fault: 'wait', until };
    };
    // No timer of the frozen tab runs, so it does not renew its lease.
    const sleep = (_ms: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    const options = { budgetMs: 5_000, maxCallMs: 600_000, signal: new AbortController().signal };
    const frozen = drain(world.ports({ clock: { ...world.clock, sleep } }), options);
    await expect.poll(() => world.backend.calls()).toContain('GetInfo');
    await world.drain({ budgetMs: 5_000 }, world.ports({ lock: createMemoryLock(new Set()) }));
    const number = world.row(id).formId;
    answer();
    await frozen;
    expect(world.row(id).formId).toBe(number);
    expect((await readManifest(world.ports(), id))?.submission.formId).toBe(number);
  });
});
