import type { Receipt } from '../../domain/submission-types.ts';

/** What a receipt shows, in the columns that held the customer's. */
export const receiptColumns = ({ name, simTail }: Receipt) => ({
  customerName: name,
  simTail,
  terms: [...name.toLowerCase().split(' '), simTail].filter((term) => term !== ''),
  simCardNumber: '',
});
