import type { PostgresOptions } from '../database/postgres-engine.ts';
import { DAY_MS } from '../durations.ts';
import { FileDamaged, sealedFiles } from '../files/sealed-files.ts';
import { CannotOpen } from '../keys/key-ring.ts';
import type { Log } from '../log.ts';
import { fileKinds } from '../repository/repository-port.ts';
import { openDataFolder } from './data-folder.ts';
import { type BucketOptions, openWithBucket } from './open-bucket.ts';

type VerifyOptions = Readonly<{
  dataDir: string;
  postgres: PostgresOptions | null;
  bucket: BucketOptions | null;
  keysFile: string | null;
  /** Only files that were received within so many days; null: all. */
  days: number | null;
  now: () => number;
  log: Log;
}>;

export type Verified = Readonly<{ whole: number; missing: number; damaged: number }>;

const FILES_AT_ONCE = 500;

/** Reads every file that a row speaks of, and opens it: is it there, and what was received? */
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
