import { expect, test } from 'vitest';
import { sealedFiles } from '../../../server/files/sealed-files.ts';
import { openMemoryFileStore } from '../../support/server/memory-stores.ts';
import { newRing } from '../../support/server/stored-forms.ts';

test('at most four files are in memory at once, and every caller gets its file', async () => {
  const store = openMemoryFileStore();
  let open = 0;
  let most = 0;
  const counted = sealedFiles(
    {
      ...store,
      read: async (name) => {
        open += 1;
        most = Math.max(most, open);
        await new Promise((resolve) => setTimeout(resolve));
        open -= 1;
        if (name === 'broken') throw new Error('The disk does not answer.');
        return await store.read(name);
      },
    },
    newRing(),
  );
  const writer = await counted.stage();
  await writer.write(Buffer.from('a passport'));
  await writer.finish();
  const [storageName = ''] = await counted.keep([writer.stagedName]);
  const file = { storageName, sealedKey: writer.sealedKey };

  // A read that fails releases its place, too.
  const failing = Array.from({ length: 5 }, () =>
    counted.read({ storageName: 'broken', sealedKey: null }).catch(() => 'broken'),
  );
  const read = Array.from({ length: 20 }, () => counted.read(file).then(String));

  expect(new Set(await Promise.all(read))).toEqual(new Set(['a passport']));
  expect(new Set(await Promise.all(failing))).toEqual(new Set(['broken']));
  expect(most).toBe(4);
});
