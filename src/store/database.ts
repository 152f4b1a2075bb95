import { Dexie, type EntityTable, type Table } from 'dexie';
import type { SubmissionId } from '../domain/ids.ts';
import { rememberFormGuidsInUse } from './form-guid-upgrade.ts';
import type { StoredSubmission } from './format/submission-row.ts';
import { DATABASE_NAME } from './names.ts';
import { endWhenPutAway, notingOpening } from './put-away.ts';
import { reduceReceipts } from './receipt-upgrade.ts';
import type {
  AttachmentRow,
  BlobRow,
  CounterRow,
  DeviceRow,
  FormGuidRow,
  PayloadRow,
  StoredDraft,
  StrokeRow,
} from './rows.ts';

/** The one database of the app. Versions are appended, never edited. */
export class Database extends Dexie {
  declare readonly drafts: Table<StoredDraft, SubmissionId>;
  declare readonly strokes: Table<StrokeRow, [SubmissionId, number]>;
  declare readonly attachments: EntityTable<AttachmentRow, 'id'>;
  declare readonly blobs: EntityTable<BlobRow, 'id'>;
  declare readonly submissions: Table<StoredSubmission, SubmissionId>;
  declare readonly payloads: EntityTable<PayloadRow, 'id'>;
  declare readonly counters: EntityTable<CounterRow, 'status'>;
  declare readonly device: EntityTable<DeviceRow, 'key'>;
  declare readonly formGuids: EntityTable<FormGuidRow, 'guid'>;

  constructor(name = DATABASE_NAME) {
    // 'strict': the disk has it before the screen says so. Chromium's default only promises the operating system.
    const { opening, options } = notingOpening(globalThis.indexedDB);
    super(name, { chromeTransactionDurability: 'strict', ...options });
    endWhenPutAway(this, opening);
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
  }
}
