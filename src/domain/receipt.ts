import { receiptName } from './forms/customer.ts';
import type {
  DeliveredSubmission,
  Personal,
  Receipt,
  UndeliveredSubmission,
} from './submission-types.ts';

export const receiptOf = (
  { customerName, simCardNumber }: Personal,
  isBusiness: boolean,
): Receipt => ({
  name: receiptName(customerName, isBusiness),
  simTail: simCardNumber.slice(-4),
});

/**
 * What stays of a delivered submission: ids, times, hashes, initials, the last four digits of the SIM card number. Without
 * name and document ids: with a document's id somebody could fetch it from the server.
 */
export const asReceipt = (
  { keys: _, sentNames: __, personal, ...submission }: UndeliveredSubmission,
  deliveredAt: number,
): DeliveredSubmission => ({
  ...submission,
  status: 'delivered',
  personal: null,
  receipt: receiptOf(personal, submission.isBusiness),
  deliveredAt,
  documents: {},
  section: '',
});
