import { within } from '../platform/within.ts';
import { type Bytes, joined, type RandomBytes, randomBytes } from './bytes.ts';
import type { SecretHome } from './secret-storage.ts';

const SECRET_BYTES = 32;
/** The stored bytes end with the beginning of the secret's hash. So a file of zeros, or a truncated one, counts as absent. */
const CHECK_BYTES = 4;

/** The time (ms) that a secret storage has to answer. After it the other one is asked. */
const HOME_LIMIT_MS = 2_000;

/** A secret's bytes, and its name in the storages. */
export type Secret = Readonly<{ name: string; bytes: Bytes }>;

/**
 * Small random secrets, stored in every available location. All keys are derived from them: deleting a secret destroys the data under
 * it (crypto-shredding).
 */
export type Secrets = Readonly<{
  /**
   * Returns null if every storage answered and none has the whole secret. Rejects if one did not answer and no other has it: a later
   * call may succeed, so the secret is not lost.
   */
  read: (name: string) => Promise<Bytes | null>;
  /** Creates a secret and reads it back. Returns null if no storage accepted it. */
  make: () => Promise<Secret | null>;
  /** Puts a deleted secret back. Returns false if no storage accepted it. */
  keep: (secret: Secret) => Promise<boolean>;
  /** Deletes a secret from every storage. Returns false if one failed; the caller tries again later. */
  drop: (name: string) => Promise<boolean>;
  /** The names in all storages. `isWhole`: every storage could be read. */
  names: () => Promise<Readonly<{ all: ReadonlySet<string>; isWhole: boolean }>>;
  /** Copies a secret from a storage that has it to those that lack it. */
  mend: (name: string) => Promise<void>;
}>;

export type SecretsPorts = Readonly<{
  newName: () => string;
  random: RandomBytes;
  /** The beginning of the secret's hash, as stored behind its bytes. */
  checkOf: (bytes: Bytes) => Promise<Bytes>;
  limitMs: number;
}>;

export const browserSecrets: SecretsPorts = {
  newName: () => crypto.randomUUID(),
  random: randomBytes,
  checkOf: async (bytes) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).slice(0, CHECK_BYTES),
  limitMs: HOME_LIMIT_MS,
};

const isSame = (one: Bytes, other: Bytes): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

const late = (): never => {
  throw new Error('late home');
};

export function secretsIn(
  homes: readonly SecretHome[],
  { checkOf, limitMs, newName, random }: SecretsPorts = browserSecrets,
): Secrets {
  const inTime = <T>(work: Promise<T>): Promise<T> => within(limitMs, work, late);

  /** Returns null if the bytes are absent, truncated or overwritten. */
  async function wholeSecret(stored: Bytes | undefined): Promise<Bytes | null> {
    if (stored?.length !== SECRET_BYTES + CHECK_BYTES) return null;
    const bytes = stored.slice(0, SECRET_BYTES);
    return isSame(await checkOf(bytes), stored.slice(SECRET_BYTES)) ? bytes : null;
  }

  const readIn = (home: SecretHome, name: string): Promise<Bytes | null> =>
    inTime(home.get(name)).then(wholeSecret);

  async function putIn(home: SecretHome, { bytes, name }: Secret): Promise<boolean> {
    try {
      await inTime(home.put(name, joined(bytes, await checkOf(bytes))));
      const read = await readIn(home, name);
      return read !== null && isSame(read, bytes);
    } catch {
      return false;
    }
  }

  async function read(name: string): Promise<Bytes | null> {
    let failure: Readonly<{ error: unknown }> | null = null;
    for (const home of homes)
      try {
        const bytes = await readIn(home, name);
        if (bytes !== null) return bytes;
      } catch (error) {
        failure = { error };
      }
    if (failure !== null) throw failure.error;
    return null;
  }

  const keep = async (secret: Secret): Promise<boolean> => {
    const kept = await Promise.all(homes.map((home) => putIn(home, secret)));
    return kept.includes(true);
  };

  return {
    read,
    keep,
    make: async () => {
      const secret = { name: newName(), bytes: random(SECRET_BYTES) };
      return (await keep(secret)) ? secret : null;
    },
    drop: async (name) => {
      const dropped = await Promise.all(
        homes.map((home) =>
          inTime(home.drop(name)).then(
            () => true,
            () => false,
          ),
        ),
      );
      return !dropped.includes(false);
    },
    names: async () => {
      const lists = await Promise.all(homes.map((home) => inTime(home.names()).catch(() => null)));
      const known = lists.filter((list) => list !== null);
      return { all: new Set(known.flat()), isWhole: known.length === lists.length };
    },
    mend: async (name) => {
      const found = await Promise.all(
        homes.map((home) => readIn(home, name).catch(() => undefined)),
      );
      const bytes = found.find((each) => each);
      if (!bytes) return;
      for (const [index, home] of homes.entries())
        if (found[index] === null) await putIn(home, { name, bytes });
    },
  };
}
