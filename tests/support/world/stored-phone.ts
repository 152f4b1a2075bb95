import type { DBCore, DBCoreTable } from 'dexie';
import type { SubmissionId } from '../../../src/domain/ids.ts';
import type { SecretStorage } from '../../../src/seal/secret-storage.ts';
import type { Secrets } from '../../../src/seal/secrets.ts';
import type { KeyStretcher } from '../../../src/seal/stretch/stretching.ts';
import { Database } from '../../../src/store/db/database.ts';
import { peppersOf } from '../../../src/store/format/agent-row.ts';
import { areKeys } from '../../../src/store/format/submission-row.ts';
import { createKeyStore } from '../../../src/store/keys/key-store.ts';
import type { LockStore } from '../../../src/store/lock/lock-contract.ts';
import { lockStore } from '../../../src/store/lock/lock-store.ts';
import { createOutboxStore } from '../../../src/store/open-outbox.ts';
import { secretsOf } from '../../../src/store/outbox/outbox-rows.ts';
import type { SyncPorts } from '../../../src/sync/ports/ports.ts';
import { followAgents } from '../../../src/sync/second-copy/agent-copies.ts';
import { repairFromSecondCopy } from '../../../src/sync/second-copy/repair.ts';
import { keepDraftCopy, removeSubmission } from '../../../src/sync/submit/after-submit.ts';
import { cleanUpSecrets, removeSlotInCopy } from '../../../src/sync/submit/secret-cleanup.ts';
import { KilledError } from '../fakes/killable-ports.ts';
import { createMemoryCopy } from '../fakes/memory-second-copy.ts';
import { ModelAuthenticator } from '../fakes/model-authenticator.ts';
import { modelKeys, modelSecrets } from '../fakes/model-keys.ts';
import { quickStretcher } from './lock-phone.ts';
import { SyncWorld } from './sync-world.ts';

const day = 86_400_000;

/** A process that is killed before its n-th step, counted from 1. A step is a write or a computation. Later steps have no effect. */
class Life {
  isDead = false;
  #done = 0;
  readonly #endsAt: number;

  constructor(endsAt: number) {
    this.#endsAt = endsAt;
  }

  get steps(): number {
    return this.#done;
  }

  step(): void {
    this.#done += 1;
    if (this.#done >= this.#endsAt) this.isDead = true;
    if (this.isDead) throw new KilledError('killed');
  }
}

/** Makes each function of the port a step, except those of `looks`, which only read. */
function stepping<Port extends object>(port: Port, life: Life, looks: readonly string[]): Port {
  const made: Record<string, unknown> = {};
  for (const [name, run] of Object.entries(port))
    made[name] =
      typeof run !== 'function' || looks.includes(name)
        ? run
        : async (...given: unknown[]) => {
            life.step();
            return run(...given);
          };
  // `made` has the same names as the port, each with a function of the same type.
  return made as Port;
}

/** Makes each writing transaction one step. It commits completely, or the process is killed and it is rolled back. */
function killInTransactions(db: Database, life: Life): void {
  const begun = new WeakSet<object>();
  const table = (down: DBCoreTable): DBCoreTable => ({
    ...down,
    mutate: (request) => {
      try {
        if (life.isDead || !begun.has(request.trans)) life.step();
      } catch (error) {
        request.trans.abort();
        throw error;
      }
      begun.add(request.trans);
      return down.mutate(request);
    },
  });
  db.use({
    stack: 'dbcore',
    name: 'kills',
    create: (core: DBCore) => ({ ...core, table: (name) => table(core.table(name)) }),
  });
}

export type StoredProcess = Readonly<{ lock: LockStore; ports: SyncPorts; life: Life }>;

let phones = 0;

/** A phone with the real store and the real lock, and with the model's keys. It has one submitted form and one draft. */
export class StoredPhone {
  readonly world: SyncWorld;
  readonly #name: string;
  readonly #secrets: Secrets;
  readonly #open: Database[] = [];
  readonly draft: SubmissionId;
  readonly submitted: SubmissionId;

  private constructor(world: SyncWorld, draft: SubmissionId, submitted: SubmissionId) {
    phones += 1;
    this.#name = `stored phone ${phones}`;
    this.world = world;
    this.draft = draft;
    this.submitted = submitted;
    this.#secrets = modelSecrets(world.storages, world.newId);
  }

