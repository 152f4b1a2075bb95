import type { FileStore } from '../files/file-store-port.ts';
import type { SealedFiles } from '../files/sealed-files.ts';
import type { Limiter } from '../queues.ts';
import {
  CommitInDoubt,
  fileKinds,
  type PlainFile,
  type Repository,
} from '../repository/repository-port.ts';
import { deleteFreedFiles } from './garbage.ts';

type Stores = Readonly<{
  repository: Repository;
  files: FileStore;
  sealed: SealedFiles;
  uncommittedFiles: Limiter;
}>;

/** The number of forms in one transaction. Other calls wait for it. */
const BATCH_FORMS = 50;
const BATCH_FILES = 100;

/**
 * Encrypts the plaintext of an older version while the server takes calls. Forms and their search terms come first,
 * then the files, each under a new name. After a kill, the next start continues. Returns how many forms and files were
 * encrypted. `stopping` ends the job after the current batch or file.
 */
export async function encryptOldRows(
  stores: Stores,
  now: () => number,
  stopping: AbortSignal,
): Promise<number> {
  const { repository } = stores;
  let count = 0;
  for (let found = BATCH_FORMS; found === BATCH_FORMS && !stopping.aborted; count += found) {
    found = await repository.sealForms(BATCH_FORMS);
  }
  for (let found = BATCH_FORMS; found === BATCH_FORMS && !stopping.aborted; ) {
    found = await repository.indexForms(BATCH_FORMS);
  }
  for (const kind of fileKinds) {
    let after = '';
    for (let found = BATCH_FILES; found === BATCH_FILES; ) {
      const files = await repository.plainFiles(kind, after, BATCH_FILES);
      for (const file of files) {
        if (stopping.aborted) return count;
        if (await stores.uncommittedFiles(1, () => sealFile(stores, file, now))) count += 1;
        after = file.storageName;
      }
      found = files.length;
    }
  }
  if (count > 0) await repository.flush();
  return count;
}

/** Returns false if the file or its row is gone. */
async function sealFile(
  { repository, files, sealed }: Stores,
  plain: PlainFile,
  now: () => number,
): Promise<boolean> {
  const bytes = await sealed.read({ ...plain, sealedKey: null });
  if (bytes === null) return false;
  const writer = await sealed.stage();
  await writer.write(bytes);
  await writer.finish();
  const [storageName] = await sealed.keep([writer.stagedName]);
  if (storageName === undefined) throw new Error('A sealed file was not kept.');
  const by = { storageName, sealedKey: writer.sealedKey };
  let isReplaced = false;
  try {
    isReplaced = await repository.replaceFile(plain, by, now());
  } catch (error) {
    // After a commit in doubt, a row may name the new file. Then the file must stay.
    if (!(error instanceof CommitInDoubt)) await files.remove([storageName]);
    throw error;
  }
  if (isReplaced) await deleteFreedFiles({ repository, files }, [plain.storageName]);
  else await files.remove([storageName]);
  return isReplaced;
}
