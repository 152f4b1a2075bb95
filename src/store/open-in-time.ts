import type { Dexie } from 'dexie';
import { later } from '../timers.ts';
import { within } from '../within.ts';
import { askPutAwayToGo } from './put-away.ts';

/** A slow phone with ten thousand rows needs a second or two; a storage that hangs never answers, ms. */
const MAX_OPEN_MS = 20_000;

/** Until then a page that is kept by the browser is not asked to go, ms: most openings take a tenth of it. */
const ASK_AFTER_MS = 1_000;

/** Its name tells the error screen what to say. */
export class OpenTimedOut extends Error {
  override name = 'OpenTimedOut';
}

/** Opens the database, or says within the time that it does not open. */
export async function openInTime(db: Dexie, withinMs: number = MAX_OPEN_MS): Promise<void> {
  const answered = later(ASK_AFTER_MS, askPutAwayToGo);
  try {
    await within<unknown>(withinMs, db.open(), () => {
      throw new OpenTimedOut('The database did not open.');
    });
  } catch (error) {
    db.close();
    throw error;
  } finally {
    answered();
  }
}
