import type { Database } from './database.ts';
import { createFileBytes } from './file-bytes.ts';
import { createFormIds } from './form-ids.ts';
import { createLeases } from './leases.ts';
import type { OutboxStore } from './outbox-ports.ts';
import { createOutboxReads } from './outbox-reads.ts';
import { createOutboxState } from './outbox-state.ts';
import { createRecording } from './recording.ts';
import { createRestoring } from './restoring.ts';
import { createSubmitting } from './submitting.ts';

/** The outbox in IndexedDB. Each function writes in one strict transaction. */
export const createOutboxStore = (db: Database): OutboxStore => ({
  ...createOutboxReads(db),
  ...createFileBytes(db),
  ...createSubmitting(db),
  ...createRestoring(db),
  ...createRecording(db),
  ...createLeases(db),
  ...createOutboxState(db),
  ...createFormIds(db),
});
