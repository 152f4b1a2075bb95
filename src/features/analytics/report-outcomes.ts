import type { Store } from '../../store/open-store.ts';
import type { Analytics } from './analytics.ts';
import { outcomeEvents } from './outcome-events.ts';

/** Sends events for submissions that were delivered or refused since the last report, also while the app was closed. */
export async function reportOutcomes(store: Store, analytics: Analytics): Promise<void> {
  try {
    const { takeNewOutcomes } = await store.analytics();
    for (const event of outcomeEvents(await takeNewOutcomes(Date.now()))) analytics.track(event);
  } catch {
    // Failures of analytics are ignored.
  }
}
