import type { FileStore } from '../files/file-store-port.ts';
import type { Repository } from '../repository/repository-port.ts';

type Stores = Readonly<{ repository: Repository; files: Pick<FileStore, 'remove'> }>;

const BATCH_NAMES = 500;

/** Deletes the bytes of files that a commit let go of, and then what is known of them. A kill in between leaves them known. */
export async function letGo(
  { repository, files }: Stores,
  storageNames: readonly string[],
): Promise<void> {
  if (storageNames.length === 0) return;
  await files.remove(storageNames);
  await repository.forget(storageNames);
}

/** All that others left: who let go of them was killed, or could not reach them. How many files. */
export async function emptyGarbage(stores: Stores): Promise<number> {
  let count = 0;
  for (;;) {
    const names = await stores.repository.garbage(BATCH_NAMES);
    await letGo(stores, names);
    count += names.length;
    if (names.length < BATCH_NAMES) return count;
  }
}
