import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { migrate, versionOf } from '../migrations/migrate.ts';
import { migrations } from '../migrations/migrations.ts';
import type { Engine } from './engine-port.ts';
import { nodeSqliteDialect } from './node-sqlite.ts';
import type { Schema } from './schema.ts';
import { asPortError } from './sqlite-error.ts';
import { createTransact } from './sqlite-together.ts';
import { createTurns } from './turns.ts';

/**
 * How long a call waits for a lock that another program holds. Everything else waits with it, so it is short; then the
 * caller is asked to come again.
 */
const BUSY_TIMEOUT_MS = 250;

/** Whether the file is missing or no server ever made its tables: there can be nothing in it. */
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
 * Opens (or makes) the database file. Every commit is on the disk before the call returns, and what is deleted is
 * overwritten.
 */
export function openSqliteEngine(file: string): Engine {
  const database = new DatabaseSync(file, {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
  });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
  checkWhole(database);
  migrate(database, migrations);
  // What is needed to take one of several transactions back: never a file in the system's temporary folder.
  database.exec('PRAGMA temp_store = MEMORY');
  const db = new Kysely<Schema>({ dialect: nodeSqliteDialect(database) });

  // One connection has one transaction: whoever read or wrote in between would be part of it.
  const inTurn = createTurns();
  const asked = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      throw asPortError(error);
    }
  };
  const transact = createTransact(database, db, inTurn);
  const turn = <T>(act: () => Promise<T>): Promise<T> => asked(() => inTurn(act));

  return {
    read: (act) => turn(() => act(db)),
    transact: (act) => asked(() => transact(act)),
    // Its one writer has the whole database.
    lockForm: async () => {},
    // The disk broke: what it shows now may be gone at the next start.
    tellsAfterDoubt: false,
    // Writes the log of changes into the database and empties it.
    flush: () => turn(async () => database.exec('PRAGMA wal_checkpoint(TRUNCATE)')),
    close: async () => {
      // Transactions that were asked for before begin in the next round.
      await new Promise((done) => setImmediate(done));
      await turn(async () => database.close());
    },
  };
}

/** Reads every page once: a damaged one must be found now, not when a customer's call needs it. */
function checkWhole(database: DatabaseSync): void {
  const result = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (result !== 'ok') throw new DatabaseDamaged();
}

class DatabaseDamaged extends Error {
  /** As SQLite itself calls it. */
  readonly errcode = 11;
}
