import { constants, existsSync } from 'node:fs';
import { copyFile, cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type SearchKind, searchKinds } from '../../src/domain/forms/form-kinds.ts';
import { formId } from '../../src/domain/ids.ts';
import { referenceOf } from '../../src/domain/reference.ts';
import type { PostgresOptions } from '../database/postgres-engine.ts';
import { syncPath, syncTree } from '../files/folder-store.ts';
import { FileDamaged, sealedFiles } from '../files/sealed-files.ts';
import { deleteFreedFiles } from '../jobs/garbage.ts';
import { CannotOpen } from '../keys/key-ring.ts';
import { DAY_MS } from '../limits.ts';
import type { Log } from '../log.ts';
import { OperatorError } from '../operator-error.ts';
import { type FoundForm, fileKinds } from '../repository/repository-port.ts';
import { uuidFrom } from '../validation/identifiers.ts';
import { type OpenFolderOptions, openDataFolder, refuseHalfMoved } from './data-folder.ts';
import { type BucketOptions, openWithBucket } from './open-bucket.ts';

/**
 * Copies database and files into a new folder, even while the server runs.
 * The order matters: first the files, then the database at one moment, then the newer files. A file never changes under
 * its name. So every file of the copied database is there.
 * The copy is named `<to>.part` until all of it is on the disk. After a power loss, nobody can mistake an incomplete
 * copy for a backup.
 */
export async function backUp(dataDir: string, to: string): Promise<void> {
  const database = join(dataDir, 'veld.sqlite');
  if (!(await exists(database))) {
    throw new OperatorError(`There is no database in ${dataDir}, so there is nothing to back up.`);
  }
  if (await exists(to)) {
    throw new OperatorError(`${to} already exists. Name a folder that does not exist yet.`);
  }
  const part = `${to}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true, mode: 0o700 });
  const files = join(dataDir, 'files');
  const copyFiles = () =>
    cp(files, join(part, 'files'), {
      recursive: true,
      force: false,
      mode: constants.COPYFILE_FICLONE,
      // Skips files that were removed since the folder was read.
      filter: exists,
    });
  await copyFiles();
  // Without the keys nobody can decrypt the database.
  const keys = join(dataDir, 'keys.json');
  if (await exists(keys)) await copyFile(keys, join(part, 'keys.json'));
  const source = new DatabaseSync(database);
  source.prepare('VACUUM INTO ?').run(join(part, 'veld.sqlite'));
  source.close();
  await copyFiles();
  await syncTree(part);
  await rename(part, to);
  await syncPath(dirname(to));
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

type EraseOptions = Readonly<{
  dataDir: string;
  postgres: PostgresOptions | null;
  bucket: BucketOptions | null;
  keysFile: string | null;
  formId: string;
  now: () => number;
  log: Log;
}>;

/** Erases one form for good. The server must be stopped. Returns the number of deleted files. */
export async function eraseForm({
  dataDir,
  postgres,
  bucket,
  keysFile,
  formId,
  now,
  log,
}: EraseOptions): Promise<number> {
  const id = uuidFrom(formId);
  if (id === null) {
    throw new OperatorError('A form id is a UUID, such as 0d9be63e-5f0a-4d6c-9d5c-2f7a0c1b8e11.');
  }
  if (postgres === null && !existsSync(join(dataDir, 'veld.sqlite'))) {
    throw new OperatorError(`There is no database in ${dataDir}.`);
  }
  const options = { dataDir, postgres, keysFile, now, log, maySweep: false };
  const data = await (bucket === null ? openDataFolder(options) : openWithBucket(options, bucket));
  try {
    await refuseHalfMoved(data.repository);
    const storageNames = await data.repository.eraseForm(id, now());
    if (storageNames === null) throw new OperatorError('The database has no form with this id.');
    await deleteFreedFiles(data, storageNames);
    await data.repository.flush();
    log.event('erased', 1);
    return storageNames.length;
  } finally {
    await data.close();
  }
}

type FindOptions = Omit<OpenFolderOptions, 'maySweep'> &
  Readonly<{ bucket: BucketOptions | null; kind: string; text: string }>;

const MAX_FOUND = 100;

const isSearchKind = (kind: string): kind is SearchKind =>
  searchKinds.some((known) => known === kind);

/**
 * Lists the forms with this text, newest first. Each line has the form id, its reference and the time of arrival. With
 * a data folder, the server must be stopped.
 */
export async function findForms(options: FindOptions): Promise<string> {
  const { bucket, kind, text } = options;
  if (!isSearchKind(kind))
    throw new OperatorError(`You can search for forms by ${searchKinds.join(', ')}.`);
  const opened = { ...options, maySweep: false };
  const data = await (bucket === null ? openDataFolder(opened) : openWithBucket(opened, bucket));
  try {
    const found = await data.repository.findForms(kind, text, MAX_FOUND);
    return found.map(line).join('') || 'No form found.\n';
  } finally {
    await data.close();
  }
}

const line = ({ formId: id, receivedAt }: FoundForm): string =>
  `${id}  ${referenceOf(formId(id))}  ${new Date(receivedAt).toISOString()}\n`;

type VerifyOptions = Readonly<{
  dataDir: string;
  postgres: PostgresOptions | null;
  bucket: BucketOptions | null;
  keysFile: string | null;
  /** Checks only files that were received within this number of days. Null for all files. */
  days: number | null;
  now: () => number;
  log: Log;
}>;

export type Verified = Readonly<{ whole: number; missing: number; damaged: number }>;

const FILES_AT_ONCE = 500;

/** Reads and decrypts every file that a row names. Counts the whole, the missing and the damaged files. */
export async function verifyFiles(options: VerifyOptions): Promise<Verified> {
  const { bucket, days, now } = options;
  const opened = { ...options, maySweep: false };
  const data = await (bucket === null ? openDataFolder(opened) : openWithBucket(opened, bucket));
  const files = sealedFiles(data.files, data.keys);
  const since = days === null ? 0 : now() - days * DAY_MS;
  const count = { whole: 0, missing: 0, damaged: 0 };
  try {
    for (const kind of fileKinds) {
      let after = '';
      for (let found = FILES_AT_ONCE; found === FILES_AT_ONCE; ) {
        const some = await data.repository.filesAfter(kind, after, since, FILES_AT_ONCE);
        for (const file of some) {
          const bytes = await files.read(file).catch(damagedOrThrow);
          if (bytes === null) count.missing += 1;
          else if (bytes === 'damaged' || bytes.length !== file.size) count.damaged += 1;
          else count.whole += 1;
          after = file.storageName;
        }
        found = some.length;
      }
    }
    return count;
  } finally {
    await data.close();
  }
}

function damagedOrThrow(error: unknown): 'damaged' {
  if (error instanceof FileDamaged || error instanceof CannotOpen) return 'damaged';
  throw error;
}
