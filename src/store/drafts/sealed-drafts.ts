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
import { openForm, partsOf } from './draft-tables.ts';
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

/** The size of a filler row. Chromium stores larger values in separate files, but fillers must be stored beside the old rows. */
const ROW_BYTES = 60_000;
/** The number of fillers, 18 MB in all. LevelDB compacts a level of 10 MB. Up to 25 MB stay on the disk. */
const ROWS = 300;
/** The free space that the fillers need: rows, log and compacted copy exist at the same time. */
const ROOM_BYTES = 60_000_000;

/** Prefixes of filler keys: one sorts before every key of the app, one after. */
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
 * The plaintext of older builds stays in the browser's files until the browser compacts them; Chromium (LevelDB) may never do that.
 * Fillers at both ends of every table force the compaction. One transaction writes and deletes the fillers, so no query sees them.
 * Saves wait once, for a few seconds. A page can't force a browser to delete, so this is a best effort.
 */
export async function overwritePlaintext(db: Database, space = browserSpace): Promise<void> {
  if ((await readKey(db, 'hadPlaintext')) !== true) return;
  if ((await undeliveredRows(db)).some(({ keys }) => keys === undefined)) return;
  if (!(await hasDiskSpaceFor(ROOM_BYTES, space.estimate, space.grants))) return;
  // Chromium deletes an old value's index entry only when a writing cursor reads it. This needs its own transaction: in one transaction
  // with the fillers, the compaction kept the old entries (in 3 of 3 trials).
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

/** The store's part that encrypts and decrypts. It is loaded lazily, because an empty form does not need it. */
export type SealedDrafts = Readonly<{
  keyStore: LockableKeyStore;
  prepare: () => Promise<void>;
  drafts: DraftsStore;
  openedContext: OpenedContext;
  overwritePlaintext: () => Promise<void>;
  forgetOldSims: () => Promise<void>;
  /** Call it only if a lock exists or is being set. */
  lockStore: (ports: LockPorts) => Promise<LockStore>;
}>;

/** More secrets are created this time (ms) after a new form, so that the form does not wait for them. */
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
    overwritePlaintext: () => overwritePlaintext(db),
    forgetOldSims: () => forgetOldSims(db, Date.now()),
    openedContext: async (rows, others) => {
      const form = await openForm(keyStore, rows);
      const opened = await Promise.all(others.map(keyStore.decrypted));
      return {
        parts: partsOf(form?.attachments ?? [], form?.strokes ?? []),
        others: opened.filter((row) => row !== null),
      };
    },
  };
}
