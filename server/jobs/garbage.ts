import type { DatedStore, FileStore, FolderStore } from '../files/file-store-port.ts';
import { DAY_MS } from '../limits.ts';
import type { Log } from '../log.ts';
import type { Repository } from '../repository/repository-port.ts';

type Stores = Readonly<{ repository: Repository; files: Pick<FileStore, 'remove'> }>;

const BATCH_NAMES = 500;

/** Deletes the files that a commit freed, then their entries. After a kill in between, the entries remain. */
export async function deleteFreedFiles(
  { repository, files }: Stores,
  storageNames: readonly string[],
): Promise<void> {
  if (storageNames.length === 0) return;
  await files.remove(storageNames);
  await repository.forget(storageNames);
}

/**
 * Deletes freed files that are still listed: the process was killed, or it could not reach the store. Returns their
 * number.
 */
export async function emptyGarbage(stores: Stores): Promise<number> {
  let count = 0;
  for (;;) {
    const names = await stores.repository.garbage(BATCH_NAMES);
    await deleteFreedFiles(stores, names);
    count += names.length;
    if (names.length < BATCH_NAMES) return count;
  }
}

/**
 * Deletes old files that no row names. `trusted`: the latest time that the server trusts; files of later days are not
 * old.
 */
export type StaleFiles = (trusted: number) => Promise<void>;

/** How long a file without a row stays. Until then the operator can still restore the right database. */
const UNKNOWN_LIFETIME_MS = 30 * DAY_MS;

/** Deletes quarantined files of a folder store. The start of the server has quarantined them. */
export const deleteStaleFiles =
  (files: FolderStore, log: Log): StaleFiles =>
  async (trusted) => {
    const day = new Date(trusted - UNKNOWN_LIFETIME_MS).toISOString().slice(0, 10);
    log.event('quarantine-emptied', await files.emptyQuarantine(day));
  };

type OrphanOptions = Readonly<{
  repository: Repository;
  files: DatedStore;
  log: Log;
  /** True if the operator allows the deletion of files without a row, however many there are. */
  maySweep: boolean;
}>;

/** The mark in the database with the last day that was checked. */
const MARK = 'swept';
const MAX_UNKNOWN_FILES = 20;

/**
 * Deletes files that no row names: a kill between `keep` and the commit leaves them. The job checks each day, 30 days
 * after its end. If more than 20 files of a day, and more than 1 % of them, are unknown, the job stops at that day.
 * Then the database is probably the wrong one, or older than the bucket. A small operator has too few files a day to
 * reach that limit. But 30 days are enough time to restore the right database.
 */
export const deleteOrphans =
  ({ repository, files, log, maySweep }: OrphanOptions): StaleFiles =>
  async (trusted) => {
    const swept = await repository.mark(MARK);
    const first = swept === null ? await files.firstDay() : nextDay(swept);
    for (
      let day = first;
      day !== null && endOf(day) + UNKNOWN_LIFETIME_MS <= trusted;
      day = nextDay(day)
    ) {
      let count = 0;
      const unknownFiles: string[] = [];
      for await (const names of files.namesOf(day)) {
        count += names.length;
        unknownFiles.push(...(await repository.unknownAmong(names)));
      }
      if (!maySweep && unknownFiles.length > Math.max(MAX_UNKNOWN_FILES, count / 100)) {
        log.warning('sweep-refused', unknownFiles.length);
        return;
      }
      await files.remove(unknownFiles);
      if (unknownFiles.length > 0) log.event('swept', unknownFiles.length);
      await repository.setMark(MARK, day);
    }
  };

const endOf = (day: string): number => Date.parse(day) + DAY_MS;
const nextDay = (day: string): string => new Date(endOf(day)).toISOString().slice(0, 10);
