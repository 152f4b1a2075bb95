import { describe, expect, it } from 'vitest';
import { submit } from '../../../src/sync/submit/submit.ts';
import { noSecondCopy } from '../../support/fakes/memory-second-copy.ts';
import { digest, SyncWorld, signature } from '../../support/world/sync-world.ts';

describe('the captured data', () => {
  it('is not reported as saved if a file of its copy differs after it was read back', async () => {
    const world = new SyncWorld();
    const id = await world.draft();
    const ports = world.ports();
    const { put } = ports.secondCopy;
    const result = await submit(
      {
        ...ports,
        secondCopy: {
          ...ports.secondCopy,
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

  it('is not submitted if a file is lost and there are no second copies', async () => {
    const world = new SyncWorld();
    const id = await world.draft();
    world.disk.blobs.clear();
    const result = await submit(world.ports({ secondCopy: noSecondCopy }), id, signature());
    expect(result.status).toBe('unreadable');
    expect(world.row(id).status).toBe('draft');
  });

  it.each([2000, 1_200_000])(
    'is sent unchanged for a file of %d bytes, even if stored bits changed',
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

  const turned = ([first = 0, ...rest]: Uint8Array) => new Uint8Array([first ^ 1, ...rest]);
  it.each([
    ['another form', (_own: Uint8Array, other: Uint8Array) => other],
    ['one of which a bit turned over', turned],
  ])('is sent from its copy: never %s', async (_what, change) => {
    const world = new SyncWorld();
    const [id, another] = [await world.submitted(), await world.draft()];
    await submit(world.ports({ secondCopy: noSecondCopy }), another, signature());
    const captured = (await world.ports().store.payload(id))?.json;
    const [own, other] = [id, another].map((each) => world.disk.payloads.get(each));
    if (!own?.sealed || !other?.sealed) throw new Error('Nothing was frozen.');
    world.disk.payloads.set(id, {
      ...own,
      sealed: new Uint8Array(change(own.sealed, other.sealed)),
    });
    await world.drain();
    const { formId, status } = world.row(id);
    const sent = world.backend.sent.map(({ request }) => request);
    const bodies = sent.flatMap((call) =>
      call.call === 'RegisterSim' && call.formId === formId ? [call.json] : [],
    );
    expect(bodies).toEqual([captured]);
    expect(status).toBe('delivered');
  });
});
