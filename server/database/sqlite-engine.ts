import { closeSync, existsSync, fdatasync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import { migrate, migrations, versionOf } from '../migrations/sqlite-migrations.ts';
import { createQueue, shared } from '../queues.ts';
import { CommitInDoubt } from '../repository/repository-port.ts';
import { sqliteErrorKind, sqlitePortError } from './database-errors.ts';
import type { Db, Decision, Engine, Schema } from './engine.ts';

/** Kysely's dialect over Node's own SQLite. It prepares each statement only once, which saves time under load. */
function nodeSqliteDialect(database: DatabaseSync): SqliteDialect {
  const prepared = new Map<string, SqliteStatement>();
  const adapter: SqliteDatabase = {
    close: () => database.close(),
    prepare: (sql) => {
      const known = prepared.get(sql);
      if (known !== undefined) return known;
      const statement = statementOf(database.prepare(sql));
      prepared.set(sql, statement);
      return statement;
    },
  };
  return new SqliteDialect({ database: adapter });
}

const inputs = (parameters: readonly unknown[]) => parameters as SQLInputValue[];

const statementOf = (statement: StatementSync): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: (parameters) => statement.all(...inputs(parameters)),
  run: (parameters) => statement.run(...inputs(parameters)),
  iterate: (parameters) => statement.iterate(...inputs(parameters)),
});

type Waiting = Readonly<{
  act: (db: Db) => Promise<Decision<unknown>>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}>;

/** Syncs SQLite's log of changes (WAL) beside the main thread. */
type LogSync = Readonly<{
  /** Call it after each commit. */
  begin: () => void;
  /** Resolves when every commit so far is on the disk. Rejects with `CommitInDoubt` after a failed sync. */
  done: () => Promise<void>;
  close: () => Promise<void>;
}>;

export type LogSyncPorts = Readonly<{
  /** Writes the file's data to the disk. */
  sync: (handle: number) => Promise<void>;
  /** Ends the process, soon after the calls that wait have got their answers. */
  end: (error: Error) => void;
}>;

const ports: LogSyncPorts = {
  sync: promisify(fdatasync),
  end: (error) => {
    process.stderr.write(`${error.message}\n`);
    setTimeout(() => process.exit(1), END_AFTER_MS);
  },
};

const END_AFTER_MS = 250;

/**
 * After a failed sync, nobody knows which commits are on the disk, and the system may report success for the next sync.
 * So every later call fails too, and the process ends. The next start writes the log into the database file.
 */
function createLogSync(file: string, { sync, end }: LogSyncPorts): LogSync {
  let handle: number | null = null;
  let failure: CommitInDoubt | null = null;
  // The log is created at the first commit. It stays the same file until the last connection closes. This code may
  // open and close the log: SQLite's locks are on the other two files, so none is released.
  const syncLog = shared(async () => {
    if (failure !== null) throw failure;
    try {
      handle ??= openSync(`${file}-wal`, 'r+');
      await sync(handle);
    } catch (cause) {
      failure = new CommitInDoubt('The disk did not confirm a commit. The server ends.', { cause });
      end(failure);
      throw failure;
    }
  });
  let last: Promise<void> = Promise.resolve();
  return {
    begin: () => {
      last = syncLog();
      // The calls that wait get the error from `done`.
      last.catch(() => undefined);
    },
    done: () => last,
    close: async () => {
      await last.catch(() => undefined);
      if (handle !== null) closeSync(handle);
    },
  };
}

/**
 * Runs transactions on one connection. Transactions of the same event loop round share one commit.
 * Each transaction is kept or rolled back alone, and sees the changes of the earlier ones. Its promise settles when the
 * shared commit is on the disk. Later transactions run meanwhile. If the commit fails, all promises reject.
 */
function createTransact(
  database: DatabaseSync,
  db: Db,
  inTurn: <T>(act: () => Promise<T>) => Promise<T>,
  log: LogSync,
): <T>(act: (db: Db) => Promise<Decision<T>>) => Promise<T> {
  let waiting: Waiting[] = [];

  const runAll = async () => {
    const group = waiting;
    waiting = [];
    const rejectAll = (error: unknown) => {
      for (const { reject } of group) reject(error);
    };
    try {
      const { isKept, answers } = await inOneTransaction(database, db, group);
      if (isKept) log.begin();
      // Not awaited, so that the next group runs. A group that changed nothing may have read a commit that is not synced.
      log.done().then(() => {
        for (const answer of answers) answer();
      }, rejectAll);
    } catch (error) {
      rejectAll(error);
    }
  };

  return <T>(act: (db: Db) => Promise<Decision<T>>) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ act, resolve: (value) => resolve(value as T), reject });
      if (waiting.length === 1) setImmediate(() => void inTurn(runAll));
    });
}

