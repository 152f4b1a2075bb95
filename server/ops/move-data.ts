import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type QueryResult, type RawBuilder, sql } from 'kysely';
import type { Db, Engine } from '../database/engine.ts';
import type { PostgresOptions } from '../database/postgres-engine.ts';
import { openSqliteEngine } from '../database/sqlite-engine.ts';
import type { FileStore } from '../files/file-store-port.ts';
import { openFolderStore } from '../files/folder-store.ts';
import { addUsedKids, usedKids } from '../keys/keys-file.ts';
import { MAX_UNCOMMITTED_FILES } from '../limits.ts';
import type { Log } from '../log.ts';
import { OperatorError } from '../operator-error.ts';
import {
  DECIDES_MARK,
  EPOCH_MARK,
  RESTORED_MARK,
  type Repository,
} from '../repository/repository-port.ts';
import { lockFolder, MOVE_BEGUN, MOVE_MARK, openDataFolder } from './data-folder.ts';
import { type BucketOptions, openWithBucket } from './open-bucket.ts';
import { asOperatorError } from './start-errors.ts';

type MoveOptions = Readonly<{
  /** The data folder of a stopped server with SQLite. */
  from: string;
  dataDir: string;
  postgres: PostgresOptions | null;
  bucket: BucketOptions | null;
  keysFile: string | null;
  now: () => number;
  log: Log;
}>;

export type Moved = Readonly<{ rows: number; files: number }>;

type Row = Readonly<Record<string, unknown>>;

/** The tables, each after the tables that it references. `key`: the columns that identify a row. */
const tables = [
  { table: 'forms', key: ['form_id'] },
  { table: 'submissions', key: ['form_id'] },
  { table: 'registrations', key: ['form_id'] },
  { table: 'devices', key: ['device_id'] },
  { table: 'search_terms', key: ['term', 'form_id'] },
  { table: 'signatures', key: ['form_id', 'position'] },
  { table: 'documents', key: ['form_file_id'] },
  { table: 'answers', key: ['device_id', 'idempotency_key'] },
] as const;
type Table = (typeof tables)[number];

const ROWS_AT_ONCE = 500;
/**
 * A move that breaks off leaves at most this many files without a row. A start quarantines that many. It refuses to start
 * with more, if they are more than 1 % of all files.
 */
const FILES_AT_ONCE = MAX_UNCOMMITTED_FILES;
const atOnce = ({ table }: Table) =>
  table === 'signatures' || table === 'documents' ? FILES_AT_ONCE : ROWS_AT_ONCE;

/**
 * Copies all data of the folder to the database and file store of the settings. Then compares every row and every byte.
 * A move that broke off can be run again if the folder is unchanged: copied rows stay. A complete move cannot be run
 * again, because it would restore data that was erased since. The folder keeps all its data. Only its tables are migrated
 * to the newest version.
 */
