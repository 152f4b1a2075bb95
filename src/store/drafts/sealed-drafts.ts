import type { IndexableType, Table } from 'dexie';
import { later } from '../../platform/timers.ts';
import type { Database } from '../db/database.ts';
import { readThenWrite } from '../db/transactions.ts';
import { forgetKey, readKey, writeKey } from '../device/device-keys.ts';
import { browserSpace, hasRoomFor } from '../files/disk-space.ts';
import { deskHere } from '../keys/browser-key-store.ts';
import type { LockableDesk } from '../keys/key-store.ts';
import type { LockPorts, LockStore } from '../lock/lock-contract.ts';
import { undeliveredRows } from '../outbox/counters.ts';
import type { OpenedContext } from './draft-context.ts';
import { openForm } from './draft-tables.ts';
import { type DraftsStore, draftsStore } from './drafts.ts';
import { recentSims } from './sim-marks.ts';

/** Forgets marks older than 90 days. */
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

/** Below what Chromium puts into a file of its own: it has to go where the rows were. */
const ROW_BYTES = 60_000;
/** 18 MB, more than a level of LevelDB (10 MB) takes before it is packed into the next; up to 25 MB stay with the browser. */
const ROWS = 300;
/** What is asked for must be free three times: it is written, and for a while kept beside what it is packed into. */
const ROOM_BYTES = 60_000_000;

/** Before and after every key that the app makes. */
const ENDS = ['', '\uffff'];

/** A row at one end of its table and of every index, none of which any row of the app has. */
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
 * What an older build wrote in the clear, and what was deleted or sealed since, stays in the browser's files until they are packed
 * anew; in Chromium (LevelDB) perhaps never. So they are made to be, by rows at both ends of every table, with which all that lies
 * between is packed. They are written and deleted in one transaction: nobody ever sees them. Saves wait for that, a second or a
 * few, once. A best effort: nobody outside the browser can make it forget for certain.
 */
export async function overwriteClearText(db: Database, space = browserSpace): Promise<void> {
  if ((await readKey(db, 'hadClearText')) !== true) return;
  if ((await undeliveredRows(db)).some(({ keys }) => keys === undefined)) return;
  if (!(await hasRoomFor(ROOM_BYTES, space.estimate, space.grants))) return;
  // Chromium deletes the index entries of former values only where a cursor that may write meets them. In a transaction of its own:
  // in one with the fillers these deletions were packed beside what they delete (3 of 3).
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
    await forgetKey(db, 'hadClearText');
  });
}

/** The part of the store that seals and opens: a form that is only looked at does without. */
export type OwnForms = Readonly<{
  desk: LockableDesk;
  prepare: () => Promise<void>;
  drafts: DraftsStore;
  openedContext: OpenedContext;
  overwriteClearText: () => Promise<void>;
  forgetOldSims: () => Promise<void>;
  /** Only where there is a lock, or is to be one. */
  lockStore: (ports: LockPorts) => Promise<LockStore>;
}>;

/** The first form of a phone must not wait for the secrets of the next ones, ms. */
const REFILL_AFTER_MS = 3_000;

export function ownForms(db: Database): OwnForms {
  const desk = deskHere(db);
  const { forget, ...drafts } = draftsStore(db, desk);
  return {
    desk,
    lockStore: async (ports) => {
      const { lockStore } = await import('../lock/lock-store.ts');
      const lock = (): void => {
        desk.lock();
        forget();
      };
      return lockStore(db, { desk, lock }, ports);
    },
    prepare: async () => {
      await desk.own();
      await desk.refill();
    },
    drafts: {
      ...drafts,
      create: async (...form) => {
        const created = await drafts.create(...form);
        later(REFILL_AFTER_MS, () => void desk.refill().catch(() => undefined));
        return created;
      },
    },
    overwriteClearText: () => overwriteClearText(db),
    forgetOldSims: () => forgetOldSims(db, Date.now()),
    openedContext: async (rows, others) => {
      const form = await openForm(desk, rows);
      const opened = await Promise.all(others.map(desk.opened));
      return {
        attachments: form?.attachments ?? [],
        strokes: form?.strokes ?? [],
        others: opened.filter((row) => row !== null),
      };
    },
  };
}
