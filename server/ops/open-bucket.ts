import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatedStore } from '../files/file-store-port.ts';
import type { S3Options } from '../files/s3-store.ts';
import { openSpool } from '../files/spool.ts';
import { deleteOrphans, emptyGarbage } from '../jobs/garbage.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { findKeys, settleKeys } from '../keys/keys-file.ts';
import { OperatorError } from '../operator-error.ts';
import { openFolderPartials } from '../partials/folder-partials.ts';
import { openSqliteRepository } from '../repository/repository.ts';
import type { Repository } from '../repository/repository-port.ts';
import {
  type DataFolder,
  lockFolder,
  type OpenFolderOptions,
  openPostgres,
  type Rows,
} from './data-folder.ts';
import { asOperatorError } from './start-errors.ts';

type SpoolFolder = Readonly<{
  folder: string;
  /** The number of deleted folders, whose servers had died. */
  discarded: number;
  close: () => void;
}>;

/**
 * How long a start waits for other starts that check the same folder, in milliseconds. A check takes some milliseconds.
 */
const MAX_LOOK_MS = 60_000;

/** Creates a folder for this server alone, beside those of other servers. Deletes the folders of killed servers. */
export function openSpoolFolder(root: string): SpoolFolder {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  // Only one start may do this at a time: another one would delete a new folder that is not locked yet.
  const looking = lockFolder(root, MAX_LOOK_MS);
  let discarded = 0;
  const folder = join(root, randomUUID());
  let lock: ReturnType<typeof lockFolder>;
  try {
    for (const { name } of readdirSync(root, { withFileTypes: true }).filter((each) =>
      each.isDirectory(),
    )) {
      const other = join(root, name);
      if (!isFree(other)) continue;
      rmSync(other, { recursive: true, force: true });
      discarded += 1;
    }
    mkdirSync(folder, { mode: 0o700 });
    lock = lockFolder(folder);
  } finally {
    looking.release();
  }
  return {
    folder,
    discarded,
    close: () => {
      lock.release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * True if no server uses the folder: the operating system frees the lock of a process that dies. False on any error,
 * such as if another server is deleting the folder.
 */
function isFree(folder: string): boolean {
  try {
    lockFolder(folder, 0).release();
    return true;
  } catch {
    return false;
  }
}

export type BucketOptions = Readonly<{
  s3: S3Options;
  spoolDir: string;
  spoolBytes: number;
}>;

/** Opens database and bucket, or throws `OperatorError`. With PostgreSQL several servers may use them at once. */
export async function openWithBucket(
  options: OpenFolderOptions,
  bucket: BucketOptions,
): Promise<DataFolder> {
  const closing: (() => unknown)[] = [];
  const close = async () => {
    for (const it of closing.toReversed()) await it();
  };
  try {
    const keys = findKeys(options.keysFile, options.dataDir);
    const { repository, partials } = await openRows(options, closing, keys.ring);
    const spool = openSpoolFolder(bucket.spoolDir);
    closing.push(spool.close);
    const waiting = openSpool(spool.folder, bucket.spoolBytes);
    options.meter?.gauge('spool-bytes', waiting.bytes);
    // The SDK is loaded only here, because loading takes 0.1 s and 30 MB.
    const { openS3Store } = await import('../files/s3-store.ts');
    const files = await openS3Store(bucket.s3, waiting, options.now);
    await identify(options, repository, files);
    await settleKeys(repository, keys);
    options.log.event('discarded', spool.discarded);
    await emptyGarbage({ repository, files });
    // Warns at every start: operators easily forget to remove a setting that was meant for one start.
    if (options.maySweep) options.log.warning('sweep-protection-off');
    return {
      repository,
      files,
      partials,
      tidyFiles: deleteOrphans({ ...options, repository, files }),
      // There is no limit: with a slow bucket, all uploads would wait for the first few. No start checks for files
      // without a row here.
      uncommittedFiles: (_count, act) => act(),
      keys: keys.ring,
      close,
    };
  } catch (error) {
    await close();
    throw asOperatorError(error, options.dataDir);
  }
}

/** With PostgreSQL nothing is stored in the data folder. With SQLite the folder belongs to this server alone. */
async function openRows(
  { dataDir, postgres, meter }: OpenFolderOptions,
  closing: (() => unknown)[],
  ring: KeyRing,
): Promise<Rows> {
  if (postgres !== null) {
    const rows = await openPostgres(postgres, ring, meter);
    closing.push(rows.repository.close);
    return rows;
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockFolder(dataDir);
  closing.push(() => lock.release());
  const repository = openSqliteRepository(join(dataDir, 'veld.sqlite'), ring);
  closing.push(repository.close);
  return { repository, partials: openFolderPartials(dataDir) };
}

/** Database and bucket carry the same random id. The database decides, because several servers may start at once. */
async function identify(
  options: OpenFolderOptions,
  repository: Repository,
  files: DatedStore,
): Promise<void> {
  // Reads the bucket's id first, because another starting server writes it last.
  const found = await files.identity();
  const due = await repository.identity();
  if (due !== null && due === found) return;
  const isNew = found === null && (await files.isEmpty()) && (await repository.fileCount()) === 0;
  // Another server has stored the id meanwhile and is already serving.
  if (!isNew && due !== null && (await files.identity()) === due) return;
  if (!isNew && !options.maySweep) {
    throw new OperatorError(
      `The bucket of S3_BUCKET ${found === null ? 'belongs to no database' : 'belongs to another database, or the database is empty'}.
Was only one of them restored from a backup, was one lost, or is a setting wrong? Nothing was changed.
Set the database and the bucket that belong together, and start again. If both are correct,
start once with VELD_SWEEP=yes. A daily job then deletes files of more than 30 days without a row.`,
    );
  }
  await files.identify(await repository.identifyOnce(found ?? randomUUID()));
}
