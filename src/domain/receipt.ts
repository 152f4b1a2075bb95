import { receiptName } from './forms/customer.ts';
import type { Submission } from './submission-types.ts';

/**
 * What stays of a delivered submission: ids, times, hashes, initials, the last four digits of the SIM card number. Without
 * name and document ids: with a document's id somebody could fetch it from the server.
 */
export function asReceipt({ sentNames: _, ...submission }: Submission): Submission {
  const name = receiptName(submission.customerName, submission.isBusiness);
  const simTail = submission.simTail ?? submission.simCardNumber.slice(-4);
  return {
    ...submission,
    customerName: name,
    simTail,
    terms: [...name.toLowerCase().split(' '), simTail].filter((term) => term !== ''),
    simCardNumber: '',
    documents: {},
    section: '',
  };
}
