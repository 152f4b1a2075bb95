import type { FileStore } from '../files/file-store-port.ts';
import { DAY_MS, MINUTE_MS, PARTIAL_LIFETIME_MS } from '../limits.ts';
import type { Log } from '../log.ts';
import type { PartialStore } from '../partials/partial-store-port.ts';
import type { Age, Repository } from '../repository/repository-port.ts';
import { deleteFreedFiles, emptyGarbage, type StaleFiles } from './garbage.ts';

type Stores = Readonly<{ repository: Repository; files: FileStore }>;

/** How many forms go in one transaction: other calls wait for it. */
const BATCH_FORMS = 50;

/** Erases every finished form that nothing was added to since `before`; how many. */
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

/** How long an idempotency key is remembered. */
const ANSWER_LIFETIME_MS = 180 * DAY_MS;
/** How long a form id waits to be used; less where a device holds many others that are newer. */
const UNUSED_FORM_MS = 365 * DAY_MS;
const SURPLUS_FORM_MS = 30 * DAY_MS;
/** How often the files freed by a commit are deleted, if that failed before. */
const GARBAGE_EVERY_MS = 10 * MINUTE_MS;

type DailyOptions = Readonly<{
  repository: Repository;
  files: FileStore;
  partials: PartialStore;
  tidyFiles: StaleFiles;
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
