import { describe, expect, it } from 'vitest';
import { submit } from '../../src/sync/submit/submit.ts';
import { noMirror } from '../support/memory-mirror.ts';
import { digest, SyncWorld, signature } from '../support/sync-world.ts';

describe('what was captured', () => {
  it('is not said to be saved where a file of its copy, read back, is not what was written', async () => {
    const world = new SyncWorld();
    const id = await world.draft();
    const ports = world.ports();
    const { put } = ports.mirror;
    const result = await submit(
      {
        ...ports,
        mirror: {
          ...ports.mirror,
          put: (folder, name, bytes) =>
            put(folder, name, bytes instanceof Blob ? new Blob(['x'.repeat(bytes.size)]) : bytes),
        },
      },
      id,
      signature(),
    );
    expect(result.status).toBe('unreadable');
    expect(world.row(id).status).toBe('draft');
  });

  it('is not submitted where a file is lost and there is no place for a second copy', async () => {
    const world = new SyncWorld();
    const id = await world.draft();
    world.disk.blobs.clear();
    const result = await submit(world.ports({ mirror: noMirror }), id, signature());
    expect(result.status).toBe('unreadable');
    expect(world.row(id).status).toBe('draft');
  });

  it.each([2000, 1_200_000])(
    'is what is sent of a file of %d bytes, though they turned over',
    async (size) => {
      const world = new SyncWorld();
      const id = await world.submitted({ photoSize: size });
      const photo = [...world.disk.attachments.values()].find(({ kind }) => kind === 'idDocument');
      if (photo === undefined) throw new Error('There is no photo.');
      world.disk.blobs.set(photo.id, new Blob(['x'.repeat(photo.size)], { type: photo.type }));
      await world.drain();
      expect(world.row(id).status).toBe('delivered');
      const sent = world.backend.sent.map(({ request }) => request);
      const files = sent.flatMap((each) => (each.call === 'SaveIdDocument' ? [each.file] : []));
      expect(await Promise.all(files.map(digest))).toEqual([photo.sha256]);
    },
  );

  it.each([
    ['another form', { json: '{}', sha256: 'of something else' }],
    ['one whose text turned over', { json: '{}' }],
  ])('is sent, or nothing is: never %s', async (_what, change) => {
    const world = new SyncWorld();
    const id = await world.submitted();
    const payload = world.disk.payloads.get(id);
    if (payload === undefined) throw new Error('Nothing was frozen.');
    world.disk.payloads.set(id, { ...payload, ...change } as typeof payload);
    await world.drain();
    expect(world.backend.calls()).not.toContain('RegisterSim');
    expect(world.row(id).status).toBe('rejected');
  });
});
