import 'fake-indexeddb/auto';
import type { Announced } from '../../src/domain/announced.ts';
import type { SubmissionId } from '../../src/domain/ids.ts';
import type { Hold } from '../../src/domain/submission-types.ts';
import { Database } from '../../src/store/db/database.ts';
import { keepAnnounced } from '../../src/store/device/device-values.ts';
import { beginCorrection } from '../../src/store/drafts/begin-correction.ts';
import type { SecretNameRow } from '../../src/store/format/rows.ts';
import { createKeyStore, type KeyStore } from '../../src/store/keys/key-store.ts';
import { listsOf } from '../../src/store/lists/lists.ts';
import type { LockStore } from '../../src/store/lock/lock-contract.ts';
import { lockStore } from '../../src/store/lock/lock-store.ts';
import { createOutboxStore } from '../../src/store/open-outbox.ts';
import { needsSecretCleanup } from '../../src/store/open-store.ts';
import type { BackendCapabilities } from '../../src/store/outbox/outbox-port.ts';
import { MemoryDisk } from '../support/fakes/memory-disk.ts';
import type { KeyedLock } from '../support/fakes/memory-lock-store.ts';
import { ModelAuthenticator } from '../support/fakes/model-authenticator.ts';
import { modelKeys, modelSecrets } from '../support/fakes/model-keys.ts';
import { quickStretcher } from '../support/world/lock-phone.ts';
import { WrittenTransactions } from '../support/world/stored-form.ts';
import { digest } from './digest.ts';
import {
  type Disk,
  type Edit,
  editedRows,
  namesOfSecrets,
  newSecret,
  notingReplaced,
} from './disk.ts';
import { SecretStorages } from './secret-storages.ts';

let opened = 0;

/** The real store over fake-indexeddb. It is slow, so only some seeds run on it. */
export async function dexieDisk(): Promise<Disk> {
  opened += 1;
  const db = new Database(`simulation-${opened}`);
  const written = new WrittenTransactions(db);
  await db.open();
  const seen = new MemoryDisk();
  const newId = namesOfSecrets();
  const split = new Set<string>();
  const look = (): Promise<void> => lookAt(db, seen);
  const tables = [db.submissions, db.drafts, db.attachments, db.blobs];

  const storages = new SecretStorages();
  const secrets = modelSecrets(storages.both, newId);
  const cryptoPort = modelKeys(secrets);
  const now = (): number => storages.clock.now();

  const edit = async (keyStore: KeyStore, id: SubmissionId, change: Edit) => {
    const [row, draft] = [await db.submissions.get(id), await db.drafts.get(id)];
    if (draft === undefined || (row?.status !== 'draft' && row?.status !== 'rejected'))
      return 'notOpen' as const;
    const edited = await editedRows(keyStore, row, draft, change);
    if (edited === null) return 'notOpen' as const;
    return db.transaction('rw', tables, async () => {
      const { file } = edited;
      const { remove } = change;
      await db.drafts.put(edited.draft);
      if (remove !== undefined) {
        await db.attachments.delete(remove);
        await db.blobs.delete(remove);
      }
      if (file !== null) {
        await db.attachments.put(file.row);
        await db.blobs.put({ id: file.row.id, type: file.row.type, bytes: file.bytes });
      }
      return 'edited' as const;
    });
  };

  return {
    seen,
    storages,
    reserve: {
      count: async () => (await db.secretNames.toArray()).filter(isAvailable).length,
      make: () => newSecret(secrets),
      enter: async (name, madeAt) => {
        await db.secretNames.put({ name, state: 'spare', madeAt });
        await look();
      },
    },
    needsSecretCleanup: () => needsSecretCleanup(db),
    process: () => {
      const keyStore = createKeyStore(db, { digest, cryptoPort, secrets, now, newId });
      const { followAgents, removeSendingSlot, letGone, replaced } = notingReplaced();
      const ports = { ...lockPorts, now, newId, followAgents, removeSendingSlot };
      const { queries } = listsOf(db, keyStore.agentAccess, async () => keyStore, undefined);
      return {
        store: watched(createOutboxStore(db, keyStore), {
          before: () => written.begin(),
          after: async (name) => {
            // An operation that is killed inside does not count. The store takes the kill for a failure to store Blobs, and tries again.
            if (written.count > 1 && written.fatalAfter === null) split.add(name);
            await look();
          },
        }),
        keepAnnounced: async (announced) => {
          await keepAnnounced(db, { ...announced, base: '' });
          await look();
        },
        edit: async (id, change) => {
          const done = await edit(keyStore, id, change);
          await look();
          return done;
        },
        beginCorrection: async (of, { at, id }) => {
          const ports = { newId: () => id, now: () => at };
          const begun = await beginCorrection(db, keyStore, of, ports);
          await look();
          return begun;
        },
        lock: lockWatched(
          lockStore(db, { keyStore, lock: () => keyStore.lock() }, ports),
          look,
          () => turnsOf(db),
        ),
        replaced,
        letGone,
        shown: async () => {
          const wanted = { limit: 50 };
          const lists = [
            await queries.newest(wanted).read(),
            await queries.newest({ ...wanted, search: 'Nkosi' }).read(),
            ...(await Promise.all(
              statuses.map((status) => queries.newest({ ...wanted, status }).read()),
            )),
          ];
          const listed = new Set(lists.flat().map(({ id }) => id));
          for (const id of seen.submissions.keys())
            if ((await queries.submission(id).read()) !== null) listed.add(id);
          const { counts } = await queries.overview().read();
          return {
            listed: [...listed],
            counted: statuses.reduce((sum, status) => sum + counts[status], 0),
          };
        },
      };
    },
    killedIn: async (committed, work) => {
      written.fatalAfter = committed;
      await work().catch(() => {});
      written.fatalAfter = null;
    },
    split,
    putRow: async (row) => {
      await db.submissions.put(row);
      await look();
    },
    damage: async (id, bytes) => {
      if (bytes === null) await db.blobs.delete(id);
      else await db.blobs.put({ id, type: bytes.type, bytes });
      await look();
    },
    wipe: async () => {
      await db.delete();
      await db.open();
      await look();
    },
    close: async () => {
      await db.delete();
    },
  };
}

