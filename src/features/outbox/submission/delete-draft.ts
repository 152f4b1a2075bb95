import type { AttachmentId, SubmissionId } from '../../../domain/ids.ts';
import { decodeContentsSubmission } from '../../../store/format/contents.ts';
import type { FileBytes, SubmissionReads, UndoPort } from '../../../store/outbox/outbox-port.ts';

export type DraftStore = SubmissionReads & FileBytes & UndoPort;

export type DeletedDraft =
  /** `undo` resolves with `corrected`, and restores nothing, if the person has begun another correction of the same form. */
  | Readonly<{ status: 'deleted'; undo: () => Promise<'restored' | 'corrected'> }>
  /** The draft was submitted or deleted in another window meanwhile. */
  | Readonly<{ status: 'notADraft' }>;

/**
 * Deletes a draft and its second copy from the disk at once. Its data stays in memory for `undo`, as long as the caller
 * keeps that function.
 */
export async function deleteDraft(
  store: DraftStore,
  remove: (id: SubmissionId) => Promise<boolean>,
  id: SubmissionId,
): Promise<DeletedDraft> {
  const read = async () => {
    const stored = await store.storedContents(id);
    return stored && decodeContentsSubmission(stored);
  };
  const contents = await read();
  if (contents?.submission.status !== 'draft') return { status: 'notADraft' };
  const files = new Map<AttachmentId, Blob>();
  for (const { id: file, type } of contents.attachments) {
    const bytes = await store.bytes(file);
    // Copies the bytes: the database's Blob may only refer to data that is about to be deleted.
    if (bytes) files.set(file, new Blob([await bytes.arrayBuffer()], { type }));
  }
  const { keys } = contents.submission;
  // Another tab may have encrypted a draft of an older build meanwhile. Then these bytes may not belong to these rows.
  if ((await read())?.submission.keys?.p !== keys?.p) return deleteDraft(store, remove, id);
  const secrets = await store.secretsInUse(keys);
  if (!(await remove(id))) return { status: 'notADraft' };
  return {
    status: 'deleted',
    undo: async () => {
      if (!(await store.restoreSecrets(secrets))) throw new Error('Its key could not be put back.');
      const undone = await store.undoRemoval(contents, files);
      return undone === 'corrected' ? undone : 'restored';
    },
  };
}
