import type { FileStore } from '../files/file-store-port.ts';
import { DAY_MS, MINUTE_MS, PARTIAL_LIFETIME_MS } from '../limits.ts';
import type { Log } from '../log.ts';
import type { PartialStore } from '../partials/partial-store-port.ts';
import type { Age, Repository } from '../repository/repository-port.ts';
import { deleteFreedFiles, emptyGarbage, type StaleFiles } from './garbage.ts';

type Stores = Readonly<{ repository: Repository; files: FileStore }>;

/** The number of forms in one transaction. Other calls wait for it. */
const BATCH_FORMS = 50;

/** Erases every finished form that did not change since `before`. Returns their number. */
async function eraseFinished(
  { repository, files }: Stores,
  before: Age,
  at: number,
): Promise<number> {
  let count = 0;
  for (;;) {
    const erased = await repository.eraseFinished(before, BATCH_FORMS, at);
    await deleteFreedFiles({ repository, files }, erased.storageNames);
    count += erased.forms;
    if (erased.forms < BATCH_FORMS) break;
  }
  if (count > 0) await repository.flush();
  return count;
}

/** How long the server remembers an idempotency key. */
const ANSWER_LIFETIME_MS = 180 * DAY_MS;
/** How long an unused form id stays: a device's newest ids for a year, its other ids for a month. */
const UNUSED_FORM_MS = 365 * DAY_MS;
const SURPLUS_FORM_MS = 30 * DAY_MS;
/** How often the job retries to delete files that a commit freed. */
const GARBAGE_EVERY_MS = 10 * MINUTE_MS;

type DailyOptions = Readonly<{
  repository: Repository;
  files: FileStore;
  partials: PartialStore;
  tidyFiles: StaleFiles;
  now: () => number;
  log: Log;
  /** Finished forms are erased after this number of days. Null if they are never erased. */
  keepDays: number | null;
}>;

/** Deletes old data, now and once a day. Returns a function that stops the job. */
export async function startDaily(options: DailyOptions): Promise<() => void> {
  await clearAway(options);
  const timer = setInterval(() => {
    clearAway(options).catch((error: unknown) => options.log.failure('daily', error));
  }, DAY_MS);
  const garbage = setInterval(() => {
    emptyGarbage(options).catch((error: unknown) => options.log.failure('garbage', error));
  }, GARBAGE_EVERY_MS);
  for (const it of [timer, garbage]) it.unref();
  return () => {
    for (const it of [timer, garbage]) clearInterval(it);
  };
}

async function clearAway(options: DailyOptions): Promise<void> {
  const { repository, files, partials, tidyFiles, now, log, keepDays } = options;
  const { trusted, passed, latest } = await repository.trustedTime(now());
  const behind = Math.floor((latest - now()) / DAY_MS);
  if (behind > 0) log.warning('clock-behind', behind);
  log.event('purged', await repository.purgeAnswers(trusted - ANSWER_LIFETIME_MS));
  const forgotten = await repository.purgeForms(
    trusted - UNUSED_FORM_MS,
    trusted - SURPLUS_FORM_MS,
  );
  log.event('forms-purged', forgotten);
  log.event('partials-purged', await partials.removeOlder(trusted - PARTIAL_LIFETIME_MS));
  if (keepDays !== null) {
    const kept = keepDays * DAY_MS;
    const before = { trusted: trusted - kept, passed: passed - kept };
    log.event('erased', await eraseFinished({ repository, files }, before, now()));
  }
  await tidyFiles(trusted);
}