type Ended = Readonly<{
  /** False if no call changed anything, so that there is no commit. */
  isKept: boolean;
  /** One function for each call, which settles its promise. */
  answers: readonly (() => void)[];
}>;

/** Runs the group in one transaction and commits it. */
async function inOneTransaction(
  database: DatabaseSync,
  db: Db,
  group: readonly Waiting[],
): Promise<Ended> {
  // Does not use Kysely's own transaction: its `begin` takes the lock only at the first write.
  database.exec('BEGIN IMMEDIATE');
  try {
    let isKept = false;
    const answers: (() => void)[] = [];
    for (const { act, resolve, reject } of group) {
      database.exec('SAVEPOINT act');
      try {
        const { keep, value } = await act(db);
        if (!keep) database.exec('ROLLBACK TO act');
        isKept ||= keep;
        answers.push(() => resolve(value));
      } catch (error) {
        // If the disk is full or broken, SQLite rolls back the whole transaction. Then every call of the group fails.
        if (!database.isTransaction) throw error;
        database.exec('ROLLBACK TO act');
        answers.push(() => reject(error));
      }
      database.exec('RELEASE act');
    }
    if (isKept) commit(database);
    return { isKept, answers };
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}

function commit(database: DatabaseSync): void {
  try {
    database.exec('COMMIT');
  } catch (cause) {
    // SQLite reports these errors before it writes the commit. Any other error may come after the write.
    const surelyUndone = ['busy', 'full', 'constraint'].includes(sqliteErrorKind(cause) ?? '');
    throw surelyUndone ? cause : new CommitInDoubt('The commit may or may not hold.', { cause });
  }
}

/**
 * How long a call waits for a lock that another program holds. All other calls wait meanwhile, so the time is short.
 * After it, the phone must repeat the call.
 */
const BUSY_TIMEOUT_MS = 250;

/** True if the file is missing, or no server ever made its tables. Then it has no data. */
export function isEmptyDatabase(file: string): boolean {
  if (!existsSync(file)) return true;
  const database = new DatabaseSync(file);
  try {
    return versionOf(database) === 0;
  } finally {
    database.close();
  }
}

/**
 * Opens the database file, and creates it if missing. Every commit is on the disk before the call returns. Deleted data
 * is overwritten.
 */
export function openSqliteEngine(file: string, { sync, end }: LogSyncPorts = ports): Engine {
  const database = new DatabaseSync(file, {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
  });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
  checkWhole(database);
  migrate(database, migrations);
  // A killed server may have left commits in the log that are not on the disk. Nobody may read them before they are.
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  // From here on a commit does not wait for the disk. `createLogSync` syncs the log, and each call waits for it.
  database.exec('PRAGMA synchronous = NORMAL');
  // A commit that fills the log also writes it into the database file, and waits for the disk. With a log of 16 MB instead
  // of 4 MB, fewer commits wait.
  database.exec('PRAGMA wal_autocheckpoint = 4000');
  // Keeps the data for a rollback in memory, never in the system's temporary folder.
  database.exec('PRAGMA temp_store = MEMORY');
  const db = new Kysely<Schema>({ dialect: nodeSqliteDialect(database) });

  // The one connection has one transaction at a time. A read or write in between would become part of it.
  const inTurn = createQueue();
  const asked = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      throw sqlitePortError(error);
    }
  };
  const log = createLogSync(file, { sync, end });
  const transact = createTransact(database, db, inTurn, log);
  const turn = <T>(act: () => Promise<T>): Promise<T> => asked(() => inTurn(act));

  return {
    read: async (act) => {
      const [value, synced] = await turn(async () => [await act(db), log.done()] as const);
      // The read may have seen a commit that is not synced yet.
      await synced;
      return value;
    },
    writeOnce: (act) =>
      asked(() => transact(async (own) => ({ keep: true, value: await act(own) }))),
    transact: (act) => asked(() => transact(act)),
    transactAfter: (opening, act) =>
      asked(() => transact(async (own) => act(own, await opening(own)))),
    enqueue: async (statement) => void (await statement),
    // No lock is needed: one transaction at a time has the whole database.
    lockForm: async () => {},
    // After a disk error, rows that SQLite shows now may be gone at the next start.
    canResolveDoubt: false,
    // Writes the log of changes (WAL) into the database file and empties the log.
    flush: () => turn(async () => database.exec('PRAGMA wal_checkpoint(TRUNCATE)')),
    close: async () => {
      // Transactions that were requested before this call begin in the next event loop round.
      await new Promise((done) => setImmediate(done));
      await turn(async () => log.close());
      await turn(async () => database.close());
    },
  };
}

/** Reads every page once, so that damage is found at the start and not during a customer's call. */
function checkWhole(database: DatabaseSync): void {
  const result = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (result !== 'ok') throw new DatabaseDamaged();
}

class DatabaseDamaged extends Error {
  /** SQLite's own code for a damaged database. */
  readonly errcode = 11;
}
