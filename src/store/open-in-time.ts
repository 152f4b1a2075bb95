import { within } from '../within.ts';
import type { Database } from './database.ts';

/** A slow phone with ten thousand rows needs a second or two; a storage that hangs never answers, ms. */
const MAX_OPEN_MS = 20_000;

/** Its name tells the error screen what to say. */
export class OpenTimedOut extends Error {
  override name = 'OpenTimedOut';
}

/** Opens the database, or says within the time that it does not open. */
export async function openInTime(db: Database, withinMs: number = MAX_OPEN_MS): Promise<void> {
  try {
    await within<unknown>(withinMs, db.open(), () => {
      throw new OpenTimedOut('The database did not open.');
    });
  } catch (error) {
    db.close();
    throw error;
  }
}
