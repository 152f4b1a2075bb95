import type { Store } from '../../store/open-store.ts';
import type { Analytics } from './analytics.ts';
import { outcomeEvents } from './outcome-events.ts';

/** Tells of what was delivered or refused since the last time, also while the app was closed. */
export async function reportOutcomes(store: Store, analytics: Analytics): Promise<void> {
  try {
    const { takeNewOutcomes } = await store.analytics();
    for (const event of outcomeEvents(await takeNewOutcomes(Date.now()))) analytics.track(event);
  } catch {
    // Failures of analytics are ignored.
  }
}
