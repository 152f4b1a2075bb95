import type { Values } from '../../domain/forms/values.ts';
import type { SubmissionId } from '../../domain/ids.ts';

const KEPT_FOR_MS = 30 * 60 * 1000;

/**
 * The customers submitted from this page in the last 30 minutes, in memory only: delivery wipes what is stored, often
 * within a second, and the next SIM for the same customer should not be typed again. Gone with the page.
 */
export function createRecentCustomers(now: () => number) {
  const kept = new Map<SubmissionId, Readonly<{ values: Values; until: number }>>();

  function dropOld(): void {
    for (const [id, { until }] of kept) if (until <= now()) kept.delete(id);
  }

  return {
    rememberCustomer(id: SubmissionId, values: Values): void {
      dropOld();
      kept.set(id, { values, until: now() + KEPT_FOR_MS });
    },
    customerOf(id: SubmissionId): Values | undefined {
      dropOld();
      return kept.get(id)?.values;
    },
  };
}

export const { rememberCustomer, customerOf } = createRecentCustomers(() => Date.now());
