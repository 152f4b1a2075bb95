import type { Store } from '../../store/open-store.ts';
import { type Analytics, type AnalyticsStore, createAnalytics, noAnalytics } from './analytics.ts';

export type AnalyticsSettings = Readonly<{
  /** Empty: nothing is ever sent or loaded. */
  measurementId: string;
  /** The app's store; null without a database: events then wait in memory only. */
  database: () => Promise<Store | null>;
}>;

function storeIn(database: AnalyticsSettings['database']): AnalyticsStore {
  return {
    load: async () => {
      const store = await database();
      return (await store?.analytics())?.events();
    },
    save: async (events) => {
      const store = await database();
      await (await store?.analytics())?.keepEvents(events);
    },
  };
}

/** The analytics of a page: sends 'page_load' at once, and waiting events whenever the network comes back. */
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
