import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DeviceState } from '../../src/domain/announced.ts';
import { type SearchKind, searchKinds } from '../../src/domain/forms/form-kinds.ts';
import { formId } from '../../src/domain/ids.ts';
import { referenceOf } from '../../src/domain/reference.ts';
import { type ReasonCode, reasonCodes } from '../../src/domain/verdict.ts';
import { sqliteErrorKind } from '../database/database-errors.ts';
import type { PostgresOptions } from '../database/postgres-engine.ts';
import { isEmptyDatabase } from '../database/sqlite-engine.ts';
import { syncPath, syncTree } from '../files/folder-store.ts';
import { FileDamaged, sealedFiles } from '../files/sealed-files.ts';
import { deleteFreedFiles } from '../jobs/garbage.ts';
import { CannotOpen } from '../keys/key-ring.ts';
import { DAY_MS } from '../limits.ts';
import type { Log } from '../log.ts';
import { OperatorError } from '../operator-error.ts';
import {
  type Decision,
  type FoundForm,
  fileKinds,
  isAnnounced,
} from '../repository/repository-port.ts';
import { uuidFrom } from '../validation/identifiers.ts';
import { type DataFolder, openDataFolder, refuseHalfMoved } from './data-folder.ts';
import { type BucketOptions, openWithBucket } from './open-bucket.ts';

/**
 * Copies database and files into a new folder, even while the server runs.
 * The order matters: first the files, then the database at one moment, then the newer files. A file never changes under
 * its name. A file that the server deletes before it is copied makes another copy of the database necessary.
 * The copy is named `<to>.part` until all of it is on the disk. After a power loss, nobody can mistake an incomplete
 * copy for a backup.
 */
export async function backUp(dataDir: string, to: string): Promise<void> {
  if (!(await exists(join(dataDir, 'veld.sqlite')))) {
    throw new OperatorError(`There is no database in ${dataDir}, so there is nothing to back up.`);
  }
  if (await exists(to)) {
    throw new OperatorError(`${to} already exists. Name a folder that does not exist yet.`);
  }
  try {
    await makeCopy(dataDir, to);
  } catch (error) {
    if (error instanceof OperatorError || !(error instanceof Error && 'code' in error)) throw error;
    throw new OperatorError(
      `The backup is not complete (${sqliteErrorKind(error) ?? error.code}). Check that the server's user may read ${dataDir} and write to ${dirname(to)}, and that its disk has space.`,
      { cause: error },
    );
  }
}

