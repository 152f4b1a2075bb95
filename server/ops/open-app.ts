import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import type { AppOptions } from '../app-options.ts';
import type { PostgresOptions } from '../database/postgres-engine.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { type BucketOptions, openWithBucket } from './open-bucket.ts';

export type OpenOptions = Omit<AppOptions, keyof DataFolder> &
  Readonly<{
    /** Folder of the database and the files; made when missing. */
    dataDir: string;
    /** Where forms and answers lie; null: in the folder. */
    postgres: PostgresOptions | null;
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
    const app = await buildApp({ ...options, ...data });
    app.addHook('onClose', data.close);
    return { app, data };
  } catch (error) {
    await data.close();
    throw error;
  }
}
