import 'fake-indexeddb/auto';
import type { Hold } from '../../src/domain/submission-types.ts';
import { Database } from '../../src/store/database.ts';
import { keyDesk } from '../../src/store/key-desk.ts';
import { needTending } from '../../src/store/need-tending.ts';
import { createOutboxStore } from '../../src/store/outbox.ts';
import type { BackendCapabilities, OutboxStore } from '../../src/store/outbox-ports.ts';
import type { SecretNameRow } from '../../src/store/rows.ts';
import { MemoryDisk } from '../support/memory-store.ts';
import { modelKeys, modelSecrets } from '../support/model-keys.ts';
import { WrittenTransactions } from '../support/written-transactions.ts';
import { digest } from './digest.ts';
import { type Disk, type Edit, editedRows, namesOfSecrets, newSecret } from './disk.ts';
import { Homes } from './homes.ts';

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

  const homes = new Homes();
  const secrets = modelSecrets(homes.both, newId);
  const smith = modelKeys(secrets);
  const desk = keyDesk(db, { digest, smith, secrets, now: () => homes.clock.now(), newId });

  const edit = async (id: Parameters<Disk['edit']>[0], change: Edit) => {
    const [row, draft] = [await db.submissions.get(id), await db.drafts.get(id)];
    if (draft === undefined || (row?.status !== 'draft' && row?.status !== 'rejected'))
      return 'notOpen' as const;
    const edited = await editedRows(desk, row, draft, change);
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
    homes,
    reserve: {
      count: async () => (await db.secretNames.toArray()).filter(isSpare).length,
      make: () => newSecret(secrets),
      enter: async (name, madeAt) => {
        await db.secretNames.put({ name, state: 'spare', madeAt });
        await look();
      },
    },
    needsTending: () => needTending(db),
    store: watched(createOutboxStore(db, desk), {
      before: () => written.begin(),
      after: async (name) => {
        // Not counted for an operation that is killed inside: the store takes that for a failure to store Blobs and tries again.
        if (written.count > 1 && written.fatalAfter === null) split.add(name);
        await look();
      },
    }),
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
    edit: async (id, change) => {
      const done = await edit(id, change);
      await look();
      return done;
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

const isSpare = ({ state }: SecretNameRow): boolean => state === 'spare';

type Watch = Readonly<{ before: () => void; after: (name: string) => Promise<void> }>;

/** The same store, which updates what the checks see after each operation. */
function watched(store: OutboxStore, { after, before }: Watch): OutboxStore {
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
  // The same names, each with a function of the same type.
  return Object.fromEntries(entries) as OutboxStore;
}

async function lookAt(db: Database, seen: MemoryDisk): Promise<void> {
  await db.transaction('r', db.tables, async () => {
    seen.submissions = new Map((await db.submissions.toArray()).map((row) => [row.id, row]));
    seen.drafts = new Map((await db.drafts.toArray()).map((row) => [row.id, row]));
    seen.attachments = new Map((await db.attachments.toArray()).map((row) => [row.id, row]));
    seen.payloads = new Map((await db.payloads.toArray()).map((row) => [row.id, row]));
    seen.agents = new Map((await db.agents.toArray()).map((row) => [row.id, row]));
    seen.secretNames = new Map((await db.secretNames.toArray()).map((row) => [row.name, row]));
    seen.strokes = await db.strokes.toArray();
    const device = new Map((await db.device.toArray()).map(({ key, value }) => [key, value]));
    // Only the store writes these rows.
    seen.lease = (device.get('lease') as MemoryDisk['lease'] | undefined) ?? null;
    seen.hold = (device.get('hold') as Hold | null | undefined) ?? null;
    seen.capabilities =
      (device.get('habits') as BackendCapabilities | undefined) ?? seen.capabilities;
    seen.sentinel = (device.get('sentinel') as string | undefined) ?? null;
  });
}
