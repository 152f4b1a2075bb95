import { DAY_MS, PARTIAL_LIFETIME_MS } from '../durations.ts';
import type { FileStore } from '../files/file-store-port.ts';
import type { Log } from '../log.ts';
import type { PartialStore } from '../partials/partial-store-port.ts';
import type { Repository } from '../repository/repository-port.ts';
import { eraseFinished } from './erase-finished.ts';

/** How long an idempotency key is remembered. */
const ANSWER_LIFETIME_MS = 180 * DAY_MS;
/** How long a form id waits to be used; less where a device holds many others that are newer. */
const UNUSED_FORM_MS = 365 * DAY_MS;
const SURPLUS_FORM_MS = 30 * DAY_MS;
/** How long a file without a row can still be fetched back by hand. */
const QUARANTINE_MS = 30 * DAY_MS;

type DailyOptions = Readonly<{
  repository: Repository;
  files: FileStore;
  partials: PartialStore;
  now: () => number;
  log: Log;
  /** After how many days a finished form is erased; null: never. */
  keepDays: number | null;
}>;

/** Deletes what is old enough, now and once a day. Returns how to stop it. */
export async function startDaily(options: DailyOptions): Promise<() => void> {
  await clearAway(options);
  const timer = setInterval(() => {
    clearAway(options).catch((error: unknown) => options.log.failure('daily', error));
  }, DAY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function clearAway(options: DailyOptions): Promise<void> {
  const { repository, files, partials, now, log, keepDays } = options;
  const trusted = await repository.trustedTime(now());
  log.event('purged', await repository.purgeAnswers(trusted - ANSWER_LIFETIME_MS));
  const forgotten = await repository.purgeForms(
    trusted - UNUSED_FORM_MS,
    trusted - SURPLUS_FORM_MS,
  );
  log.event('forms-purged', forgotten);
  log.event('partials-purged', await partials.removeOlder(trusted - PARTIAL_LIFETIME_MS));
  if (keepDays !== null) {
    log.event('erased', await eraseFinished({ repository, files }, trusted - keepDays * DAY_MS));
  }
  const day = new Date(trusted - QUARANTINE_MS).toISOString().slice(0, 10);
  log.event('quarantine-emptied', await files.emptyQuarantine(day));
}
