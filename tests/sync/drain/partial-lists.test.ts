import { describe, expect, it } from 'vitest';
import type { ServerDocument } from '../../../src/domain/submission-types.ts';
import type { SyncApi } from '../../../src/sync/ports/ports.ts';
import type { Fault } from '../../support/backend/model-backend.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

type Lists = readonly ServerDocument[];

/** A backend with unreadable entries in its lists: documents without a name, or without an id. */
const partly = (world: SyncWorld, readable: (list: Lists) => Lists): SyncApi => ({
  send: async (request, options) => {
    const answer = await world.backend.api.send(request, options);
    if (answer.status !== 'result' || answer.result.documents === undefined) return answer;
    const documents = readable(answer.result.documents);
    return { ...answer, result: { ...answer.result, documents, isListPartial: true } };
  },
});

const uploads = (world: SyncWorld): number =>
  world.backend.calls().filter((call) => call === 'SaveIdDocument').length;

const delivered = async (world: SyncWorld, api: SyncApi, fault?: Fault) => {
  const id = await world.submitted();
  let left = fault === undefined ? 0 : 1;
  world.backend.faultOf = ({ call }) => {
    if (call !== 'SaveIdDocument' || left === 0) return undefined;
    left -= 1;
    return fault;
  };
  for (let n = 0; n < 20 && world.row(id).status !== 'delivered'; n += 1) {
    await world.drain({}, world.ports({ api }));
    world.clock.pass(60_000);
  }
  expect(world.row(id).status).toBe('delivered');
  return world.row(id);
};

describe('a partly unreadable documents list', () => {
  it('does not make the app send a file again, even if lists have names', async () => {
    const world = new SyncWorld({ idempotent: false, lists: 'all' });
    world.pool(2);
    await delivered(world, world.backend.api);
    expect(world.disk.capabilities.listsNames).toBe(true);
    const before = uploads(world);
    const row = await delivered(
      world,
      partly(world, () => []),
    );
    expect(uploads(world) - before).toBe(1);
    expect(row.maybeTwice).toEqual([]);
    expect(world.disk.capabilities.listsNames).toBe(true);
  });

  it('proves nothing about a file in doubt: the history says that it may be there twice', async () => {
    const world = new SyncWorld({ idempotent: false, lists: 'all' });
    world.pool(2);
    await delivered(world, world.backend.api);
    // One of the two copies has no name.
    const one = partly(world, (list) => list.slice(0, 1));
    const row = await delivered(world, one, { fault: 'noReply' });
    const [name] = Object.values(row.steps)
      .map(({ content }) => content)
      .flatMap((content) => (content.call === 'SaveIdDocument' ? [content.fileName] : []));
    expect(row.maybeTwice).toEqual([name]);
    expect(row.history.map(({ what }) => what)).toContain('maybeTwice');
  });

  it('still shows readable copies: the surplus ones are removed', async () => {
    const world = new SyncWorld({ idempotent: false, lists: 'all' });
    world.pool(1);
    await delivered(
      world,
      partly(world, (list) => list),
      { fault: 'noReply' },
    );
    expect(world.backend.calls()).toContain('RemoveDocument');
    expect(world.backend.documentNames()).toHaveLength(1);
  });
});