export async function moveData(options: MoveOptions): Promise<Moved> {
  const { from, postgres, bucket } = options;
  if (postgres === null)
    throw new OperatorError('Set DATABASE_URL to the database that receives the rows.');
  if (!existsSync(join(from, 'veld.sqlite'))) {
    throw new OperatorError(`There is no database in ${from}.`);
  }
  if (from === options.dataDir && bucket === null) {
    throw new OperatorError('Set VELD_DATA_DIR to a new folder for the files.');
  }
  const lock = lockFolder(from);
  const closing: (() => unknown)[] = [() => lock.release()];
  try {
    const source = openSource(from);
    closing.push(source.close);
    const opened = { ...options, maySweep: false };
    const there = await (bucket === null ? openDataFolder(opened) : openWithBucket(opened, bucket));
    closing.push(there.close);
    await refuseOtherKeys(source, there.keys.kids);
    const { openPostgresEngine } = await import('../database/postgres-engine.ts');
    const target = await openPostgresEngine(postgres);
    closing.push(target.close);
    const isContinued = await beginMove(there.repository, target);
    const stores = { from: openFolderStore(from), to: there.files };
    for (const it of tables) await copyTable(it, source, target, stores);
    const moved = await compare(source, target, stores, isContinued ? changed : differs);
    await copyMarks(source, there.repository);
    await copyClock(source, target);
    await there.repository.setMark(MOVE_MARK, 'done');
    return moved;
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

function openSource(from: string): Engine {
  try {
    return openSqliteEngine(join(from, 'veld.sqlite'));
  } catch (error) {
    throw asOperatorError(error, from);
  }
}

/**
 * Marks the move as begun. Returns true if it began earlier. Otherwise throws `OperatorError` if the database has rows.
 * Also throws if a move into it is complete.
 */
async function beginMove(repository: Repository, target: Engine): Promise<boolean> {
  const mark = await repository.mark(MOVE_MARK);
  if (mark === MOVE_BEGUN) return true;
  const found = mark === null ? await tableWithRows(target) : 'the data of a move';
  if (found !== null) {
    throw new OperatorError(
      `The database of DATABASE_URL already has ${found}. Nothing was changed. A move would restore data that was erased there.
To move the folder again, name an empty database and an empty bucket or folder.`,
    );
  }
  await repository.setMark(MOVE_MARK, MOVE_BEGUN);
  return false;
}

async function tableWithRows(target: Engine): Promise<string | null> {
  for (const { table } of tables) {
    const some = sql`select 1 from ${sql.table(table)} limit 1`;
    if ((await target.read((db) => some.execute(db))).rows.length > 0) return table;
  }
  return null;
}

/** Throws `OperatorError` if a key is missing: the new server could not decrypt the data. */
async function refuseOtherKeys(source: Engine, kids: readonly string[]): Promise<void> {
  const used = await usedKids(markIn(source));
  if (used.every((kid) => kids.includes(kid))) return;
  throw new OperatorError(
    'Set VELD_KEYS_FILE to a copy of keys.json in the folder that you move. Only those keys decrypt its data.',
  );
}

const markIn =
  (engine: Engine) =>
  async (name: string): Promise<string | null> => {
    const row = await engine.read((db) =>
      db.selectFrom('marks').select('value').where('name', '=', name).executeTakeFirst(),
    );
    return row?.value ?? null;
  };

/** Copies the marks of the moved rows. The other marks are of a move, or of the place of the files. */
async function copyMarks(source: Engine, repository: Repository): Promise<void> {
  await addUsedKids(repository, markIn(source));
  for (const name of [DECIDES_MARK, EPOCH_MARK, RESTORED_MARK]) {
    const value = await markIn(source)(name);
    if (value !== null) await repository.setMark(name, value);
  }
}

/** Copies the clock, because the moved rows have its readings. */
async function copyClock(source: Engine, target: Engine): Promise<void> {
  const clock = await source.read((db) => db.selectFrom('clock').selectAll().executeTakeFirst());
  if (clock === undefined) return;
  await target.transact(async (db) => {
    await db.deleteFrom('clock').execute();
    await db.insertInto('clock').values(clock).execute();
    return { keep: true, value: undefined };
  });
}

type Stores = Readonly<{ from: FileStore; to: FileStore }>;

const keyOf = ({ key }: Table, row: Row): string => JSON.stringify(key.map((name) => row[name]));

/** All rows of a table, in batches, sorted by key. Both databases sort the keys in the same order. */
async function* rowsOf(engine: Engine, it: Table): AsyncGenerator<readonly Row[]> {
  const { table, key } = it;
  const max = atOnce(it);
  const columns = key.map((name) => sql`${sql.ref(name)}`);
  const place = sql.join(columns);
  let last: Row | null = null;
  for (;;) {
    const after: Row | null = last;
    const beyond: RawBuilder<unknown> =
      after === null
        ? sql``
        : sql`where (${place}) > (${sql.join(key.map((name) => sql`${after[name]}`))})`;
    const question: RawBuilder<Row> = sql<Row>`select * from ${sql.table(table)} ${beyond} order by ${place} limit ${sql.lit(max)}`;
    const { rows }: QueryResult<Row> = await engine.read((db) => question.execute(db));
    if (rows.length > 0) yield rows;
    last = rows.at(-1) ?? null;
    if (rows.length < max) return;
  }
}

async function copyTable(it: Table, source: Engine, target: Engine, stores: Stores): Promise<void> {
  for await (const rows of rowsOf(source, it)) {
    const known = new Set((await knownOf(it, target, rows)).map((row) => keyOf(it, row)));
    const missing: Row[] = [];
    for (const row of rows) {
      if (known.has(keyOf(it, row))) continue;
      missing.push('storage_name' in row ? await withCopiedFile(row, stores) : row);
    }
    await target.transact(async (db) => {
      for (const row of missing) await insert(db, it, row);
      return { keep: true, value: undefined };
    });
  }
}

async function knownOf(it: Table, target: Engine, rows: readonly Row[]): Promise<readonly Row[]> {
  const place = sql.join(it.key.map((name) => sql.ref(name)));
  const keys = sql.join(rows.map((row) => sql`(${sql.join(it.key.map((name) => row[name]))})`));
  const question = sql<Row>`select ${place} from ${sql.table(it.table)} where (${place}) in (${keys})`;
  return (await target.read((db) => question.execute(db))).rows;
}

const insert = (db: Db, { table }: Table, row: Row) => {
  const names = Object.keys(row);
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const values = sql.join(names.map((name) => row[name]));
  return sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(db);
};

/**
 * Copies the row's file under a new name, with its bytes still encrypted. If the file is gone, returns the row
 * unchanged.
 */
async function withCopiedFile(row: Row, { from, to }: Stores): Promise<Row> {
  const bytes = await from.read(String(row['storage_name']));
  if (bytes === null) return row;
  const writer = await to.stage();
  for await (const chunk of bytes) await writer.write(chunk);
  await writer.finish();
  const [storageName] = await to.keep([writer.stagedName]);
  return { ...row, storage_name: storageName };
}

/**
 * Compares every row except its storage name, and every file byte by byte. Throws `error` of a table that differs, also if
 * only the target has a row.
 */
async function compare(
  source: Engine,
  target: Engine,
  stores: Stores,
  error: (it: Table) => OperatorError,
): Promise<Moved> {
  let rows = 0;
  let files = 0;
  for (const it of tables) {
    const there = new Map<string, Row>();
    for await (const some of rowsOf(target, it)) {
      for (const row of some) there.set(keyOf(it, row), row);
    }
    for await (const some of rowsOf(source, it)) {
      for (const row of some) {
        const key = keyOf(it, row);
        const moved = there.get(key);
        if (moved === undefined || digestOf(row) !== digestOf(moved)) throw error(it);
        there.delete(key);
        rows += 1;
        if (!('storage_name' in row)) continue;
        const [hash, movedHash] = await Promise.all([
          hashOf(stores.from, row),
          hashOf(stores.to, moved),
        ]);
        if (hash !== movedHash) throw error(it);
        files += hash === null ? 0 : 1;
      }
    }
    if (there.size > 0) throw error(it);
  }
  return { rows, files };
}

const differs = ({ table }: Table) =>
  new OperatorError(
    `The moved data differs from the data in the folder (${table}). The folder is unchanged: continue to use it, and find the cause.`,
  );

const changed = ({ table }: Table) =>
  new OperatorError(
    `The moved data differs from the data in the folder (${table}). A server or a command changed the folder after the move was interrupted.
The folder is whole. Name an empty database and an empty bucket or folder, and move it again.
Delete the database and the files of this move: they may have forms that were erased since.`,
  );

function digestOf(row: Row): string {
  const { storage_name: _, ...rest } = row;
  const text = JSON.stringify(Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return createHash('sha256').update(text).digest('hex');
}

async function hashOf(store: FileStore, row: Row): Promise<string | null> {
  const bytes = await store.read(String(row['storage_name']));
  return bytes === null
    ? null
    : createHash('sha256')
        .update(await buffer(bytes))
        .digest('hex');
}
