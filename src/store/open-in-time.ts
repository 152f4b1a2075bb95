import type { Database } from './database.ts';

/** A slow phone with ten thousand rows needs a second or two; a storage that hangs never answers, ms. */
const MAX_OPEN_MS = 20_000;

/** Its name tells the error screen what to say. */
export class OpenTimedOut extends Error {
  override name = 'OpenTimedOut';
}

/** Opens the database, or says within the time that it does not open. */
export async function openInTime(db: Database, withinMs: number = MAX_OPEN_MS): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OpenTimedOut('The database did not open.')), withinMs);
  });
  try {
    await Promise.race([db.open(), late]);
  } catch (error) {
    db.close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
