import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresOptions } from '../database/postgres-engine.ts';
import { letGo } from '../jobs/garbage.ts';
import type { Log } from '../log.ts';
import { OperatorError } from '../operator-error.ts';
import { uuidFrom } from '../validation/identifiers.ts';
import { openDataFolder } from './data-folder.ts';
import { type BucketOptions, openWithBucket } from './open-bucket.ts';

type EraseOptions = Readonly<{
  dataDir: string;
  postgres: PostgresOptions | null;
  bucket: BucketOptions | null;
  keysFile: string | null;
  formId: string;
  now: () => number;
  log: Log;
}>;

/** Erases one form for good, with the server stopped. Returns how many files went with it. */
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
    const storageNames = await data.repository.eraseForm(id, now());
    if (storageNames === null) throw new OperatorError('No form of this id is in the database.');
    await letGo(data, storageNames);
    await data.repository.flush();
    log.event('erased', 1);
    return storageNames.length;
  } finally {
    await data.close();
  }
}
