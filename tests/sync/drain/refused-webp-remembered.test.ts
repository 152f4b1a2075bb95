import { expect, test } from 'vitest';
import { submit } from '../../../src/sync/submit/submit.ts';
import { SyncWorld, signature } from '../../support/world/sync-world.ts';

test('a refused WebP is remembered, so that photos are taken as JPEG from then on', async () => {
  const world = new SyncWorld();
  world.pool(2);
  world.backend.faultOf = ({ call }) =>
    call === 'SaveIdDocument' ? { fault: 'status', httpStatus: 415 } : undefined;
  await world.submitted();
  await world.drain();
  expect(world.disk.capabilities).not.toHaveProperty('refusesWebp');
  const id = await world.draft({ documents: [] });
  await world.addDocument(id, 'idDocument', 2000, 'image/webp');
  await submit(world.ports(), id, signature());
  await world.drain();
  expect(world.disk.capabilities).toMatchObject({ refusesWebp: true });
  // What a list shows later takes nothing of it away.
  world.backend.faultOf = () => undefined;
  await world.submitted();
  await world.drain();
  expect(world.disk.capabilities).toMatchObject({ listsNames: true, refusesWebp: true });
});
