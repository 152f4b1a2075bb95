import { describe, expect, it } from 'vitest';
import type { SecretHome } from '../../src/seal/secret-storage.ts';
import { browserSecrets, secretsIn } from '../../src/seal/secrets.ts';
import { secretHomeChecks } from '../support/conformance/secret-storage.ts';
import {
  brokenHome,
  fullHome,
  type HomeDisk,
  memoryHome,
  silentHome,
} from '../support/fakes/memory-secret-storage.ts';

describe('a home in memory', () => {
  it.each(Object.entries(secretHomeChecks))('%s', (_, check) => check(memoryHome()));
});

/** Secrets in two storage locations. A test may replace each of them. */
function twoHomes() {
  const [one, other]: [HomeDisk, HomeDisk] = [new Map(), new Map()];
  const over = (homes: readonly SecretHome[] = [memoryHome(one), memoryHome(other)]) =>
    secretsIn(homes, { ...browserSecrets, limitMs: 50 });
  return { one, other, over };
}

async function made(secrets: ReturnType<typeof secretsIn>) {
  const secret = await secrets.make();
  if (secret === null) throw new Error('No home keeps it.');
  return secret;
}

describe('a secret', () => {
  it('lies in both homes, 32 bytes and four of their hash, and says nothing of itself', async () => {
    const { one, other, over } = twoHomes();
    const { bytes, name } = await made(over());
    expect(bytes).toHaveLength(32);
    for (const home of [one, other]) expect(home.get(name)).toHaveLength(36);
    expect(await over().read(name)).toEqual(bytes);
    expect((await made(over())).bytes).not.toEqual(bytes);
  });

  it.each(['one', 'other'] as const)('is read where home %s lost it', async (lost) => {
    const homes = twoHomes();
    const { bytes, name } = await made(homes.over());
    homes[lost].clear();
    expect(await homes.over().read(name)).toEqual(bytes);
  });

  it.each([
    ['zeros', (stored: Uint8Array) => new Uint8Array(stored.length)],
    ['a part', (stored: Uint8Array) => stored.slice(0, 20)],
    [
      'one bit less',
      (stored: Uint8Array) => stored.map((byte, at) => (at === 3 ? byte ^ 4 : byte)),
    ],
  ])('of which a home has %s is read from the other one', async (_, damage) => {
    const { one, over } = twoHomes();
    const { bytes, name } = await made(over());
    one.set(name, new Uint8Array(damage(one.get(name) ?? new Uint8Array())));
    expect(await over().read(name)).toEqual(bytes);
    await over().mend(name);
    expect(one.get(name)).toHaveLength(36);
    expect(await over([memoryHome(one)]).read(name)).toEqual(bytes);
  });

  it.each([
    ['broken', brokenHome],
    ['silent', silentHome],
    ['full', fullHome(new Map())],
  ])('is made and read where a home is %s', async (_, odd) => {
    const { other, over } = twoHomes();
    for (const homes of [
      [odd, memoryHome(other)],
      [memoryHome(other), odd],
    ]) {
      const { bytes, name } = await made(over(homes));
      expect(await over(homes).read(name)).toEqual(bytes);
    }
  });

  it('is called lost only where every home says so', async () => {
    const { over } = twoHomes();
    expect(await over().read('nothing')).toBeNull();
    for (const homes of [
      [brokenHome, memoryHome()],
      [memoryHome(), brokenHome],
    ])
      await expect(over(homes).read('nothing')).rejects.toThrow('This home is broken.');
  });

  it('is not made where no home keeps it', async () => {
    const { over } = twoHomes();
    expect(await over([brokenHome, fullHome(new Map())]).make()).toBeNull();
    expect(await over([]).make()).toBeNull();
  });

  it('is not said to be kept where what is read back is not what was written', async () => {
    const { one, over } = twoHomes();
    const lying: SecretHome = { ...memoryHome(one), put: async () => undefined };
    expect(await over([lying]).make()).toBeNull();
  });

  it('is gone from both homes once it is dropped', async () => {
    const { one, other, over } = twoHomes();
    const { name } = await made(over());
    expect(await over().drop(name)).toBe(true);
    expect([one.size, other.size]).toEqual([0, 0]);
    expect(await over().read(name)).toBeNull();
  });

  it('is not said to be dropped where a home did not let go of it', async () => {
    const { one, over } = twoHomes();
    const { name } = await made(over());
    const stuck: SecretHome = { ...memoryHome(one), drop: brokenHome.drop };
    expect(await over([stuck]).drop(name)).toBe(false);
  });

  it('that was taken away comes back as it was', async () => {
    const { over } = twoHomes();
    const secret = await made(over());
    await over().drop(secret.name);
    expect(await over().keep(secret)).toBe(true);
    expect(await over().read(secret.name)).toEqual(secret.bytes);
  });

  it('is listed, with whether every home could be asked', async () => {
    const { one, over } = twoHomes();
    const { name } = await made(over());
    expect(await over().names()).toEqual({ all: new Set([name]), isWhole: true });
    expect(await over([memoryHome(one), brokenHome]).names()).toEqual({
      all: new Set([name]),
      isWhole: false,
    });
  });
});
