import type { Bytes } from '../../../src/seal/bytes.ts';
import type { SecretStorage } from '../../../src/seal/secret-storage.ts';

/** The content of a secret storage. It outlives every process. */
export type HomeDisk = Map<string, Bytes>;

export const memorySecretStorage = (disk: HomeDisk = new Map()): SecretStorage => ({
  get: async (name) => disk.get(name)?.slice(),
  put: async (name, bytes) => {
    disk.set(name, bytes.slice());
  },
  delete: async (name) => {
    disk.delete(name);
  },
  names: async () => [...disk.keys()].sort(),
});

const refuse = async (): Promise<never> => {
  throw new DOMException('This storage is broken.', 'UnknownError');
};

/** A storage whose functions all reject. */
export const brokenStorage: SecretStorage = {
  get: refuse,
  put: refuse,
  delete: refuse,
  names: refuse,
};

const never = (): Promise<never> => new Promise(() => undefined);

/** A storage whose functions never settle. */
export const silentStorage: SecretStorage = { get: never, put: never, delete: never, names: never };

/** A full storage: `put` rejects. The stored secrets can still be read and deleted. */
export const fullStorage = (disk: HomeDisk): SecretStorage => ({
  ...memorySecretStorage(disk),
  put: async () => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  },
});
