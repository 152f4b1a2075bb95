import type { Values } from '../../src/domain/forms/values.ts';
import type { AttachmentId, SubmissionId } from '../../src/domain/ids.ts';
import type { StoredSubmission } from '../../src/store/format/submission-row.ts';
import type { OutboxStore } from '../../src/store/outbox-ports.ts';
import type { AttachmentRow } from '../../src/store/rows.ts';
import { createMemoryStore, MemoryDisk } from '../support/memory-store.ts';

/** What a person changes in a form, in one transaction. */
export type Edit = Readonly<{
  values: Values;
  add?: Readonly<{ row: AttachmentRow; bytes: Blob }>;
  remove?: AttachmentId;
}>;

/**
 * The store under the simulation. `seen` is what the checks see of it; it is up to date after each step of the simulation.
 */
export type Disk = Readonly<{
  seen: MemoryDisk;
  store: OutboxStore;
  edit: (id: SubmissionId, change: Edit) => Promise<'edited' | 'notOpen'>;
  /**
   * Runs an operation whose process is killed after `committed` of its transactions, or at its end if it has no more. Always
   * resolves, as nobody gets the result.
   */
  killedIn: (committed: 0 | 1, work: () => Promise<unknown>) => Promise<void>;
  /** The operations that wrote in more than one transaction. */
  split: ReadonlySet<string>;
  /** Writes a row directly, without the store's checks. */
  putRow: (row: StoredSubmission) => Promise<void>;
  /** Replaces a file's bytes; null removes them. */
  damage: (id: AttachmentId, bytes: Blob | null) => Promise<void>;
  wipe: () => Promise<void>;
  close: () => Promise<void>;
}>;

export function memoryDisk(): Disk {
  const seen = new MemoryDisk();
  return {
    seen,
    store: createMemoryStore(seen),
    edit: async (id, { add, remove, values }) => {
      const row = seen.submissions.get(id);
      const draft = seen.draft(id);
      if (draft === undefined || (row?.status !== 'draft' && row?.status !== 'rejected'))
        return 'notOpen';
      seen.drafts.set(id, { ...draft, values, revision: draft.revision + 1 });
      if (remove !== undefined) {
        seen.attachments.delete(remove);
        seen.blobs.delete(remove);
      }
      if (add !== undefined) {
        seen.attachments.set(add.row.id, add.row);
        seen.blobs.set(add.row.id, add.bytes);
      }
      return 'edited';
    },
    killedIn: async (committed, work) => {
      // Each operation is one transaction here: it has its whole effect or none.
      if (committed > 0) await work().catch(() => {});
    },
    split: new Set(),
    putRow: async (row) => {
      seen.submissions.set(row.id, row);
    },
    damage: async (id, bytes) => {
      if (bytes === null) seen.blobs.delete(id);
      else seen.blobs.set(id, bytes);
    },
    wipe: async () => seen.wipe(),
    close: async () => {},
  };
}
