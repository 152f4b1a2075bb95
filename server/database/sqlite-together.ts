import type { DatabaseSync } from 'node:sqlite';
import { CommitInDoubt } from '../repository/repository-port.ts';
import type { Db, Decision } from './engine-port.ts';
import { sqliteErrorKind } from './sqlite-error.ts';

type Waiting = Readonly<{
  act: (db: Db) => Promise<Decision<unknown>>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}>;

/**
 * Transactions on one connection. Those that are asked for in the same round of the event loop share one commit: waiting for the disk
 * stops the whole process, and is most of what a call costs. Each is kept or taken back alone, sees what those before it did, and is
 * answered when the disk has all of them; where it has not, none of them is told that it was kept, nor what it saw of the others.
 */
export function createTransact(
  database: DatabaseSync,
  db: Db,
  inTurn: <T>(act: () => Promise<T>) => Promise<T>,
): <T>(act: (db: Db) => Promise<Decision<T>>) => Promise<T> {
  let waiting: Waiting[] = [];

  const runAll = async () => {
    const together = waiting;
    waiting = [];
    try {
      const answers = await inOneTransaction(database, db, together);
      for (const answer of answers) answer();
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
  };

  return <T>(act: (db: Db) => Promise<Decision<T>>) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ act, resolve: (value) => resolve(value as T), reject });
      if (waiting.length === 1) setImmediate(() => void inTurn(runAll));
    });
}

/** How each is answered, once that is so. */
async function inOneTransaction(
  database: DatabaseSync,
  db: Db,
  together: readonly Waiting[],
): Promise<readonly (() => void)[]> {
  // Not Kysely's own transaction: its `begin` takes the lock with the first write only.
  database.exec('BEGIN IMMEDIATE');
  try {
    let isKept = false;
    const answers: (() => void)[] = [];
    for (const { act, resolve, reject } of together) {
      database.exec('SAVEPOINT act');
      try {
        const { keep, value } = await act(db);
        if (!keep) database.exec('ROLLBACK TO act');
        isKept ||= keep;
        answers.push(() => resolve(value));
      } catch (error) {
        // SQLite ends all of it where the disk is full or broken: then it is everybody's error.
        if (!database.isTransaction) throw error;
        database.exec('ROLLBACK TO act');
        answers.push(() => reject(error));
      }
      database.exec('RELEASE act');
    }
    if (isKept) commit(database);
    return answers;
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}

function commit(database: DatabaseSync): void {
  try {
    database.exec('COMMIT');
  } catch (cause) {
    // SQLite reports these before anything of the commit lies on the disk; any other error may come after.
    const surelyUndone = ['busy', 'full', 'constraint'].includes(sqliteErrorKind(cause) ?? '');
    throw surelyUndone ? cause : new CommitInDoubt('The commit may or may not hold.', { cause });
  }
}
