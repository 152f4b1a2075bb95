import type { SecretStorage } from '../../../src/seal/secret-storage.ts';

function same(actual: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`is ${one}, and should be ${other}`);
}

const listed = async (
  home: SecretStorage,
  name: string,
): Promise<readonly number[] | undefined> => {
  const bytes = await home.get(name);
  return bytes && [...bytes];
};

/**
 * The checks of every secret storage, fakes and the browser's. They use no test library, so that they also run in a page and in a
 * service worker.
 */
export const secretStorageChecks: Readonly<Record<string, (home: SecretStorage) => Promise<void>>> =
  {
    'gives back what it was given': async (home) => {
      await home.put('one', new Uint8Array([0, 1, 254, 255]));
      same(await listed(home, 'one'), [0, 1, 254, 255]);
      await home.delete('one');
    },

    'puts one in place of another, whole': async (home) => {
      await home.put('one', new Uint8Array(36).fill(7));
      await home.put('one', new Uint8Array([1]));
      same(await listed(home, 'one'), [1]);
      await home.delete('one');
    },

    'keeps nothing of what was dropped': async (home) => {
      await home.put('one', new Uint8Array([1]));
      await home.delete('one');
      same((await home.get('one')) === undefined, true);
      same(await home.names(), []);
    },

    'drops what is not there, too': async (home) => {
      await home.delete('nothing');
      same((await home.get('nothing')) === undefined, true);
    },

    'lists what lies there by name, and nothing else': async (home) => {
      for (const name of ['two', 'one']) await home.put(name, new Uint8Array([1]));
      same(await home.names(), ['one', 'two']);
      for (const name of ['one', 'two']) await home.delete(name);
      same(await home.names(), []);
    },
  };
