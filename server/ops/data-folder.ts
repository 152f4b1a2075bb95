import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqliteErrorKind } from '../database/database-errors.ts';
import type { PostgresOptions } from '../database/postgres-engine.ts';
import { isEmptyDatabase } from '../database/sqlite-engine.ts';
import type { FileStore, FolderStore } from '../files/file-store-port.ts';
import { openFolderStore } from '../files/folder-store.ts';
import { deleteStaleFiles, emptyGarbage, type StaleFiles } from '../jobs/garbage.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { findKeys, settleKeys } from '../keys/keys-file.ts';
import { MAX_UNCOMMITTED_FILES } from '../limits.ts';
import type { Log } from '../log.ts';
import { type Meter, noMeter } from '../meter.ts';
import { OperatorError } from '../operator-error.ts';
import { openFolderPartials } from '../partials/folder-partials.ts';
import type { PartialStore } from '../partials/partial-store-port.ts';
import { openPostgresPartials } from '../partials/postgres-partials.ts';
import { createLimiter, type Limiter } from '../queues.ts';
import { openRepository, openSqliteRepository } from '../repository/repository.ts';
import { type Repository, StoreUnavailable } from '../repository/repository-port.ts';
import { asOperatorError } from './start-errors.ts';

/**
 * Keeps a second server from using the same folder. Its start would delete or quarantine this server's unfinished
 * files. The operating system frees the lock when the process dies, even after a kill.
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

/** The stores that need the database. Closing the repository closes both. */
export type Rows = Readonly<{ repository: Repository; partials: PartialStore }>;

/** Opens the stores over PostgreSQL. The driver is loaded only here, because most servers start without it. */
export async function openPostgres(
  options: PostgresOptions,
  ring: KeyRing,
  meter: Meter = noMeter,
): Promise<Rows> {
  const { openPostgresEngine } = await import('../database/postgres-engine.ts');
  const engine = await openPostgresEngine(options, meter);
  return { repository: openRepository(engine, ring), partials: openPostgresPartials(engine) };
}

/**
 * Deletes the folders in which older servers over PostgreSQL kept resumable uploads. They have customers' data, and
 * phones start the uploads again. Only a server may call this, once it knows that the folder is its own.
 */
export function deleteOlderUploads(dataDir: string): void {
  for (const folder of ['partials', 'uploads']) {
    rmSync(join(dataDir, folder), { recursive: true, force: true });
  }
}

/** A server's open database and files, until `close`. A data folder belongs to this server alone. */
export type DataFolder = Readonly<{
  repository: Repository;
  files: FileStore;
  partials: PartialStore;
  tidyFiles: StaleFiles;
  /** Limits the number of files that are kept but not yet committed. */
  uncommittedFiles: Limiter;
  keys: KeyRing;
  close: () => Promise<void>;
}>;

/** The mark for the progress of a move, in the target database. */
export const MOVE_MARK = 'move';
export const MOVE_BEGUN = 'begun';

/**
 * Throws `OperatorError` if a move into the database is unfinished. The server must not serve or erase from it: the
 * rest of the move would restore erased data.
 */
export async function refuseHalfMoved(repository: Repository): Promise<void> {
  if ((await repository.mark(MOVE_MARK)) !== MOVE_BEGUN) return;
  throw new OperatorError(
    'A move into the database of DATABASE_URL is unfinished. Run the move again, then start the server.',
  );
}

export type OpenFolderOptions = Readonly<{
  dataDir: string;
  postgres: PostgresOptions | null;
  keysFile: string | null;
  now: () => number;
  log: Log;
  /** True if the operator allows the quarantine of files without a row, however many there are. */
  maySweep: boolean;
  meter?: Meter;
}>;

/**
 * Opens the folder, and creates it if missing. Database and files belong together. If they do not match (one was lost,
 * restored, or is on another disk), throws `OperatorError` and changes nothing.
 */
export async function openDataFolder(options: OpenFolderOptions): Promise<DataFolder> {
  try {
    return await open(options);
  } catch (error) {
    throw asOperatorError(error, options.dataDir);
  }
}

