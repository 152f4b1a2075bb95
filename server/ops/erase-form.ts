import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresOptions } from '../database/postgres-engine.ts';
import type { Log } from '../log.ts';
import { OperatorError } from '../operator-error.ts';
import { uuidFrom } from '../validation/identifiers.ts';
import { openDataFolder } from './data-folder.ts';

type EraseOptions = Readonly<{
  dataDir: string;
  postgres: PostgresOptions | null;
  formId: string;
  now: () => number;
  log: Log;
}>;

/** Erases one form for good, with the server stopped. Returns how many files went with it. */
export async function eraseForm({
  dataDir,
  postgres,
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
  const data = await openDataFolder({ dataDir, postgres, now, log, maySweep: false });
  try {
    const storageNames = await data.repository.eraseForm(id);
    if (storageNames === null) throw new OperatorError('No form of this id is in the database.');
    await data.files.remove(storageNames);
    await data.repository.flush();
    log.event('erased', 1);
    return storageNames.length;
  } finally {
    await data.close();
  }
}
