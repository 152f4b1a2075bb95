import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Db, Engine } from '../../../server/database/engine.ts';
import { openSqliteEngine } from '../../../server/database/sqlite-engine.ts';
import { CommitInDoubt } from '../../../server/repository/repository-port.ts';

/** Each sync of the log waits here until the test ends the sync. */
let syncs: Readonly<{ succeed: () => void; fail: () => void }>[];
let ended: Error[];
let folder: string;
let file: string;
let engine: Engine;

const open = () =>
  openSqliteEngine(file, {
    sync: () =>
      new Promise((resolve, reject) => {
        syncs.push({ succeed: resolve, fail: () => reject(new Error('EIO')) });
      }),
    end: (error) => void ended.push(error),
  });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'veld-log-'));
  file = join(folder, 'veld.sqlite');
  syncs = [];
  ended = [];
  engine = open();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Waits until everything that does not need the disk has run. */
const settle = async () => {
  for (let n = 0; n < 5; n += 1) await new Promise((done) => setImmediate(done));
};

async function set(db: Db, value: string) {
  await db.insertInto('marks').values({ name: value, value }).execute();
  return { keep: true, value };
}

const readMarks = (db: Db) => db.selectFrom('marks').select('name').execute();

function watched<T>(promise: Promise<T>) {
  const state: { result: T | Error | null } = { result: null };
  promise.then(
    (value) => {
      state.result = value;
    },
    (error: Error) => {
      state.result = error;
    },
  );
  return state;
}

it('answers after the log is synced, and runs later transactions meanwhile', async () => {
  const first = watched(engine.transact((db) => set(db, 'first')));
  await settle();
  const second = watched(engine.transact((db) => set(db, 'second')));
  const third = watched(engine.transact((db) => set(db, 'third')));
  await settle();
  expect([first.result, second.result, third.result]).toEqual([null, null, null]);
  expect(syncs).toHaveLength(1);
  syncs[0]?.succeed();
  await settle();
  // The sync may have begun before the second commit, so the second call waits for the next sync.
  expect([first.result, second.result]).toEqual(['first', null]);
  expect(syncs).toHaveLength(2);
  syncs[1]?.succeed();
  await settle();
  expect([second.result, third.result]).toEqual(['second', 'third']);
  await engine.close();
});

it('lets a read, and a call that changes nothing, wait for the commit that they saw', async () => {
  await settle();
  watched(engine.transact((db) => set(db, 'seen')));
  await settle();
  const read = watched(engine.read(readMarks));
  const replay = watched(
    engine.transact(async (db) => ({ keep: false, value: await readMarks(db) })),
  );
  await settle();
  expect([read.result, replay.result]).toEqual([null, null]);
  syncs[0]?.succeed();
  await settle();
  expect(read.result).toContainEqual({ name: 'seen' });
  expect(replay.result).toContainEqual({ name: 'seen' });
  expect(syncs).toHaveLength(1);
  await engine.close();
});

it('reports every call as in doubt after a failed sync, and ends the process', async () => {
  const waiting = watched(engine.transact((db) => set(db, 'lost')));
  await settle();
  const next = watched(engine.transact((db) => set(db, 'next')));
  const read = watched(engine.read(readMarks));
  await settle();
  syncs[0]?.fail();
  await settle();
  const later = watched(engine.transact((db) => set(db, 'later')));
  await settle();
  for (const { result } of [waiting, next, read, later])
    expect(result).toBeInstanceOf(CommitInDoubt);
  // The engine does not sync again: a second sync may succeed although the writes are lost.
  expect(syncs).toHaveLength(1);
  expect(ended).toHaveLength(1);
  await engine.close();
});

it('writes the log of a killed server into the database file before the first read', async () => {
  watched(engine.transact((db) => set(db, 'unsynced')));
  await settle();
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
  const restarted = open();
  expect(statSync(`${file}-wal`).size).toBe(0);
  expect(await restarted.read(readMarks)).toContainEqual({ name: 'unsynced' });
  await restarted.close();
  syncs[0]?.succeed();
  await engine.close();
});