async function open(options: OpenFolderOptions): Promise<DataFolder> {
  const { dataDir } = options;
  // The folder has customers' documents: only the server's user may read them.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const files = openFolderStore(dataDir);
  const lock = lockFolder(dataDir);
  let repository: Repository | null = null;
  try {
    const keys = findKeys(options.keysFile, dataDir);
    const rows = await openDatabase(options, files, keys.ring);
    repository = rows.repository;
    await identify(options, repository, files);
    await settleKeys(repository, keys);
    // Deletes freed files before the quarantine step, which would keep them for a month. Some were freed by an erasure.
    await emptyGarbage({ repository, files });
    await quarantineUnknownFiles(options, repository, files);
    if (options.maySweep) {
      // Warns at every start: operators easily forget to remove a setting that was meant for one start.
      options.log.warning('sweep-protection-off');
    }
    options.log.event('discarded', await files.discardStaged());
    const opened = repository;
    const id = await repository.identity();
    return {
      repository: {
        ...repository,
        probe: async () => {
          await opened.probe();
          if (id !== null && (await files.isInPlace(id))) return;
          throw new StoreUnavailable('busy', new FolderSwapped());
        },
      },
      files,
      partials: rows.partials,
      tidyFiles: deleteStaleFiles(files, options.log),
      uncommittedFiles: createLimiter(MAX_UNCOMMITTED_FILES),
      keys: keys.ring,
      close: async () => {
        await opened.close();
        await files.close();
        lock.release();
      },
    };
  } catch (error) {
    await repository?.close();
    await files.close();
    lock.release();
    throw error;
  }
}

class FolderSwapped extends Error {}

async function openDatabase(
  options: OpenFolderOptions,
  files: FolderStore,
  ring: KeyRing,
): Promise<Rows> {
  const { dataDir, postgres } = options;
  if (postgres === null) {
    const file = join(dataDir, 'veld.sqlite');
    if (isEmptyDatabase(file))
      await refuseFiles(options, files, `The database in ${dataDir}`, 'are in the same folder');
    return { repository: openSqliteRepository(file, ring), partials: openFolderPartials(dataDir) };
  }
  const rows = await openPostgres(postgres, ring, options.meter);
  const { repository } = rows;
  try {
    const isNew = (await repository.identity()) === null;
    if (isNew)
      await refuseFiles(options, files, 'The database of DATABASE_URL', `are in ${dataDir}`);
    return rows;
  } catch (error) {
    await repository.close();
    throw error;
  }
}

async function refuseFiles(
  options: OpenFolderOptions,
  files: FolderStore,
  database: string,
  where: string,
): Promise<void> {
  const count = await countOf(files);
  if (count === 0) return;
  refuse(options, `${database} is missing or empty, but ${count} files of customers ${where}.`);
}

/** Database and files carry the same random id. If one of them has none yet, it takes the other's id. */
async function identify(
  options: OpenFolderOptions,
  repository: Repository,
  files: FolderStore,
): Promise<void> {
  const due = await repository.identity();
  const found = await files.identity();
  if (due !== null && due === found) return;
  const isUnused =
    found === null && (await countOf(files)) === 0 && (await repository.fileCount()) === 0;
  if (due !== null && !isUnused) {
    const whose = found === null ? 'belong to no database' : 'belong to another database';
    refuse(options, `The files in ${join(options.dataDir, 'files')} ${whose}.`);
  }
  const id = due ?? found ?? randomUUID();
  // Writes the folder's id first. After a crash in between, the database takes the folder's id at the next start.
  await files.identify(id);
  await repository.identify(id);
}

async function countOf(files: FolderStore): Promise<number> {
  let count = 0;
  for await (const names of files.names()) count += names.length;
  return count;
}

/**
 * Quarantines files that no row names. A crash between `keep` and the commit leaves a few. Many of them show that the
 * files belong to another database. So all files are counted before the first one moves.
 */
async function quarantineUnknownFiles(
  options: OpenFolderOptions,
  repository: Repository,
  files: FolderStore,
): Promise<void> {
  let count = 0;
  let unknownFiles = 0;
  for await (const names of files.names()) {
    count += names.length;
    unknownFiles += (await repository.unknownAmong(names)).length;
  }
  if (unknownFiles > Math.max(MAX_UNCOMMITTED_FILES, count / 100)) {
    refuse(
      options,
      `The database has no row for ${unknownFiles} of the ${count} files in ${join(options.dataDir, 'files')}.`,
    );
  }
  const lost = (await repository.fileCount()) - (count - unknownFiles);
  if (lost > 0) options.log.warning('files-missing', lost);
  if (unknownFiles > 0) {
    const day = new Date(options.now()).toISOString().slice(0, 10);
    for await (const names of files.names()) {
      await files.quarantine(await repository.unknownAmong(names), day);
    }
  }
  options.log.event('quarantined', unknownFiles);
}

function refuse({ maySweep }: OpenFolderOptions, what: string): void {
  if (maySweep) return;
  throw new OperatorError(
    `${what}
Was only one of them restored from a backup, was one lost, or is a disk not mounted? Nothing was changed.
Restore the database and the files of the same backup, and start again. If both are correct,
start once with VELD_SWEEP=yes. Files without a row then move to the folder quarantine,
where they stay for 30 days.`,
  );
}
