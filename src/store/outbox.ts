import { createAgents } from './agents.ts';
import type { Database } from './database.ts';
import { createFileBytes } from './file-bytes.ts';
import { createFormIds } from './form-ids.ts';
import type { KeyDesk } from './key-desk.ts';
import { createLeases } from './leases.ts';
import { createMendingRows } from './mending-rows.ts';
import type { OutboxStore } from './outbox-ports.ts';
import { createOutboxReads } from './outbox-reads.ts';
import { createOutboxState } from './outbox-state.ts';
import { createRecording } from './recording.ts';
import { createRestoring } from './restoring.ts';
import { createSealingOld } from './sealing-old.ts';
import { createSecretUpkeep } from './secret-upkeep.ts';
import { createSubmitting } from './submitting.ts';

/** The outbox in IndexedDB. Each function writes in one strict transaction. */
export const createOutboxStore = (db: Database, desk: KeyDesk): OutboxStore => ({
  ...createOutboxReads(db, desk),
  ...createFileBytes(db, desk),
  ...createSubmitting(db, desk),
  ...createRestoring(db, desk),
  ...createSealingOld(db, desk),
  ...createMendingRows(db, desk),
  ...createSecretUpkeep(db, desk),
  ...createRecording(db, desk),
  ...createAgents(db, desk),
  ...createLeases(db),
  ...createOutboxState(db),
  ...createFormIds(db),
});