async function makeCopy(dataDir: string, to: string): Promise<void> {
  const database = join(dataDir, 'veld.sqlite');
  const part = `${to}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true, mode: 0o700 });
  const files = join(dataDir, 'files');
  const copies = join(part, 'files');
  await mkdir(copies, { mode: 0o700 });
  for (const entry of await readdir(files, { withFileTypes: true })) {
    if (entry.isFile()) await copyIfThere(join(files, entry.name), join(copies, entry.name));
  }
  // Without the keys nobody can decrypt the database.
  await copyIfThere(join(dataDir, 'keys.json'), join(part, 'keys.json'));
  const copy = join(part, 'veld.sqlite');
  let missing: ReadonlySet<string> = new Set();
  for (let copied = 0; ; copied += 1) {
    if (copied === MAX_DATABASE_COPIES) {
      throw new OperatorError(
        `The server deleted files while they were copied, ${copied} times. Run the backup again when fewer phones send.`,
      );
    }
    await rm(copy, { force: true });
    copyDatabase(database, copy);
    const before = missing;
    missing = await missingFiles(copy, files, copies);
    // The server deletes a file after its row. A file with a row in two copies was lost before the backup.
    if ([...missing].every((name) => before.has(name))) break;
  }
  await syncTree(part);
  await rename(part, to);
  await syncPath(dirname(to));
}

const MAX_DATABASE_COPIES = 5;

function copyDatabase(from: string, to: string): void {
  const source = new DatabaseSync(from);
  try {
    source.prepare('VACUUM INTO ?').run(to);
  } finally {
    source.close();
  }
}

/** Copies the files of the copied database that are not copied yet. Returns those that are gone. */
async function missingFiles(copy: string, files: string, copies: string): Promise<Set<string>> {
  const missing = new Set<string>();
  if (isEmptyDatabase(copy)) return missing;
  const database = new DatabaseSync(copy, { readOnly: true });
  try {
    const rows = database.prepare(
      'SELECT storage_name AS name FROM signatures UNION ALL SELECT storage_name FROM documents',
    );
    for (const row of rows.iterate()) {
      const name = String(row['name']);
      const to = join(copies, name);
      if (!(await exists(to)) && !(await copyIfThere(join(files, name), to))) missing.add(name);
    }
  } finally {
    database.close();
  }
  return missing;
}

async function copyIfThere(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The stores of the settings, which a command opens. */
type Stores = Readonly<{
  dataDir: string;
  postgres: PostgresOptions | null;
  bucket: BucketOptions | null;
  keysFile: string | null;
  now: () => number;
  log: Log;
}>;

/**
 * Opens the stores, does the work, and closes them. With a data folder, the server must be stopped. If
 * the database should be in the folder and is not, throws `OperatorError` and creates nothing.
 */
async function withData<T>(
  { bucket, ...stores }: Stores,
  act: (data: DataFolder) => Promise<T>,
): Promise<T> {
  if (stores.postgres === null && !existsSync(join(stores.dataDir, 'veld.sqlite'))) {
    throw new OperatorError(`There is no database in ${stores.dataDir}.`);
  }
  const options = { ...stores, maySweep: false };
  const data = await (bucket === null ? openDataFolder(options) : openWithBucket(options, bucket));
  try {
    return await act(data);
  } finally {
    await data.close();
  }
}

/** Erases one form for good. The server must be stopped. Returns the number of deleted files. */
export async function eraseForm(stores: Stores, formId: string): Promise<number> {
  const { now, log } = stores;
  const id = formIdFrom(formId);
  return withData(stores, async (data) => {
    await refuseHalfMoved(data.repository);
    const storageNames = await data.repository.eraseForm(id, now());
    if (storageNames === null) throw new OperatorError(NO_SUCH_FORM);
    await deleteFreedFiles(data, storageNames);
    await data.repository.flush();
    log.event('erased', 1);
    return storageNames.length;
  });
}

const NO_SUCH_FORM = 'The database has no form with this id.';

function formIdFrom(text: string): string {
  const id = uuidFrom(text);
  if (id !== null) return id;
  throw new OperatorError('A form id is a UUID, such as 0d9be63e-5f0a-4d6c-9d5c-2f7a0c1b8e11.');
}

type Said = Readonly<{
  formId: string;
  to: string;
  code: string | undefined;
  text: string | undefined;
}>;

const MAX_TEXT = 140;
const isReason = (code: string): code is ReasonCode => reasonCodes.some((known) => known === code);

/** Checks a decision as it was typed. */
function decisionOf({ formId, to, code, text }: Said): Decision {
  const id = formIdFrom(formId);
  if (to === 'active' && code === undefined && text === undefined) {
    return { formId: id, state: 'active', code: null, text: null };
  }
  if (to !== 'refused' || code === undefined || !isReason(code)) {
    throw new OperatorError(
      `Say 'active', or 'refused' with --code and one of ${reasonCodes.join(', ')}.`,
    );
  }
  if (text === undefined) return { formId: id, state: 'refused', code, text: null };
  if (code !== 'other') throw new OperatorError('A text belongs to --code other only.');
  if (text.trim() === '' || text.length > MAX_TEXT || /[\p{Cc}\p{Cf}]/u.test(text)) {
    throw new OperatorError(`A text has 1 to ${MAX_TEXT} plain characters, on one line.`);
  }
  return { formId: id, state: 'refused', code, text: text.trim() };
}

/**
 * Stores the operator's decision on a form. Returns the line to print. `announce`: false if the server tells phones of
 * no verdict.
 */
export async function decideForm(
  { announce, ...stores }: Stores & Readonly<{ announce: boolean | null }>,
  said: Said,
): Promise<string> {
  const decision = decisionOf(said);
  return withData(stores, async ({ repository }) => {
    await refuseHalfMoved(repository);
    switch (await repository.decide(decision, stores.now())) {
      case 'decided':
        return `The form is ${decision.state}.${announce === false ? '' : ' Its phone is told at its next contact.'}\n`;
      case 'unchanged':
        return `The form was ${decision.state} already. Nothing was changed.\n`;
      case 'unknown':
        throw new OperatorError(NO_SUCH_FORM);
      case 'incomplete':
        throw new OperatorError('The form is not complete: the phone may still be sending it.');
      case 'names-customer':
        throw new OperatorError('Leave out names and numbers: this text is shown on the phone.');
    }
  });
}

/**
 * Revokes a device, or restores it. A revoked device begins no new form, and still sends. Returns the lines to print. They
 * say if the device does not hear of it.
 */
export async function setDevice(
  { announce, ...stores }: Stores & Readonly<{ announce: boolean | null }>,
  device: string,
  state: DeviceState,
): Promise<string> {
  const id = uuidFrom(device);
  if (id === null) {
    throw new OperatorError('A device identifier is a UUID. The phone shows it on its page Help.');
  }
  return withData(stores, async ({ repository }) => {
    await refuseHalfMoved(repository);
    const isKnown = (await repository.setDeviceState(id, state)) === 'known';
    const hears = state === 'ok' || (await isAnnounced(repository, announce));
    return [
      state === 'ok'
        ? 'The device is restored.\n'
        : 'The device is revoked. What it sends is still taken, and marked.\n',
      isKnown
        ? ''
        : 'The server knows no phone with this identifier. Compare it with the page Help of the phone.\n',
      hears ? '' : 'Phones are not told yet: set VELD_ANNOUNCE=yes.\n',
    ].join('');
  });
}

const MAX_FOUND = 100;

const isSearchKind = (kind: string): kind is SearchKind =>
  searchKinds.some((known) => known === kind);

/**
 * Lists the forms with this text, newest first. Each line has the form id, its reference and the time of arrival. With
 * a data folder, the server must be stopped.
 */
export async function findForms(stores: Stores, kind: string, text: string): Promise<string> {
  if (!isSearchKind(kind))
    throw new OperatorError(`You can search for forms by ${searchKinds.join(', ')}.`);
  const found = await withData(stores, ({ repository }) =>
    repository.findForms(kind, text, MAX_FOUND),
  );
  return found.map(line).join('') || 'No form found.\n';
}

const line = ({ formId: id, receivedAt }: FoundForm): string =>
  `${id}  ${referenceOf(formId(id))}  ${new Date(receivedAt).toISOString()}\n`;

export type Verified = Readonly<{ whole: number; missing: number; damaged: number }>;

const FILES_AT_ONCE = 500;

/**
 * Reads and decrypts every file that a row names. Counts the whole, the missing and the damaged files. `days`: checks
 * only files that were received within this number of days. Null for all files.
 */
export async function verifyFiles(stores: Stores, days: number | null): Promise<Verified> {
  const since = days === null ? 0 : stores.now() - days * DAY_MS;
  const count = { whole: 0, missing: 0, damaged: 0 };
  return withData(stores, async (data) => {
    const files = sealedFiles(data.files, data.keys);
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
  });
}

function damagedOrThrow(error: unknown): 'damaged' {
  if (error instanceof FileDamaged || error instanceof CannotOpen) return 'damaged';
  throw error;
}
