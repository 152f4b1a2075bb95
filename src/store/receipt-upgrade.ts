import type { Transaction } from 'dexie';
import { receiptName } from '../domain/forms/customer.ts';
import { receiptColumns } from './format/receipt-columns.ts';
import type { StoredSubmission } from './format/submission-row.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

type OldReceipt = StoredSubmission & Readonly<{ maskedName?: unknown }>;

/** Of a row that another version wrote, or damage, no more stays: one odd row must not keep the database from opening. */
function reduced({ maskedName: _, sentNames: __, ...row }: OldReceipt): StoredSubmission {
  const { customerName, isBusiness, simCardNumber, simTail } = row;
  const receipt = {
    name: receiptName(textOf(customerName), isBusiness === true),
    simTail: typeof simTail === 'string' ? simTail : textOf(simCardNumber).slice(-4),
  };
  return { ...row, ...receiptColumns(receipt), documents: {}, section: '' };
}

/** Receipts kept 'Thandi N.', the server's list of documents, and the names of files. */
export async function reduceReceipts(upgrade: Transaction): Promise<void> {
  await upgrade
    .table<StoredSubmission>('submissions')
    .where('[status+sequence]')
    .between(['delivered', -Infinity], ['delivered', Infinity])
    .modify((row, stored) => {
      stored.value = reduced(row);
    });
}
