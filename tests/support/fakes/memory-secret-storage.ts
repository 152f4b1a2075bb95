import type { Bytes } from '../../../src/seal/bytes.ts';
import type { SecretHome } from '../../../src/seal/secret-storage.ts';

/** The content of a secret storage. It outlives every process. */
export type HomeDisk = Map<string, Bytes>;

export const memoryHome = (disk: HomeDisk = new Map()): SecretHome => ({
  get: async (name) => disk.get(name)?.slice(),
  put: async (name, bytes) => {
    disk.set(name, bytes.slice());
  },
  drop: async (name) => {
    disk.delete(name);
  },
  names: async () => [...disk.keys()].sort(),
});

const refuse = async (): Promise<never> => {
  throw new DOMException('This home is broken.', 'UnknownError');
};

/** Every function rejects. */
export const brokenHome: SecretHome = { get: refuse, put: refuse, drop: refuse, names: refuse };

const never = (): Promise<never> => new Promise(() => undefined);

/** No function ever answers. */
export const silentHome: SecretHome = { get: never, put: never, drop: never, names: never };

/** It has no room for more; what lies there can be read and removed. */
export const fullHome = (disk: HomeDisk): SecretHome => ({
  ...memoryHome(disk),
  put: async () => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  },
});
