import { Dexie, type EntityTable, type Table } from 'dexie';
import type { AttachmentId, SubmissionId } from '../domain/ids.ts';
import { noteClearText } from './clear-text-upgrade.ts';
import { rememberFormGuidsInUse } from './form-guid-upgrade.ts';
import type { StoredSubmission } from './format/submission-row.ts';
import { DATABASE_NAME } from './names.ts';
import { endWhenPutAway, notingOpening } from './put-away.ts';
import { reduceReceipts } from './receipt-upgrade.ts';
import type {
  AgentRow,
  BlobRow,
  CounterRow,
  DeviceRow,
  FormGuidRow,
  SecretBytesRow,
  SecretNameRow,
  StoredAttachment,
  StoredDraft,
  StoredPayload,
  StoredStroke,
} from './rows.ts';

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

  constructor(name = DATABASE_NAME) {
    // 'strict': the disk has it before the screen says so. Chromium's default only promises the operating system.
    const { opening, options } = notingOpening(globalThis.indexedDB);
    // No cache: from it a live query would show what is not on the disk yet.
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled', ...options });
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
    // What lies in the clear is sealed afterwards, one submission at a time: an upgrade may await nothing but the database.
    this.version(4)
      .stores({ agents: 'id', secretNames: 'name, [state+madeAt]', secretBytes: 'name' })
      .upgrade(noteClearText);
    // Each agent's own, where several share the phone.
    this.version(5).stores({
      submissions:
        'id, sequence, [agent+sequence], [agent+status+sequence], [status+sequence], [day+sequence], *terms, simCardNumber',
    });
  }
}
