import type { Database } from '../../store/database.ts';
import type { Analytics } from './analytics.ts';

export type PageAnalytics = Analytics &
  Readonly<{
    /** To be called when something may have been delivered or refused, also while the app was closed. */
    onOutcomes: (db: Database) => void;
  }>;

/** The analytics of a page, its code loaded after the first screen's; undefined in builds that have nobody to tell. */
export function lateAnalytics(
  measurementId: string,
  database: () => Promise<Database | null>,
): PageAnalytics | undefined {
  if (measurementId === '') return undefined;
  const started = import('./start-analytics.ts').then(({ startAnalytics }) =>
    startAnalytics({ measurementId, database }),
  );
  // Failures of analytics are ignored: here, that its code can't be fetched.
  const analytics: Analytics = {
    track: (event) => void started.then(({ track }) => track(event)).catch(() => undefined),
    flush: () => started.then(({ flush }) => flush()).catch(() => undefined),
  };
  const onOutcomes = (db: Database): void =>
    void import('./report-outcomes.ts')
      .then(({ reportOutcomes }) => reportOutcomes(db, analytics))
      .catch(() => undefined);
  return { ...analytics, onOutcomes };
}
