import type { Database } from './database.ts';
import { isConnectionLost } from './storage-errors.ts';

/**
 * Runs one transaction; where the connection was lost (iOS in the background, a forced close), opens
 * the database once more and runs it again. Inside a transaction it must not be used.
 */
export async function reopening<T>(db: Database, work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    db.close({ disableAutoOpen: false });
    await db.open();
    return await work();
  }
}
