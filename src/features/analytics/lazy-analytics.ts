import type { Store } from '../../store/open-store.ts';
import type { Analytics } from './analytics.ts';

export type PageAnalytics = Analytics &
  Readonly<{
    /** Call this when a submission may have been delivered or refused, also while the app was closed. */
    onOutcomes: (store: Store) => void;
  }>;

/** The analytics of a page. Its code is loaded on demand. Returns undefined in builds without an analytics id. */
export function lazyAnalytics(
  measurementId: string,
  database: () => Promise<Store | null>,
): PageAnalytics | undefined {
  if (measurementId === '') return undefined;
  const started = import('./start-analytics.ts').then(({ startAnalytics }) =>
    startAnalytics({ measurementId, database }),
  );
  // Failures of analytics are ignored, even if the code cannot be loaded.
  const analytics: Analytics = {
    track: (event) => void started.then(({ track }) => track(event)).catch(() => undefined),
    flush: () => started.then(({ flush }) => flush()).catch(() => undefined),
  };
  const onOutcomes = (store: Store): void =>
    void import('./start-analytics.ts')
      .then(({ reportOutcomes }) => reportOutcomes(store, analytics))
      .catch(() => undefined);
  return { ...analytics, onOutcomes };
}
