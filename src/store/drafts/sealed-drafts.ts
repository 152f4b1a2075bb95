import type { IndexableType, Table } from 'dexie';
import { schedule } from '../../platform/timers.ts';
import type { Database } from '../db/database.ts';
import { readThenWrite } from '../db/transactions.ts';
import { deleteKey, readKey, writeKey } from '../device/device-keys.ts';
import { browserSpace, hasDiskSpaceFor } from '../files/disk-space.ts';
import { browserKeyStore } from '../keys/browser-key-store.ts';
import type { LockableKeyStore } from '../keys/key-store.ts';
import type { LockPorts, LockStore } from '../lock/lock-contract.ts';
import { undeliveredRows } from '../outbox/counters.ts';
import type { OpenedContext } from './draft-context.ts';
import { openForm } from './draft-tables.ts';
import { type DraftsStore, draftsStore } from './drafts.ts';
import { recentSims } from './sim-hashes.ts';

/** Deletes HMACs that are older than 90 days. */
export const forgetOldSims = (db: Database, now: number): Promise<void> =>
  readThenWrite(db, {
    tables: ['device'],
    read: () => readKey(db, 'simMarks'),
    plan: (known = []) => {
      const kept = recentSims(known, now);
      const result = undefined;
      return kept.length === known.length
        ? { result }
        : { result, write: () => writeKey(db, 'simMarks', kept) };
    },
  });

/** Smaller than the size at which Chromium uses a file of its own, so that the fillers go where the rows were. */
const ROW_BYTES = 60_000;
/** 18 MB of fillers. A level of LevelDB takes 10 MB before it is compacted into the next. Up to 25 MB stay on the disk. */
const ROWS = 300;
/** The free space must be three times this size: the rows, the log and the compacted copy exist at the same time. */
const ROOM_BYTES = 60_000_000;

/** One end before every key of the app, and one after. */
const ENDS = ['', '\uffff'];

/** A filler row at one end of its table and of every index. */
function filler({ schema }: Table, end: string, n: number) {
  const place = end + n;
  const row: Record<string, unknown> = {
    filler: crypto.getRandomValues(new Uint8Array(ROW_BYTES)),
  };
  for (const { keyPath, multi } of [...schema.indexes, schema.primKey])
    for (const field of [keyPath ?? []].flat()) row[field] = multi ? [place] : place;
  const path = schema.primKey.keyPath;
  return { row, key: typeof path === 'string' ? place : [...(path ?? [])].map(() => place) };
}

/**
 * Plaintext of older builds stays in the browser's files until they are compacted; in Chromium (LevelDB) perhaps never. Fillers at
 * both ends of every table force that compaction. One transaction writes and deletes them, so nobody sees them. Saves wait for it
 * once, for a few seconds. This is a best effort: nobody can force a browser to delete for certain.
 */
export async function overwriteClearText(db: Database, space = browserSpace): Promise<void> {
  if ((await readKey(db, 'hadPlaintext')) !== true) return;
  if ((await undeliveredRows(db)).some(({ keys }) => keys === undefined)) return;
  if (!(await hasDiskSpaceFor(ROOM_BYTES, space.estimate, space.grants))) return;
  // Chromium deletes index entries of old values only when a writing cursor meets them. This needs a transaction of its own: together
  // with the fillers, these deletions were compacted beside the old entries (3 of 3).
  await db.transaction('rw', db.tables, async () => {
    for (const { name, schema } of db.tables)
      for (const index of schema.indexes)
        await db
          .table(name)
          .orderBy(index.name)
          .eachKey(() => undefined);
  });
  await db.transaction('rw', db.tables, async () => {
    const written: (readonly [string, IndexableType])[] = [];
    for (let n = 0; written.length < ROWS; n += 1)
      for (const table of db.tables) {
        const { row, key } = filler(table, ENDS[n % 2] ?? '', n);
        await db.table(table.name).add(row);
        written.push([table.name, key]);
      }
    for (const [name, key] of written) await db.table(name).delete(key);
    await deleteKey(db, 'hadPlaintext');
  });
}

/** The store's part that encrypts, loaded lazily: a form that is only shown does without it. */
export type SealedDrafts = Readonly<{
  keyStore: LockableKeyStore;
  prepare: () => Promise<void>;
  drafts: DraftsStore;
  openedContext: OpenedContext;
  overwriteClearText: () => Promise<void>;
  forgetOldSims: () => Promise<void>;
  /** Call it only if there is a lock, or to set one. */
  lockStore: (ports: LockPorts) => Promise<LockStore>;
}>;

/** The first form of a phone must not wait for more secrets. They are created after this time (ms). */
const REFILL_AFTER_MS = 3_000;

export function sealedDrafts(db: Database): SealedDrafts {
  const keyStore = browserKeyStore(db);
  const { clearCache, ...drafts } = draftsStore(db, keyStore);
  return {
    keyStore,
    lockStore: async (ports) => {
      const { lockStore } = await import('../lock/lock-store.ts');
      const lock = (): void => {
        keyStore.lock();
        clearCache();
      };
      return lockStore(db, { keyStore, lock }, ports);
    },
    prepare: async () => {
      await keyStore.agentDataKey();
      await keyStore.refillAvailable();
    },
    drafts: {
      ...drafts,
      create: async (...form) => {
        const created = await drafts.create(...form);
        schedule(REFILL_AFTER_MS, () => void keyStore.refillAvailable().catch(() => undefined));
        return created;
      },
    },
    overwriteClearText: () => overwriteClearText(db),
    forgetOldSims: () => forgetOldSims(db, Date.now()),
    openedContext: async (rows, others) => {
      const form = await openForm(keyStore, rows);
      const opened = await Promise.all(others.map(keyStore.decrypted));
      return {
        attachments: form?.attachments ?? [],
        strokes: form?.strokes ?? [],
        others: opened.filter((row) => row !== null),
      };
    },
  };
}
