import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqliteErrorKind } from '../database/sqlite-error.ts';
import { OperatorError } from '../operator-error.ts';

/**
 * Keeps a second server off the same folder: the sweep at start would take its half-written files
 * for orphans. The operating system frees the lock when the process dies, however it dies.
 */
export function lockFolder(dataDir: string, timeout = 2000): { release(): void } {
  const lock = new DatabaseSync(join(dataDir, 'lock.sqlite'), { timeout });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    if (sqliteErrorKind(cause) !== 'busy') throw cause;
    throw new OperatorError(`Another server is already using ${dataDir}. Stop it first.`, {
      cause,
    });
  }
  return { release: () => lock.close() };
}
