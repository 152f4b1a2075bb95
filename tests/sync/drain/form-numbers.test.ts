import { describe, expect, it } from 'vitest';
import { formId } from '../../../src/domain/ids.ts';
import type { SyncApi } from '../../../src/sync/ports/ports.ts';
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
