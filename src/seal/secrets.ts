import { within } from '../platform/timers.ts';
import { type Bytes, joined, type RandomBytes, randomBytes } from './bytes.ts';
import type { SecretStorage } from './secret-storage.ts';

const SECRET_BYTES = 32;
/** The stored bytes end with the beginning of the secret's hash. So a truncated file or a file of zeros counts as absent. */
const CHECK_BYTES = 4;

/** The longest time (ms) that a secret storage may need to answer. After this time the next storage is used. */
const STORAGE_LIMIT_MS = 2_000;

export type Secret = Readonly<{ name: string; bytes: Bytes }>;

/**
 * Small random secrets, from which keys are derived. Each is stored in every available location.
 * Deleting a secret makes the data under its key unreadable (crypto-shredding).
 */
export type Secrets = Readonly<{
  /**
   * Returns null if every storage answered and none has the whole secret. Rejects if a storage did not answer and no other one has the
   * secret. Then the secret is not lost, because a later call may succeed.
   */
  read: (name: string) => Promise<Bytes | null>;
  /** Creates a secret and reads it back. Returns null if no storage accepted the secret. */
  create: () => Promise<Secret | null>;
  /** Stores a deleted secret again. Returns false if no storage accepted it. */
  put: (secret: Secret) => Promise<boolean>;
  /** Deletes a secret from every storage. Returns false if a storage failed; then the caller must try again later. */
  delete: (name: string) => Promise<boolean>;
  /** The names in all storages. `isWhole`: true if every storage was readable. */
  names: () => Promise<Readonly<{ all: ReadonlySet<string>; isWhole: boolean }>>;
  /** Copies a secret from a storage that has it to the storages that lack it. */
  copyToMissing: (name: string) => Promise<void>;
}>;

export type SecretsPorts = Readonly<{
  newName: () => string;
  random: RandomBytes;
  checksumOf: (bytes: Bytes) => Promise<Bytes>;
  limitMs: number;
}>;

export const browserSecrets: SecretsPorts = {
  newName: () => crypto.randomUUID(),
  random: randomBytes,
  checksumOf: async (bytes) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).slice(0, CHECK_BYTES),
  limitMs: STORAGE_LIMIT_MS,
};

const isSame = (one: Bytes, other: Bytes): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

const timedOut = (): never => {
  throw new Error('A secret storage did not answer in time.');
};

export function secretsIn(
  storages: readonly SecretStorage[],
  { checksumOf, limitMs, newName, random }: SecretsPorts = browserSecrets,
): Secrets {
  const withTimeLimit = <T>(work: Promise<T>): Promise<T> => within(limitMs, work, timedOut);

  /** Returns null if the bytes are absent, truncated or overwritten. */
  async function wholeSecret(stored: Bytes | undefined): Promise<Bytes | null> {
    if (stored?.length !== SECRET_BYTES + CHECK_BYTES) return null;
    const bytes = stored.slice(0, SECRET_BYTES);
    return isSame(await checksumOf(bytes), stored.slice(SECRET_BYTES)) ? bytes : null;
  }

  const readIn = (storage: SecretStorage, name: string): Promise<Bytes | null> =>
    withTimeLimit(storage.get(name)).then(wholeSecret);

  async function putIn(storage: SecretStorage, { bytes, name }: Secret): Promise<boolean> {
    try {
      await withTimeLimit(storage.put(name, joined(bytes, await checksumOf(bytes))));
      const read = await readIn(storage, name);
      return read !== null && isSame(read, bytes);
    } catch {
      return false;
    }
  }

  async function read(name: string): Promise<Bytes | null> {
    let failure: Readonly<{ error: unknown }> | null = null;
    for (const storage of storages)
      try {
        const bytes = await readIn(storage, name);
        if (bytes !== null) return bytes;
      } catch (error) {
        failure = { error };
      }
    if (failure !== null) throw failure.error;
    return null;
  }

  const put = async (secret: Secret): Promise<boolean> => {
    const kept = await Promise.all(storages.map((storage) => putIn(storage, secret)));
    return kept.includes(true);
  };

  return {
    read,
    put,
    create: async () => {
      const secret = { name: newName(), bytes: random(SECRET_BYTES) };
      return (await put(secret)) ? secret : null;
    },
    delete: async (name) => {
      const dropped = await Promise.all(
        storages.map((storage) =>
          withTimeLimit(storage.delete(name)).then(
            () => true,
            () => false,
          ),
        ),
      );
      return !dropped.includes(false);
    },
    names: async () => {
      const lists = await Promise.all(
        storages.map((storage) => withTimeLimit(storage.names()).catch(() => null)),
      );
      const known = lists.filter((list) => list !== null);
      return { all: new Set(known.flat()), isWhole: known.length === lists.length };
    },
    copyToMissing: async (name) => {
      const found = await Promise.all(
        storages.map((storage) => readIn(storage, name).catch(() => undefined)),
      );
      const bytes = found.find((each) => each);
      if (!bytes) return;
      for (const [index, storage] of storages.entries())
        if (found[index] === null) await putIn(storage, { name, bytes });
    },
  };
}
