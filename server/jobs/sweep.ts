import { DAY_MS } from '../durations.ts';
import type { DatedStore } from '../files/file-store-port.ts';
import type { Log } from '../log.ts';
import type { Repository } from '../repository/repository-port.ts';
import type { TidyFiles } from './tidy-folder.ts';

type SweepOptions = Readonly<{
  repository: Repository;
  files: DatedStore;
  log: Log;
  /** A person has looked, and says that files which no row speaks of may go, however many. */
  maySweep: boolean;
}>;

/** The last day that was looked through, in the database. */
const MARK = 'swept';
/** A day is left alone for so long after its end: a row comes at most half an hour after its file, and a clock may be wrong. */
const REST_MS = DAY_MS;
const MAX_STRAYS = 20;

/**
 * Deletes files that no row speaks of: a kill between keeping and committing leaves them. Each day is looked through once in
 * its life. Where many are unknown it is rather the database that is another, or older than the bucket: then nothing goes.
 */
export const sweep =
  ({ repository, files, log, maySweep }: SweepOptions): TidyFiles =>
  async (trusted) => {
    const swept = await repository.mark(MARK);
    const first = swept === null ? await files.firstDay() : nextDay(swept);
    for (let day = first; day !== null && endOf(day) + REST_MS <= trusted; day = nextDay(day)) {
      let count = 0;
      const strays: string[] = [];
      for await (const names of files.namesOf(day)) {
        count += names.length;
        strays.push(...(await repository.unknownAmong(names)));
      }
      if (!maySweep && strays.length > Math.max(MAX_STRAYS, count / 100)) {
        log.warning('sweep-refused', strays.length);
        return;
      }
      await files.remove(strays);
      if (strays.length > 0) log.event('swept', strays.length);
      await repository.setMark(MARK, day);
    }
  };

const endOf = (day: string): number => Date.parse(day) + DAY_MS;
const nextDay = (day: string): string => new Date(endOf(day)).toISOString().slice(0, 10);
