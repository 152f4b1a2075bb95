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

/** Every function rejects. */
export const brokenStorage: SecretStorage = {
  get: refuse,
  put: refuse,
  delete: refuse,
  names: refuse,
};

const never = (): Promise<never> => new Promise(() => undefined);

/** No function ever answers. */
export const silentStorage: SecretStorage = { get: never, put: never, delete: never, names: never };

/** It has no room for more; what lies there can be read and removed. */
export const fullStorage = (disk: HomeDisk): SecretStorage => ({
  ...memorySecretStorage(disk),
  put: async () => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  },
});
