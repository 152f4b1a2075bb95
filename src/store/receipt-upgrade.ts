import type { Transaction } from 'dexie';
import { asReceipt } from '../domain/receipt.ts';
import type { Submission } from '../domain/submission-types.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Of a row that another version wrote, or damage, no more stays: one odd row must not keep the database from opening. */
function reduced({ maskedName: _, ...row }: Submission & { maskedName?: unknown }): Submission {
  const { customerName, simCardNumber } = row;
  return asReceipt({
    ...row,
    customerName: textOf(customerName),
    simCardNumber: textOf(simCardNumber),
  });
}

/** Receipts kept 'Thandi N.', the server's list of documents, and the names of files. */
export async function reduceReceipts(upgrade: Transaction): Promise<void> {
  await upgrade
    .table<Submission>('submissions')
    .where('[status+sequence]')
    .between(['delivered', -Infinity], ['delivered', Infinity])
    .modify((row, stored) => {
      stored.value = reduced(row);
    });
}
