import type { DatabaseSync } from 'node:sqlite';

/**
 * Brings the database to the newest version, each step in a transaction of its own. Running it
 * again does nothing. Throws on a database that a newer server has written.
 */
export function migrate(database: DatabaseSync, steps: readonly string[]): void {
  const version = versionOf(database);
  if (version > steps.length) {
    throw new Error(`The database has version ${version}; this server knows ${steps.length}.`);
  }
  for (const [index, step] of steps.entries()) {
    if (index >= version) apply(database, step, index + 1);
  }
}

function apply(database: DatabaseSync, step: string, version: number): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec(step);
    // user_version is part of the transaction: a kill in between leaves the old version whole.
    database.exec(`PRAGMA user_version = ${version}; COMMIT;`);
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}

export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}
