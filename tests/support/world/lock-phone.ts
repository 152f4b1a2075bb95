import { sha256 } from '../../../src/platform/sha256.ts';
import { bytesOf, joined } from '../../../src/seal/bytes.ts';
import { webCryptoPort } from '../../../src/seal/key-hierarchy.ts';
import { type Secrets, secretsIn } from '../../../src/seal/secrets.ts';
import type { KeyStretcher } from '../../../src/seal/stretch/stretching.ts';
import { Database } from '../../../src/store/db/database.ts';
import { deviceStorage } from '../../../src/store/device/device-storage.ts';
import { type DraftsStore, draftsStore } from '../../../src/store/drafts/drafts.ts';
import { createKeyStore, type LockableKeyStore } from '../../../src/store/keys/key-store.ts';
import type { Broadcast, UnlockedPages } from '../../../src/store/lock/lock-channel.ts';
import type { LockPorts, LockStore } from '../../../src/store/lock/lock-contract.ts';
import { lockStore } from '../../../src/store/lock/lock-store.ts';
import { createOutboxStore } from '../../../src/store/open-outbox.ts';
import type { OutboxStore } from '../../../src/store/outbox/outbox-port.ts';
import { type HomeDisk, memorySecretStorage } from '../fakes/memory-secret-storage.ts';
import { ModelAuthenticator } from '../fakes/model-authenticator.ts';

/** A stretcher without the slow computation. Its result differs for each PIN and salt. */
export const quickStretcher: KeyStretcher = {
  choose: async () => ({ status: 'chosen', stretched: { memory: 19_456, passes: 2 } }),
  stretch: async (pin, salt) => ({
    status: 'stretched',
    bytes: new Uint8Array(await crypto.subtle.digest('SHA-256', joined(bytesOf(pin), salt))),
  }),
};

/** The channel of all pages of a browser. Each page gets the messages of the other pages, asynchronously. */
class Hub {
  readonly #pages = new Set<(event: MessageEvent<unknown>) => void>();

  readonly #unlocked = new Set<symbol>();

  readonly unlockedPages: UnlockedPages = {
    join: () => {
      const page = Symbol('page');
      this.#unlocked.add(page);
      return () => this.#unlocked.delete(page);
    },
    areAny: async () => this.#unlocked.size > 0,
  };

  channel(): Broadcast {
    const own = new Set<(event: MessageEvent<unknown>) => void>();
    return {
      addEventListener: (_, listener) => {
        own.add(listener);
        this.#pages.add(listener);
      },
      postMessage: (message) => {
        // Throws for a message with functions in it, as a browser does.
        const data: unknown = structuredClone(message);
        for (const listener of this.#pages)
          if (!own.has(listener))
            queueMicrotask(() => listener(new MessageEvent('message', { data })));
      },
    };
  }
}

export type LockPage = Readonly<{
  lock: LockStore;
  keyStore: LockableKeyStore;
  drafts: DraftsStore;
  outbox: OutboxStore;
  db: Database;
}>;

/** A phone with the real store and real keys. Each page is a process of its own. */
export class RealLockPhone {
  readonly clock = { now: 1_000_000_000 };
  readonly storages: readonly [HomeDisk, HomeDisk] = [new Map(), new Map()];
  readonly secrets: Secrets = secretsIn(this.storages.map((disk) => memorySecretStorage(disk)));
  readonly woken: string[] = [];
  readonly waitingForUnlock: number[] = [];
  readonly authenticator = new ModelAuthenticator();
  readonly #hub = new Hub();
  readonly #name: string;
  readonly #pages: Database[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  page(ports: Partial<LockPorts> = {}): LockPage {
    const db = new Database(this.#name);
    this.#pages.push(db);
    const now = (): number => this.clock.now;
    const keyStore = createKeyStore(db, {
      digest: sha256,
      cryptoPort: webCryptoPort(this.secrets),
      secrets: this.secrets,
      now,
      newId: ports.newId ?? (() => crypto.randomUUID()),
    });
    const { clearCache: forget, ...drafts } = draftsStore(db, keyStore, now);
    const outbox = createOutboxStore(db, keyStore);
    const forgetAll = (): void => {
      keyStore.lock();
      forget();
    };
    const lock = lockStore(
      db,
      { keyStore, lock: forgetAll },
      {
        stretcher: quickStretcher,
        passkeys: this.authenticator.passkeys,
        now,
        newId: () => crypto.randomUUID(),
        broadcast: this.#hub.channel(),
        unlockedPages: this.#hub.unlockedPages,
        followAgents: async (gone) => {
          for (const pepper of gone) await outbox.deleteSecret(pepper);
        },
        remove: async (id) => (await outbox.remove(id, () => true)) !== 'refused',
        removeSendingSlot: async (_, { q }) => {
          if (q !== undefined) await outbox.deleteSecret(q.name);
        },
        signOut: async () => {
          await deviceStorage(db).signOut();
        },
        onWaitingForUnlock: (waitingForUnlock) =>
          waitingForUnlock.subscribe((count) => this.waitingForUnlock.push(count)),
        wake: () => this.woken.push('woken'),
        ...ports,
      },
    );
    return { lock, keyStore, drafts, outbox, db };
  }

  async close(): Promise<void> {
    for (const db of this.#pages) db.close();
    await new Database(this.#name).delete();
  }
}
