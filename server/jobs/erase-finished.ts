import type { FileStore } from '../files/file-store-port.ts';
import type { Repository } from '../repository/repository-port.ts';
import { letGo } from './garbage.ts';

type Stores = Readonly<{ repository: Repository; files: FileStore }>;

/** How many forms go in one transaction: other calls wait for it. */
const BATCH_FORMS = 50;

/** Erases every finished form that nothing was added to since `before`; how many. */
export async function eraseFinished(
  { repository, files }: Stores,
  before: number,
  at: number,
): Promise<number> {
  let count = 0;
  for (;;) {
    const erased = await repository.eraseFinished(before, BATCH_FORMS, at);
    await letGo({ repository, files }, erased.storageNames);
    count += erased.forms;
    if (erased.forms < BATCH_FORMS) break;
  }
  if (count > 0) await repository.flush();
  return count;
}
