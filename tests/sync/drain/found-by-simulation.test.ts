import { expect, it } from 'vitest';
import { submit } from '../../../src/sync/submit/submit.ts';
import { SyncWorld, signature } from '../../support/world/sync-world.ts';

it('delivers a correction that only removes the last, refused file', async () => {
  const world = new SyncWorld();
  const id = await world.submitted({ documents: ['idDocument', 'idDocument'] });
  let uploads = 0;
  world.backend.faultOf = ({ call }) => {
    if (call === 'SaveIdDocument') uploads += 1;
    return call === 'SaveIdDocument' && uploads === 2
      ? { fault: 'status', httpStatus: 413 }
      : undefined;
  };
  await world.drain();
  expect(world.row(id).status).toBe('rejected');

  const refused = world.row(id).steps.find(({ state }) => state.status === 'rejected');
  for (const [file, row] of world.disk.attachments)
    if (refused && 'fileName' in refused.content && row.fileName === refused.content.fileName)
      world.disk.attachments.delete(file);
  expect(await submit(world.ports(), id, null)).toMatchObject({ status: 'saved' });
  const sent = world.backend.sent.length;
  await world.drain();
  expect(world.row(id).status).toBe('delivered');
  expect(
    world.backend.sent.slice(sent).filter(({ request }) => request.call !== 'GetInfo'),
  ).toEqual([]);
  expect([...world.copyDisk.keys()]).toEqual(['mark']);
});

it('reports a file that may be there twice if the answer after a doubt has no list', async () => {
  const world = new SyncWorld({ idempotent: false, lists: 'own' });
  const id = await world.submitted();
  let uploads = 0;
  world.backend.faultOf = ({ call }) => {
    if (call !== 'SaveIdDocument') return undefined;
    uploads += 1;
    return { fault: uploads === 1 ? 'noReply' : 'noContent' };
  };
  await world.settle();
  expect(world.row(id).status).toBe('delivered');
  expect(world.row(id).maybeTwice).toHaveLength(1);
});

it('replaces a lost signature with the same signature drawn again', async () => {
  const world = new SyncWorld();
  const id = await world.submitted();
  world.backend.faultOf = ({ call }) =>
    call === 'SaveIdDocument' ? { fault: 'status', httpStatus: 413 } : undefined;
  await world.drain();
  for (const [file, { kind }] of world.disk.attachments)
    if (kind === 'signature') {
      world.disk.blobs.delete(file);
      world.loseCopy(id, file);
    }
  expect(await submit(world.ports(), id, null)).toMatchObject({ status: 'unreadable' });
  expect(await submit(world.ports(), id, signature())).toMatchObject({ status: 'saved' });
});
