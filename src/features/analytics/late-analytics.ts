import type { Store } from '../../store/open-store.ts';
import type { Analytics } from './analytics.ts';

export type PageAnalytics = Analytics &
  Readonly<{
    /** To be called when something may have been delivered or refused, also while the app was closed. */
    onOutcomes: (store: Store) => void;
  }>;

/** The analytics of a page, its code loaded after the first screen's; undefined in builds that have nobody to tell. */
export function lateAnalytics(
  measurementId: string,
  database: () => Promise<Store | null>,
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
  const onOutcomes = (store: Store): void =>
    void import('./report-outcomes.ts')
      .then(({ reportOutcomes }) => reportOutcomes(store, analytics))
      .catch(() => undefined);
  return { ...analytics, onOutcomes };
}
