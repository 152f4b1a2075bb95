import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import type { AppOptions } from '../app-options.ts';
import type { PostgresOptions } from '../database/postgres-engine.ts';
import { sealedFiles } from '../files/sealed-files.ts';
import { sealWhatIsPlain } from '../jobs/seal-what-is-plain.ts';
import { noMeter } from '../meter.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { meteredFiles, meteredRepository } from './metered.ts';
import { type BucketOptions, openWithBucket } from './open-bucket.ts';

export type OpenOptions = Omit<AppOptions, keyof DataFolder> &
  Readonly<{
    /** Folder of the database and the files; made when missing. */
    dataDir: string;
    /** Where forms and answers lie; null: in the folder. */
    postgres: PostgresOptions | null;
    /** Where the keys lie; null: in the folder, made at its first start. */
    keysFile: string | null;
    /** Where files lie; null: in the folder. */
    bucket: BucketOptions | null;
    /** Go on where database and files do not fit together: `data-folder.ts`. */
    maySweep: boolean;
  }>;

/**
 * The server over a data folder. Throws when another server has the folder, or its parts do not fit together. Closing
 * the instance closes the database and frees the folder.
 */
export async function openApp(
  options: OpenOptions,
): Promise<{ app: FastifyInstance; data: DataFolder }> {
  const { bucket } = options;
  const data = await (bucket === null ? openDataFolder(options) : openWithBucket(options, bucket));
  try {
    const meter = options.meter ?? noMeter;
    const app = await buildApp({
      ...options,
      ...data,
      repository: meteredRepository(data.repository, meter),
      files: meteredFiles(data.files, meter),
    });
    app.addHook('onClose', data.close);
    const sealing = startSealing(options, data);
    app.addHook('onClose', sealing.stop);
    return { app, data };
  } catch (error) {
    await data.close();
    throw error;
  }
}

/** Seals what an older version left in the clear, beside the calls. */
function startSealing({ now, log }: OpenOptions, data: DataFolder): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const stores = { ...data, sealed: sealedFiles(data.files, data.keys) };
  const done = sealWhatIsPlain(stores, now, stopping.signal).then(
    (count) => count > 0 && log.event('sealed', count),
    (error: unknown) => log.failure('sealing', error),
  );
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}
