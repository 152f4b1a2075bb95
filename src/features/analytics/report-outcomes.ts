import { takeNewOutcomes } from '../../store/analytics-rows.ts';
import type { Database } from '../../store/database.ts';
import type { Analytics } from './analytics.ts';
import { outcomeEvents } from './outcome-events.ts';

/** Tells of what was delivered or refused since the last time, also while the app was closed. */
export async function reportOutcomes(db: Database, analytics: Analytics): Promise<void> {
  try {
    for (const event of outcomeEvents(await takeNewOutcomes(db, Date.now())))
      analytics.track(event);
  } catch {
    // Failures of analytics are ignored.
  }
}
