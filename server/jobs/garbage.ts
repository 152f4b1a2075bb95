import type { DatedStore, FileStore, FolderStore } from '../files/file-store-port.ts';
import { DAY_MS } from '../limits.ts';
import type { Log } from '../log.ts';
import type { Repository } from '../repository/repository-port.ts';

type Stores = Readonly<{ repository: Repository; files: Pick<FileStore, 'remove'> }>;

const BATCH_NAMES = 500;

/** Deletes the bytes of files that a commit freed, then their entries. After a kill in between the entries remain. */
export async function deleteFreedFiles(
  { repository, files }: Stores,
  storageNames: readonly string[],
): Promise<void> {
  if (storageNames.length === 0) return;
  await files.remove(storageNames);
  await repository.forget(storageNames);
}

/** Deletes freed files whose process was killed or could not reach them. Returns how many. */
export async function emptyGarbage(stores: Stores): Promise<number> {
  let count = 0;
  for (;;) {
    const names = await stores.repository.garbage(BATCH_NAMES);
    await deleteFreedFiles(stores, names);
    count += names.length;
    if (names.length < BATCH_NAMES) return count;
  }
}

/** Deletes old files that no row names. `trusted`: the moment before which a file may be old. */
export type StaleFiles = (trusted: number) => Promise<void>;

/** How long a file without a row stays: until then the right database can still be put back. */
const STRAY_LIFETIME_MS = 30 * DAY_MS;

/** In a folder the start puts them aside; here they go for good. */
export const deleteStaleFiles =
  (files: FolderStore, log: Log): StaleFiles =>
  async (trusted) => {
    const day = new Date(trusted - STRAY_LIFETIME_MS).toISOString().slice(0, 10);
    log.event('quarantine-emptied', await files.emptyQuarantine(day));
  };

type OrphanOptions = Readonly<{
  repository: Repository;
  files: DatedStore;
  log: Log;
  /** A person has looked, and says that files which no row speaks of may go, however many. */
  maySweep: boolean;
}>;

/** The last day that was looked through, in the database. */
const MARK = 'swept';
const MAX_STRAYS = 20;

/**
 * Deletes files that no row speaks of: a kill between keeping and committing leaves them. Each day is looked through once in
 * its life, 30 days after its end. If many of its files are unknown, the database is rather another one or older than the
 * bucket: then nothing goes. A small operator has few files a day, so 30 days are left to put the right database back.
 */
export const deleteOrphans =
  ({ repository, files, log, maySweep }: OrphanOptions): StaleFiles =>
  async (trusted) => {
    const swept = await repository.mark(MARK);
    const first = swept === null ? await files.firstDay() : nextDay(swept);
    for (
      let day = first;
      day !== null && endOf(day) + STRAY_LIFETIME_MS <= trusted;
      day = nextDay(day)
    ) {
      let count = 0;
      const strays: string[] = [];
      for await (const names of files.namesOf(day)) {
        count += names.length;
        strays.push(...(await repository.unknownAmong(names)));
      }
      if (!maySweep && strays.length > Math.max(MAX_STRAYS, count / 100)) {
        log.warning('sweep-refused', strays.length);
        return;
      }
      await files.remove(strays);
      if (strays.length > 0) log.event('swept', strays.length);
      await repository.setMark(MARK, day);
    }
  };

const endOf = (day: string): number => Date.parse(day) + DAY_MS;
const nextDay = (day: string): string => new Date(endOf(day)).toISOString().slice(0, 10);
