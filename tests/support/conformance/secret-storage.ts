import type { SecretStorage } from '../../../src/seal/secret-storage.ts';

function same(actual: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`is ${one}, and should be ${other}`);
}

const listed = async (
  storage: SecretStorage,
  name: string,
): Promise<readonly number[] | undefined> => {
  const bytes = await storage.get(name);
  return bytes && [...bytes];
};

/**
 * The checks for every secret storage, both the fakes and the browser's. They use no test library, so that they also run in a page and
 * in a service worker.
 */
export const secretStorageChecks: Readonly<
  Record<string, (storage: SecretStorage) => Promise<void>>
> = {
  'returns the bytes that were put': async (storage) => {
    await storage.put('one', new Uint8Array([0, 1, 254, 255]));
    same(await listed(storage, 'one'), [0, 1, 254, 255]);
    await storage.delete('one');
  },

  'replaces a secret completely': async (storage) => {
    await storage.put('one', new Uint8Array(36).fill(7));
    await storage.put('one', new Uint8Array([1]));
    same(await listed(storage, 'one'), [1]);
    await storage.delete('one');
  },

  'keeps nothing of a deleted secret': async (storage) => {
    await storage.put('one', new Uint8Array([1]));
    await storage.delete('one');
    same((await storage.get('one')) === undefined, true);
    same(await storage.names(), []);
  },

  'deletes a missing secret without an error': async (storage) => {
    await storage.delete('nothing');
    same((await storage.get('nothing')) === undefined, true);
  },

  'lists the names of its secrets, and nothing else': async (storage) => {
    for (const name of ['two', 'one']) await storage.put(name, new Uint8Array([1]));
    same(await storage.names(), ['one', 'two']);
    for (const name of ['one', 'two']) await storage.delete(name);
    same(await storage.names(), []);
  },
};
