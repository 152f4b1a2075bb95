import type { FileStore } from '../files/file-store-port.ts';
import type { Log } from '../log.ts';
import type { Repository } from '../repository/repository-port.ts';
import { eraseFinished } from './erase-finished.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** How long an idempotency key is remembered. */
const answerLifetimeMs = 180 * dayMs;
/** How long a file without a row can still be fetched back by hand. */
const quarantineMs = 30 * dayMs;

export type Daily = Readonly<{
  repository: Repository;
  files: FileStore;
  now: () => number;
  log: Log;
  /** After how many days a finished form is erased; null: never. */
  keepDays: number | null;
}>;

/** Deletes what is old enough, now and once a day. Returns how to stop it. */
export async function startDaily(daily: Daily): Promise<() => void> {
  await clearAway(daily);
  const timer = setInterval(() => {
    clearAway(daily).catch((error: unknown) => daily.log.failure('daily', error));
  }, dayMs);
  timer.unref();
  return () => clearInterval(timer);
}

async function clearAway({ repository, files, now, log, keepDays }: Daily): Promise<void> {
  const trusted = await repository.trustedTime(now());
  log.event('purged', await repository.purgeAnswers(trusted - answerLifetimeMs));
  const forgotten = await repository.purgeForms(trusted - 365 * dayMs, trusted - 30 * dayMs);
  log.event('forms-purged', forgotten);
  if (keepDays !== null) {
    log.event('erased', await eraseFinished({ repository, files }, trusted - keepDays * dayMs));
  }
  const day = new Date(trusted - quarantineMs).toISOString().slice(0, 10);
  log.event('quarantine-emptied', await files.emptyQuarantine(day));
}
