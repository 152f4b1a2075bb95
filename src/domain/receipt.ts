import { receiptName } from './forms/customer.ts';
import type { Submission } from './submission-types.ts';

/**
 * What stays of what was sent: ids, times, hashes, initials, the SIM's last four digits. No name, and nothing by which
 * the server would hand out a document.
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
