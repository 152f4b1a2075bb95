import { DAY_MS } from '../durations.ts';
import type { FolderStore } from '../files/file-store-port.ts';
import type { Log } from '../log.ts';

/** Clears away what is old among files that no row speaks of. `trusted`: the moment before which something may be old. */
export type TidyFiles = (trusted: number) => Promise<void>;

/** How long a file without a row can still be fetched back by hand. */
const QUARANTINE_MS = 30 * DAY_MS;

/** In a folder the start puts them aside; here they go for good. */
export const tidyFolder =
  (files: FolderStore, log: Log): TidyFiles =>
  async (trusted) => {
    const day = new Date(trusted - QUARANTINE_MS).toISOString().slice(0, 10);
    log.event('quarantine-emptied', await files.emptyQuarantine(day));
  };
