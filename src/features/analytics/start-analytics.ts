import type { Submission } from '../../domain/submission-types.ts';
import type { Store } from '../../store/open-store.ts';
import {
  type Analytics,
  type AnalyticsEvent,
  type AnalyticsStore,
  createAnalytics,
  noAnalytics,
} from './analytics.ts';

export type AnalyticsSettings = Readonly<{
  /** If empty, analytics loads and sends nothing. */
  measurementId: string;
  /** The app's store. Null if there is no database: events then wait in memory only. */
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

/** The analytics of a page. Sends 'page_load' at once, and sends the waiting events when the network returns. */
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

const kinds = ['registration', 'replacement'] as const;
const outcomes = ['delivered', 'rejected'] as const;

/** The number of delivered and refused submissions of each kind, and nothing else about a submission. */
export function outcomeEvents(
  rows: readonly Pick<Submission, 'kind' | 'status'>[],
): readonly AnalyticsEvent[] {
  return outcomes.flatMap((name) =>
    kinds.flatMap((kind) => {
      const count = rows.filter((row) => row.status === name && row.kind === kind).length;
      return count === 0 ? [] : [{ name, kind, count }];
    }),
  );
}

/** Sends events for submissions that were delivered or refused since the last report, also while the app was closed. */
export async function reportOutcomes(store: Store, analytics: Analytics): Promise<void> {
  try {
    const { takeNewOutcomes } = await store.analytics();
    for (const event of outcomeEvents(await takeNewOutcomes(Date.now()))) analytics.track(event);
  } catch {}
}
