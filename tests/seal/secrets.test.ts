import { describe, expect, it } from 'vitest';
import type { SecretStorage } from '../../src/seal/secret-storage.ts';
import { browserSecrets, secretsIn } from '../../src/seal/secrets.ts';
import { secretStorageChecks } from '../support/conformance/secret-storage.ts';
import {
  brokenStorage,
  fullStorage,
  type HomeDisk,
  memorySecretStorage,
  silentStorage,
} from '../support/fakes/memory-secret-storage.ts';

describe('a storage in memory', () => {
  it.each(Object.entries(secretStorageChecks))('%s', (_, check) => check(memorySecretStorage()));
});

/** Secrets in two storage locations. A test may replace each of them. */
function twoStorages() {
  const [one, other]: [HomeDisk, HomeDisk] = [new Map(), new Map()];
  const over = (
    storages: readonly SecretStorage[] = [memorySecretStorage(one), memorySecretStorage(other)],
  ) => secretsIn(storages, { ...browserSecrets, limitMs: 50 });
  return { one, other, over };
}

async function made(secrets: ReturnType<typeof secretsIn>) {
  const secret = await secrets.create();
  if (secret === null) throw new Error('No storage took it.');
  return secret;
}

describe('a secret', () => {
  it('is in both storages, 32 bytes and four of their hash', async () => {
    const { one, other, over } = twoStorages();
    const { bytes, name } = await made(over());
    expect(bytes).toHaveLength(32);
    for (const storage of [one, other]) expect(storage.get(name)).toHaveLength(36);
    expect(await over().read(name)).toEqual(bytes);
    expect((await made(over())).bytes).not.toEqual(bytes);
  });

  it.each(['one', 'other'] as const)('is readable if storage %s lost it', async (lost) => {
    const storages = twoStorages();
    const { bytes, name } = await made(storages.over());
    storages[lost].clear();
    expect(await storages.over().read(name)).toEqual(bytes);
  });

  it.each([
    ['zeros', (stored: Uint8Array) => new Uint8Array(stored.length)],
    ['a part', (stored: Uint8Array) => stored.slice(0, 20)],
    [
      'one bit less',
      (stored: Uint8Array) => stored.map((byte, at) => (at === 3 ? byte ^ 4 : byte)),
    ],
  ])('is read from the other storage if one has %s', async (_, damage) => {
    const { one, over } = twoStorages();
    const { bytes, name } = await made(over());
    one.set(name, new Uint8Array(damage(one.get(name) ?? new Uint8Array())));
    expect(await over().read(name)).toEqual(bytes);
    await over().copyToMissing(name);
    expect(one.get(name)).toHaveLength(36);
    expect(await over([memorySecretStorage(one)]).read(name)).toEqual(bytes);
  });

  it.each([
    ['broken', brokenStorage],
    ['silent', silentStorage],
    ['full', fullStorage(new Map())],
  ])('is made and read if a storage is %s', async (_, odd) => {
    const { other, over } = twoStorages();
    for (const storages of [
      [odd, memorySecretStorage(other)],
      [memorySecretStorage(other), odd],
    ]) {
      const { bytes, name } = await made(over(storages));
      expect(await over(storages).read(name)).toEqual(bytes);
    }
  });

  it('counts as lost only if every storage says so', async () => {
    const { over } = twoStorages();
    expect(await over().read('nothing')).toBeNull();
    for (const storages of [
      [brokenStorage, memorySecretStorage()],
      [memorySecretStorage(), brokenStorage],
    ])
      await expect(over(storages).read('nothing')).rejects.toThrow('This storage is broken.');
  });

  it('is not created if no storage accepts it', async () => {
    const { over } = twoStorages();
    expect(await over([brokenStorage, fullStorage(new Map())]).create()).toBeNull();
    expect(await over([]).create()).toBeNull();
  });

  it('is not created if the read bytes differ', async () => {
    const { one, over } = twoStorages();
    const lying: SecretStorage = { ...memorySecretStorage(one), put: async () => undefined };
    expect(await over([lying]).create()).toBeNull();
  });

  it('is gone from both storages after its deletion', async () => {
    const { one, other, over } = twoStorages();
    const { name } = await made(over());
    expect(await over().delete(name)).toBe(true);
    expect([one.size, other.size]).toEqual([0, 0]);
    expect(await over().read(name)).toBeNull();
  });

  it('is not reported as deleted if a storage failed', async () => {
    const { one, over } = twoStorages();
    const { name } = await made(over());
    const stuck: SecretStorage = { ...memorySecretStorage(one), delete: brokenStorage.delete };
    expect(await over([stuck]).delete(name)).toBe(false);
  });

  it('can be stored again after a deletion', async () => {
    const { over } = twoStorages();
    const secret = await made(over());
    await over().delete(secret.name);
    expect(await over().put(secret)).toBe(true);
    expect(await over().read(secret.name)).toEqual(secret.bytes);
  });

  it('is listed, with whether every storage answered', async () => {
    const { one, over } = twoStorages();
    const { name } = await made(over());
    expect(await over().names()).toEqual({ all: new Set([name]), isWhole: true });
    expect(await over([memorySecretStorage(one), brokenStorage]).names()).toEqual({
      all: new Set([name]),
      isWhole: false,
    });
  });
});
