import type { FileStore } from '../files/file-store-port.ts';
import { FileDamaged } from '../files/sealed-files.ts';
import type { Log } from '../log.ts';
import type { Meter } from '../meter.ts';
import { CommitInDoubt, type Repository, StoreUnavailable } from '../repository/repository-port.ts';

/** The same stores and log, with what they do counted. */
export const meteredFiles = (files: FileStore, meter: Meter): FileStore => {
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

export const meteredRepository = (repository: Repository, meter: Meter): Repository => ({
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
