import type { SecretStorage } from '../../src/seal/secret-storage.ts';
import { type HomeDisk, memorySecretStorage } from '../support/fakes/memory-secret-storage.ts';

export type StorageName = 'first' | 'second';

/** The browser writes a file to the disk within this time (ms). No code can make it do so at once. */
export const SYNCED_AFTER_MS = 30_000;

/** The two secret storages. The first has private files, like the second copies. The second has caches. */
export class SecretStorages {
  readonly first: HomeDisk = new Map();
  readonly second: HomeDisk = new Map();
  /** The phone's clock, once there is a phone. */
  clock: Readonly<{ now: () => number; ticks: () => number }> = { now: () => 0, ticks: () => 0 };
  /** By secret: the ticks when it was last put into the storage. */
  readonly #putAt = { first: new Map<string, number>(), second: new Map<string, number>() };

  readonly #firstPutAt = new Map<string, number>();

  get both(): readonly SecretStorage[] {
    return [this.#homeOf('first'), this.#homeOf('second')];
  }

  #homeOf(which: StorageName): SecretStorage {
    const storage = memorySecretStorage(this[which]);
    return {
      ...storage,
      put: async (name, bytes) => {
        await storage.put(name, bytes);
        if (!this.#firstPutAt.has(name)) this.#firstPutAt.set(name, this.clock.ticks());
        this.#putAt[which].set(name, this.clock.ticks());
      },
    };
  }

  /** True if a storage has the secret unchanged: neither missing, nor shorter, nor overwritten. */
  has(name: string): boolean {
    return [this.first, this.second].some((storage) => isWhole(storage.get(name)));
  }

  /** Returns the secrets that would be in no storage after a power cut now. */
  lostByPowerCut(names: readonly string[]): readonly string[] {
    return names.filter(
      (name) => this.has(name) && !this.#keeps('first', name) && !this.#keeps('second', name),
    );
  }

  isOlderThan(ms: number, name: string): boolean {
    return this.clock.ticks() - (this.#putAt.first.get(name) ?? -Infinity) >= ms;
  }

  /** True if the secret was put a second time, for example by an undone deletion. The app cannot wait until it is on the disk. */
  isPutBack(name: string): boolean {
    return this.clock.ticks() - (this.#firstPutAt.get(name) ?? Infinity) >= SYNCED_AFTER_MS;
  }

  cutPower(): void {
    for (const which of ['first', 'second'] as const)
      for (const name of [...this[which].keys()])
        if (this.#isYoung(which, name)) this[which].delete(name);
  }

  #keeps(which: StorageName, name: string): boolean {
    return isWhole(this[which].get(name)) && !this.#isYoung(which, name);
  }

  #isYoung(which: StorageName, name: string): boolean {
    const at = this.#putAt[which].get(name) ?? -Infinity;
    return this.clock.ticks() - at < SYNCED_AFTER_MS;
  }
}

const BYTES = 36;

const isWhole = (bytes: Uint8Array | undefined): boolean =>
  bytes?.length === BYTES && bytes.some((byte) => byte !== 0);
