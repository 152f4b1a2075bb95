import type { Transaction } from 'dexie';

/** Notes that builds before this one wrote customers in the clear: what they deleted is overwritten once everything is sealed. */
export const noteClearText = (transaction: Transaction): Promise<unknown> =>
  transaction.table('device').put({ key: 'hadClearText', value: true });
