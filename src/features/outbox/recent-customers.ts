import type { SubmissionId } from '../../domain/ids.ts';
import type { Carried } from '../../store/drafts/draft-opening.ts';

const KEPT_FOR_MS = 30 * 60 * 1000;

/**
 * The customers submitted from this page in the last 30 minutes, in memory only: delivery wipes what is stored, often
 * within a second, and the next SIM for the same customer should not be typed again. Gone with the page.
 */
export function createRecentCustomers(now: () => number) {
  const kept = new Map<SubmissionId, Readonly<{ customer: Carried; until: number }>>();

  function dropOld(): void {
    for (const [id, { until }] of kept) if (until <= now()) kept.delete(id);
  }

  /** Photos are big, and it is the last customer who still stands there. */
  function dropFiles(): void {
    for (const [id, { customer, until }] of kept) {
      const unread = customer.unread + customer.files.length;
      kept.set(id, { customer: { ...customer, files: [], unread }, until });
    }
  }

  return {
    rememberCustomer(id: SubmissionId, customer: Carried): void {
      dropOld();
      dropFiles();
      kept.set(id, { customer, until: now() + KEPT_FOR_MS });
    },
    forgetCustomers: () => kept.clear(),
    customerOf(id: SubmissionId): Carried | undefined {
      dropOld();
      return kept.get(id)?.customer;
    },
  };
}

export const { rememberCustomer, customerOf, forgetCustomers } = createRecentCustomers(() =>
  Date.now(),
);
