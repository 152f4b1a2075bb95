import type { AttachmentId, SubmissionId } from '../../../domain/ids.ts';
import { decodeContentsSubmission } from '../../../store/format/contents.ts';
import type { FileBytes, RestorePort, SubmissionReads } from '../../../store/outbox/outbox-port.ts';
import type { OutboxActions } from '../outbox-context.ts';

export type DraftStore = SubmissionReads & FileBytes & RestorePort;

export type DeletedDraft =
  | Readonly<{ status: 'deleted'; undo: () => Promise<void> }>
  /** Submitted, or deleted, in another window meanwhile. */
  | Readonly<{ status: 'notADraft' }>;

/**
 * Deletes a draft from the disk at once, its second copy too. Everything of it stays in memory, for `undo`, as long as
 * the caller keeps that.
 */
export async function deleteDraft(
  store: DraftStore,
  remove: OutboxActions['remove'],
  id: SubmissionId,
): Promise<DeletedDraft> {
  const stored = await store.storedContents(id);
  const contents = stored && decodeContentsSubmission(stored);
  if (contents?.submission.status !== 'draft') return { status: 'notADraft' };
  const files = new Map<AttachmentId, Blob>();
  for (const { id: file, type } of contents.attachments) {
    const bytes = await store.bytes(file);
    // Copied out: what the database hands over may be no more than a pointer to what is about to go.
    if (bytes) files.set(file, new Blob([await bytes.arrayBuffer()], { type }));
  }
  const secrets = await store.secretsInUse(contents.submission.keys);
  if (!(await remove(id))) return { status: 'notADraft' };
  return {
    status: 'deleted',
    undo: async () => {
      if (!(await store.restoreSecrets(secrets))) throw new Error('Its key could not be put back.');
      await store.restore(contents, files);
    },
  };
}