  /** @param isAllSent true: the submitted form is delivered, so that only its receipt is left, and the draft is deleted */
  static async begin({ isAllSent = false } = {}): Promise<StoredPhone> {
    const world = new SyncWorld();
    world.pool(1);
    const draft = await world.draft();
    await keepDraftCopy(world.ports(), draft);
    const phone = new StoredPhone(world, draft, await world.submitted());
    if (isAllSent) {
      await removeSubmission(world.ports(), draft);
      await world.settle();
    }
    await phone.#putRows();
    return phone;
  }

  async #putRows(): Promise<void> {
    const { disk } = this.world;
    const db = this.#newDatabase();
    await db.submissions.bulkPut([...disk.submissions.values()]);
    await db.drafts.bulkPut([...disk.drafts.values()]);
    await db.attachments.bulkPut([...disk.attachments.values()]);
    await db.strokes.bulkPut([...disk.strokes]);
    await db.payloads.bulkPut([...disk.payloads.values()]);
    await db.agents.bulkPut([...disk.agents.values()]);
    await db.secretNames.bulkPut([...disk.secretNames.values()]);
    for (const [id, bytes] of disk.blobs) await db.blobs.put({ id, type: bytes.type, bytes });
    await this.process().ports.store.setSentinel(disk.sentinel ?? '');
  }

  #newDatabase(): Database {
    const db = new Database(this.#name);
    this.#open.push(db);
    return db;
  }

  process(endsAt = Infinity): StoredProcess {
    const { world } = this;
    const life = new Life(endsAt);
    const db = this.#newDatabase();
    killInTransactions(db, life);
    const storages = world.storages.map(
      (storage): SecretStorage => stepping(storage, life, ['get', 'names']),
    );
    const secrets = modelSecrets(storages, world.newId);
    const now = (): number => world.clock.now();
    const { newId } = world;
    const { digest } = world.ports();
    const cryptoPort = modelKeys(secrets);
    const keyStore = createKeyStore(db, { digest, cryptoPort, secrets, now, newId });
    const secondCopy = stepping(createMemoryCopy(world.copyDisk), life, [
      'isThere',
      'isAway',
      'get',
      'getText',
      'names',
      'folders',
    ]);
    const store = createOutboxStore(db, keyStore);
    const ports = world.ports({ store, secondCopy });
    const stretcher: KeyStretcher = stepping(quickStretcher, life, ['choose']);
    const lock = lockStore(
      db,
      { keyStore, lock: () => keyStore.lock() },
      {
        stretcher,
        passkeys: new ModelAuthenticator().passkeys,
        now,
        newId,
        broadcast: { postMessage: () => undefined, addEventListener: () => undefined },
        unlockedPages: { join: () => () => undefined, areAny: async () => false },
        followAgents: (gone) => followAgents(ports, gone),
        removeSendingSlot: (id, before) => removeSlotInCopy(ports, id, before),
        remove: async (id) => {
          const { status } = await removeSubmission(ports, id);
          return status === 'removed' || status === 'gone';
        },
        signOut: async () => undefined,
        onWaitingForUnlock: () => () => undefined,
        wake: () => undefined,
      },
    );
    return { lock, ports, life };
  }

  /** Deletes the database, as if the browser lost it. */
  async wipe(): Promise<void> {
    for (const db of this.#open.splice(0)) db.close();
    await new Database(this.#name).delete();
  }

  async loseStorage(which: 0 | 1): Promise<void> {
    const storage = this.world.storages[which];
    for (const name of (await storage?.names()) ?? []) await storage?.delete(name);
  }

  /** Opens the app, and again two days later. The second start deletes unknown secrets. */
  async startTwice(): Promise<void> {
    for (let starts = 0; starts < 2; starts += 1) {
      const { ports } = this.process();
      await repairFromSecondCopy(ports);
      await cleanUpSecrets(ports);
      this.world.clock.pass(2 * day);
    }
  }

  /** The names of stored secrets that no row needs. */
  async needless(): Promise<readonly string[]> {
    const db = this.#newDatabase();
    const { all } = await this.#secrets.names();
    const names = await db.secretNames.toArray();
    const needed = new Set<string>([
      ...names.flatMap(({ name, state }) => (state === 'spare' ? [name] : [])),
      ...(await db.agents.toArray()).flatMap(peppersOf),
      ...(await db.submissions.toArray()).flatMap(({ keys }) =>
        areKeys(keys) ? secretsOf(keys) : [],
      ),
    ]);
    return [...all].filter((name) => !needed.has(name));
  }

  async close(): Promise<void> {
    await this.wipe();
  }
}
