import type { Database } from '../../store/database.ts';
import { type Analytics, type AnalyticsStore, createAnalytics, noAnalytics } from './analytics.ts';

export type AnalyticsSettings = Readonly<{
  /** Empty: nothing is ever sent or loaded. */
  measurementId: string;
  /** The app's database where there is one, else null: events then wait in memory only. */
  database: () => Promise<Database | null>;
}>;

function storeIn(database: AnalyticsSettings['database']): AnalyticsStore {
  return {
    load: async () => {
      const db = await database();
      if (db === null) return undefined;
      return (await import('../../store/analytics-rows.ts')).storedEvents(db);
    },
    save: async (events) => {
      const db = await database();
      if (db !== null)
        await (await import('../../store/analytics-rows.ts')).storeEvents(db, events);
    },
  };
}

/** The analytics of a page: says 'page_load' at once, and sends what waited whenever the network comes back. */
export function startAnalytics(
  { measurementId, database }: AnalyticsSettings,
  page: Window & typeof globalThis = window,
): Analytics {
  if (measurementId === '') return noAnalytics;
  const { origin } = page.location;
  const analytics = createAnalytics(async () => {
    const { createGoogleTag } = await import('./google-tag.ts');
    const visitor = `${page.crypto.getRandomValues(new Uint32Array(1))[0]}.${Math.floor(Date.now() / 1000)}`;
    return createGoogleTag({
      measurementId,
      origin,
      visitor,
      fetch: (input, init) => page.fetch(input, init),
    });
  }, storeIn(database));
  page.addEventListener('online', () => void analytics.flush());
  analytics.track({ name: 'page_load' });
  return analytics;
}
