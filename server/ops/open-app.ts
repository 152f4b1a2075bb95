import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import type { AppOptions } from '../app-context.ts';
import type { PostgresOptions } from '../database/postgres-engine.ts';
import type { FileStore } from '../files/file-store-port.ts';
import { FileDamaged, sealedFiles } from '../files/sealed-files.ts';
import { encryptOldRows } from '../jobs/encrypt-old-rows.ts';
import type { Log } from '../log.ts';
import { type Meter, noMeter } from '../meter.ts';
import {
  CommitInDoubt,
  EPOCH_MARK,
  RESTORED_MARK,
  type Repository,
  StoreUnavailable,
} from '../repository/repository-port.ts';
import {
  type DataFolder,
  deleteOlderUploads,
  openDataFolder,
  refuseHalfMoved,
} from './data-folder.ts';
import { type BucketOptions, openWithBucket } from './open-bucket.ts';

/** Counts and times the calls of the file store. */
const meteredFiles = (files: FileStore, meter: Meter): FileStore => {
  const timed = async <T>(act: 'keep' | 'read' | 'remove', work: () => Promise<T>): Promise<T> => {
    const from = performance.now();
    let failed = true;
    try {
      const value = await work();
      failed = false;
      return value;
    } finally {
      meter.file(act, failed, (performance.now() - from) / 1000);
    }
  };
  return {
    stage: () => files.stage(),
    discard: (names) => files.discard(names),
    freeBytes: () => files.freeBytes(),
    keep: (names) => timed('keep', () => files.keep(names)),
    read: async (name) => {
      const bytes = await timed('read', () => files.read(name));
      if (bytes === null) meter.event('file-missing', 1);
      return bytes;
    },
    remove: (names) => timed('remove', () => files.remove(names)),
  };
};

const endings = new Set(['answered', 'replayed', 'found-after-doubt', 'key-reused'] as const);
type Ending = typeof endings extends Set<infer Word> ? Word : never;
const isEnding = (status: string): status is Ending => endings.has(status as Ending);

const meteredRepository = (repository: Repository, meter: Meter): Repository => ({
  ...repository,
  exactlyOnce: async (claim, at, effect) => {
    const from = performance.now();
    const seconds = () => (performance.now() - from) / 1000;
    try {
      const ending = await repository.exactlyOnce(claim, at, effect);
      meter.once(isEnding(ending.status) ? ending.status : 'refused', seconds());
      return ending;
    } catch (error) {
      const isPassing = error instanceof StoreUnavailable;
      const isInDoubt = error instanceof CommitInDoubt;
      meter.once(isInDoubt ? 'in-doubt' : isPassing ? 'unavailable' : 'failed', seconds());
      throw error;
    }
  },
});

export const meteredLog = (log: Log, meter: Meter): Log => ({
  ...log,
  event: (name, count) => {
    meter.event(name, count ?? 1);
    log.event(name, count);
  },
  warning: (...warning) => {
    const [name, count] = warning;
    meter.event(name, count ?? 1);
    log.warning(...warning);
  },
  failure: (id, error) => {
    meter.failure();
    if (error instanceof FileDamaged) meter.event('file-damaged', 1);
    log.failure(id, error);
  },
});

export type OpenOptions = Omit<AppOptions, keyof DataFolder> &
  Readonly<{
    /** The folder of the database and the files. It is created if missing. */
    dataDir: string;
    /** The database of forms and answers. Null if it is SQLite in the folder. */
    postgres: PostgresOptions | null;
    /** The file with the keys. Null if it is in the folder, created at the first start. */
    keysFile: string | null;
    /** The bucket of the files. Null if they are in the folder. */
    bucket: BucketOptions | null;
    /** True if the server may start although database and files do not match. See `data-folder.ts`. */
    maySweep: boolean;
    /** True if the database is an older one, from a backup. Phones then read their verdicts from the start. */
    isRestored?: boolean;
  }>;

/**
 * Opens the data and builds the server. Throws if another server has the folder, or if database and files do not match.
 * Closing the app closes the database and frees the folder.
 */
export async function openApp(
  options: OpenOptions,
): Promise<{ app: FastifyInstance; data: DataFolder }> {
  const { bucket } = options;
  const data = await (bucket === null ? openDataFolder(options) : openWithBucket(options, bucket));
  try {
    await refuseHalfMoved(data.repository);
    if (options.postgres !== null && bucket === null) deleteOlderUploads(options.dataDir);
    if (options.isRestored === true) {
      await data.repository.setMark(RESTORED_MARK, String(options.now()));
      await data.repository.setMark(EPOCH_MARK, randomBytes(3).toString('hex'));
      // Warns at every start: operators easily forget to remove a setting that was meant for one start.
      options.log.warning('cursors-renewed');
    }
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

function startSealing({ now, log }: OpenOptions, data: DataFolder): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const stores = { ...data, sealed: sealedFiles(data.files, data.keys) };
  const done = encryptOldRows(stores, now, stopping.signal).then(
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