/** Pages get no messages from each other here. The simulation informs each page. It deletes an agent's forms before a reset. */
const lockPorts = {
  stretcher: quickStretcher,
  passkeys: new ModelAuthenticator().passkeys,
  broadcast: { postMessage: () => undefined, addEventListener: () => undefined },
  unlockedPages: { join: () => () => undefined, areAny: async () => false },
  remove: async () => false,
  signOut: async () => undefined,
  onWaitingForUnlock: () => () => undefined,
  wake: () => undefined,
};

const isAvailable = ({ state }: SecretNameRow): boolean => state === 'spare';

type Watch = Readonly<{ before: () => void; after: (name: string) => Promise<void> }>;

/** Wraps a port. After each operation, the wrapper updates the data that the checks see. */
function watched<Port extends object>(store: Port, { after, before }: Watch): Port {
  const functions = Object.entries(store) as [string, (...given: unknown[]) => Promise<unknown>][];
  const entries = functions.map(([name, run]) => [
    name,
    async (...given: unknown[]) => {
      before();
      try {
        return await run(...given);
      } finally {
        await after(name);
      }
    },
  ]);
  // The object has the same names, and each function has the same type.
  return Object.fromEntries(entries) as Port;
}

/** Also updates the data that the checks see after `finish`. The page calls `finish` once the person has written down the code. */
function lockWatched(
  store: LockStore,
  look: () => Promise<void>,
  waited: () => Promise<void>,
): KeyedLock {
  const watch = { before: () => undefined, after: look };
  const { lock } = store;
  const { prepareAgent, prepareLock, prepareNewCode, ...others } = watched(store, watch);
  const later = <Result extends Readonly<{ status: string }>>(made: Result): Result =>
    'finish' in made ? { ...made, ...watched({ finish: made.finish }, watch) } : made;
  return {
    ...others,
    lock,
    unlock: async (...given) => {
      const result = await others.unlock(...given);
      if (result.status !== 'unlocked') return result;
      await waited();
      await look();
      return result;
    },
    prepareAgent: async (label, pin) => later(await prepareAgent(label, pin)),
    prepareLock: async (pin) => later(await prepareLock(pin)),
    prepareNewCode: async (pin) => later(await prepareNewCode(pin)),
  };
}

const statuses = ['draft', 'queued', 'rejected', 'delivered'] as const;

/** After an unlock the store starts transactions that nobody waits for. It needs at most this many. */
const FEW_TRANSACTIONS = 24;

async function turnsOf(db: Database): Promise<void> {
  for (let turn = 0; turn < FEW_TRANSACTIONS; turn += 1) await db.agents.count();
}

async function lookAt(db: Database, seen: MemoryDisk): Promise<void> {
  await db.transaction('r', db.tables, async () => {
    seen.submissions = new Map((await db.submissions.toArray()).map((row) => [row.id, row]));
    seen.drafts = new Map((await db.drafts.toArray()).map((row) => [row.id, row]));
    seen.attachments = new Map((await db.attachments.toArray()).map((row) => [row.id, row]));
    seen.payloads = new Map((await db.payloads.toArray()).map((row) => [row.id, row]));
    seen.agents = new Map((await db.agents.toArray()).map((row) => [row.id, row]));
    seen.secretNames = new Map((await db.secretNames.toArray()).map((row) => [row.name, row]));
    seen.verdicts = new Map((await db.verdicts.toArray()).map((row) => [row.formId, row]));
    seen.strokes = await db.strokes.toArray();
    const device = new Map((await db.device.toArray()).map(({ key, value }) => [key, value]));
    // Only the store writes these rows.
    seen.lease = (device.get('lease') as MemoryDisk['lease'] | undefined) ?? null;
    const announced = device.get('announced') as Announced | undefined;
    seen.announced = announced ?? null;
    seen.verdictsReadAt = (device.get('verdictsReadAt') as number | undefined) ?? null;
    seen.hold = (device.get('hold') as Hold | null | undefined) ?? null;
    seen.capabilities =
      (device.get('habits') as BackendCapabilities | undefined) ?? seen.capabilities;
    seen.sentinel = (device.get('sentinel') as string | undefined) ?? null;
  });
}
