import type { Database } from '../../store/database.ts';
import type { Analytics } from './analytics.ts';

/** The analytics of a page, its code loaded after the first screen's; undefined in builds that have nobody to tell. */
export function lateAnalytics(
  measurementId: string,
  database: () => Promise<Database | null>,
): Analytics | undefined {
  if (measurementId === '') return undefined;
  const started = import('./start-analytics.ts').then(({ startAnalytics }) =>
    startAnalytics({ measurementId, database }),
  );
  // Failures of analytics are ignored: here, that its code can't be fetched.
  return {
    track: (event) =>
      void started.then((analytics) => analytics.track(event)).catch(() => undefined),
    flush: () => started.then((analytics) => analytics.flush()).catch(() => undefined),
  };
}
