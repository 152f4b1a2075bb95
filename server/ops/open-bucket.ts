import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openPostgresEngine } from '../database/postgres-engine.ts';
import type { DatedStore } from '../files/file-store-port.ts';
import type { S3Options } from '../files/s3-store.ts';
import { openSpool } from '../files/spool.ts';
import { emptyGarbage } from '../jobs/garbage.ts';
import { sweep } from '../jobs/sweep.ts';
import { OperatorError } from '../operator-error.ts';
import { openFolderPartials } from '../partials/folder-partials.ts';
import { openRepository } from '../repository/repository.ts';
import type { Repository } from '../repository/repository-port.ts';
import { openSqliteRepository } from '../repository/sqlite.ts';
import type { DataFolder, OpenFolderOptions } from './data-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { secretFrom } from './keys-file.ts';
import { readOrMakeSecret } from './signing-key.ts';
import { openSpoolFolder } from './spool-folder.ts';
import { asOperatorError } from './start-errors.ts';

export type BucketOptions = Readonly<{
  s3: S3Options;
  /** Where files wait on their way to the bucket. */
  spoolDir: string;
  spoolBytes: number;
  /** Null: as in the data folder. */
  keysFile: string | null;
}>;

/** Opens database and bucket, or throws `OperatorError`. Over PostgreSQL several servers may have them at once. */
export async function openWithBucket(
  options: OpenFolderOptions,
  bucket: BucketOptions,
): Promise<DataFolder> {
  const closing: (() => unknown)[] = [];
  const close = async () => {
    for (const it of closing.toReversed()) await it();
  };
  try {
    // Bodies that come in pieces still lie on this server's disk, so the folder is its own.
    mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
    const lock = lockFolder(options.dataDir);
    closing.push(() => lock.release());
    const repository = await openDatabase(options, closing);
    const spool = openSpoolFolder(bucket.spoolDir);
    closing.push(spool.close);
    // The SDK costs a start 0.1 s and 30 MB.
    const { openS3Store } = await import('../files/s3-store.ts');
    const files = await openS3Store(
      bucket.s3,
      openSpool(spool.folder, bucket.spoolBytes),
      options.now,
    );
    await identify(options, repository, files);
    options.log.event('discarded', spool.discarded);
    await emptyGarbage({ repository, files });
    const { keysFile } = bucket;
    return {
      repository,
      files,
      partials: openFolderPartials(options.dataDir),
      tidyFiles: sweep({ ...options, repository, files }),
      secret: keysFile === null ? readOrMakeSecret(options.dataDir) : secretFrom(keysFile),
      close,
    };
  } catch (error) {
    await close();
    throw asOperatorError(error, options.dataDir);
  }
}

async function openDatabase(
  { dataDir, postgres }: OpenFolderOptions,
  closing: (() => unknown)[],
): Promise<Repository> {
  if (postgres !== null) {
    const repository = openRepository(await openPostgresEngine(postgres));
    closing.push(repository.close);
    return repository;
  }
  const repository = openSqliteRepository(join(dataDir, 'veld.sqlite'));
  closing.push(repository.close);
  return repository;
}

/** Both carry the same random id. The database decides, for several servers may begin at once. */
async function identify(
  options: OpenFolderOptions,
  repository: Repository,
  files: DatedStore,
): Promise<void> {
  const due = await repository.identity();
  const found = await files.identity();
  if (due !== null && due === found) return;
  const isNew = found === null && (await files.isEmpty()) && (await repository.fileCount()) === 0;
  if (!isNew && !options.maySweep) {
    throw new OperatorError(
      `The bucket of S3_BUCKET ${found === null ? 'belongs to no database' : 'belongs to another database, or the database is empty'}.
Was a part restored from a backup, lost, or is a setting another one's? Nothing was changed.
Put database and bucket together that belong together, and start again. If they are right as they are,
start once with VELD_SWEEP=yes: files that the database does not know are then deleted by and by.`,
    );
  }
  await files.identify(await repository.identifyOnce(found ?? randomUUID()));
}
