import { Dexie, type EntityTable, type Table, type Transaction } from 'dexie';
import { receiptName } from '../../domain/forms/customer.ts';
import type { AttachmentId, FormId, SubmissionId } from '../../domain/ids.ts';
import { identifierInLocalStorage } from '../device/first-identifier.ts';
import {
  type AgentRow,
  type BlobRow,
  type CounterRow,
  type DeviceRow,
  type FormGuidRow,
  receiptColumns,
  type SecretBytesRow,
  type SecretNameRow,
  type StoredAttachment,
  type StoredDraft,
  type StoredPayload,
  type StoredStroke,
  type VerdictRow,
} from '../format/rows.ts';
import { isText } from '../format/shape.ts';
import type { StoredSubmission } from '../format/submission-row.ts';
import { closeWhenFrozen, trackOpening } from './connection.ts';
import { DATABASE_NAME } from './stored-names.ts';

/** Records that earlier builds stored plaintext. Its deleted bytes are overwritten once all rows are encrypted. */
const notePlaintext = (transaction: Transaction): Promise<unknown> =>
  transaction.table('device').put({ key: 'hadClearText', value: true });

/**
 * Copies the identifier that a page made before the database existed. A worker has no `localStorage`, so without this copy the worker
 * would make and send another identifier.
 */
function takeIdentifierOver(transaction: Transaction): void {
  const identifier = identifierInLocalStorage();
  if (identifier !== null)
    void transaction.table('device').put({ key: 'DeviceIdentifier', value: identifier });
}

/** Since version 3, every received formGuid is stored. This upgrade adds the formGuids in use. */
async function rememberFormGuidsInUse(transaction: Transaction): Promise<void> {
  const rows: readonly StoredSubmission[] = await transaction.table('submissions').toArray();
  const inUse = rows.flatMap(({ formId, id }) =>
    isText(formId) ? [{ guid: formId, submissionId: id }] : [],
  );
  await transaction.table('formGuids').bulkPut(inUse);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

type OldReceipt = StoredSubmission & Readonly<{ maskedName?: unknown }>;

/** Reduces a receipt's row. A damaged column counts as empty, so that one damaged row does not block the database. */
function reduced({ maskedName: _, sentNames: __, ...row }: OldReceipt): StoredSubmission {
  const { customerName, isBusiness, simCardNumber, simTail } = row;
  const receipt = {
    name: receiptName(textOf(customerName), isBusiness === true),
    simTail: typeof simTail === 'string' ? simTail : textOf(simCardNumber).slice(-4),
  };
  return { ...row, ...receiptColumns(receipt), documents: {}, section: '' };
}

/** Removes data from old receipts: the name 'Thandi N.', the server's list of documents, and file names. */
async function reduceReceipts(upgrade: Transaction): Promise<void> {
  await upgrade
    .table<StoredSubmission>('submissions')
    .where('[status+sequence]')
    .between(['delivered', -Infinity], ['delivered', Infinity])
    .modify((row, stored) => {
      stored.value = reduced(row);
    });
}

/** The one database of the app. Versions are appended, never edited. */
export class Database extends Dexie {
  declare readonly drafts: Table<StoredDraft, SubmissionId>;
  declare readonly strokes: Table<StoredStroke, [SubmissionId, number]>;
  declare readonly attachments: Table<StoredAttachment, AttachmentId>;
  declare readonly blobs: EntityTable<BlobRow, 'id'>;
  declare readonly submissions: Table<StoredSubmission, SubmissionId>;
  declare readonly payloads: Table<StoredPayload, SubmissionId>;
  declare readonly counters: EntityTable<CounterRow, 'status'>;
  declare readonly device: EntityTable<DeviceRow, 'key'>;
  declare readonly formGuids: EntityTable<FormGuidRow, 'guid'>;
  declare readonly agents: EntityTable<AgentRow, 'id'>;
  declare readonly secretNames: EntityTable<SecretNameRow, 'name'>;
  declare readonly secretBytes: EntityTable<SecretBytesRow, 'name'>;
  declare readonly verdicts: Table<VerdictRow, FormId>;

  constructor(name = DATABASE_NAME) {
    // 'strict': a write resolves when the data is on the disk. Chromium's default only hands the data to the operating system.
    const { opening, options } = trackOpening(globalThis.indexedDB);
    // With a cache, a live query would show values that are not on the disk yet.
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled', ...options });
    closeWhenFrozen(this, opening);
    if (name === DATABASE_NAME) this.on('populate', takeIdentifierOver);
    this.version(1).stores({
      drafts: 'id',
      strokes: '[submissionId+index], submissionId',
      attachments: 'id, submissionId',
      blobs: 'id',
      submissions: 'id, sequence, [status+sequence], [day+sequence], *terms, simCardNumber',
      payloads: 'id',
      counters: 'status',
      device: 'key',
      formGuids: 'guid, sequence',
    });
    this.version(2).upgrade(reduceReceipts);
    this.version(3).upgrade(rememberFormGuidsInUse);
    // The app encrypts old rows later, one submission at a time, because an upgrade may await only the database.
    this.version(4)
      .stores({ agents: 'id', secretNames: 'name, [state+madeAt]', secretBytes: 'name' })
      .upgrade(notePlaintext);
    // Indexes for shared phones.
    this.version(5).stores({
      submissions:
        'id, sequence, [agent+sequence], [agent+status+sequence], [status+sequence], [day+sequence], *terms, simCardNumber',
    });
    this.version(6).stores({ verdicts: 'formId, [state+day]' });
  }
}
