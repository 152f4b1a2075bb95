import type { SubmissionId } from '../../domain/ids.ts';
import type { CopiedFiles } from '../../store/drafts/draft-opening.ts';

const KEPT_FOR_MS = 30 * 60 * 1000;

/**
 * The customers submitted from this page in the last 30 minutes, in memory only. A delivery deletes the stored data,
 * often within a second. The agent should not type the same customer again for another SIM. Reloading the page clears
 * the list.
 */
export function createRecentCustomers(now: () => number) {
  const kept = new Map<SubmissionId, Readonly<{ customer: CopiedFiles; until: number }>>();

  function dropOld(): void {
    for (const [id, { until }] of kept) if (until <= now()) kept.delete(id);
  }

  /** Drops the photos of earlier customers: photos are large, and only the last customer may still be present. */
  function dropFiles(): void {
    for (const [id, { customer, until }] of kept) {
      const unread = customer.unread + customer.files.length;
      kept.set(id, { customer: { ...customer, files: [], unread }, until });
    }
  }

  return {
    rememberCustomer(id: SubmissionId, customer: CopiedFiles): void {
      dropOld();
      dropFiles();
      kept.set(id, { customer, until: now() + KEPT_FOR_MS });
    },
    forgetCustomers: () => kept.clear(),
    customerOf(id: SubmissionId): CopiedFiles | undefined {
      dropOld();
      return kept.get(id)?.customer;
    },
  };
}

export const { rememberCustomer, customerOf, forgetCustomers } = createRecentCustomers(() =>
  Date.now(),
);
