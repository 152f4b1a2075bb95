import { useState } from 'react';
import type { Submission } from '../../domain/submission-types.ts';
import type { Store } from '../../store/open-store.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toasts.ts';
import type { OutboxActions } from './actions.ts';
import { deleteDraft } from './delete-draft.ts';
import { deleteWords } from './delete-text.ts';
import { kindWords, nameWords } from './submission-text.ts';

const UNDO_FOR_MS = 10_000;

async function removeDraft(
  store: Store,
  remove: OutboxActions['remove'],
  { id }: Submission,
): Promise<boolean> {
  const outbox = await store.outbox();
  const result = await deleteDraft(outbox.store, remove, id);
  if (result.status === 'notADraft') return false;
  notify('Draft deleted.', {
    duration: UNDO_FOR_MS,
    action: {
      label: 'Undo',
      onSelect: () => {
        result.undo().then(
          () => notify('Draft restored.', { kind: 'success' }),
          () => notify('The draft could not be restored.', { kind: 'error' }),
        );
      },
    },
  });
  return true;
}

async function removeOther(
  remove: OutboxActions['remove'],
  { id, status }: Submission,
): Promise<boolean> {
  const removed = await remove(id);
  if (removed) notify(status === 'delivered' ? 'Receipt deleted.' : 'Deleted from this phone.');
  return removed;
}

export interface DeleteDialogProps {
  readonly store: Store;
  readonly remove: OutboxActions['remove'];
  /** What is to be deleted; null: nothing is asked. */
  readonly submission: Submission | null;
  readonly onClose: (deleted: boolean) => void;
}

/** Asks first, and says what will be lost. A draft can be had back for 10 seconds. */
export function DeleteDialog({ store, remove, submission, onClose }: DeleteDialogProps) {
  const [busy, setBusy] = useState(false);
  if (submission === null) return null;
  const words = deleteWords(submission);

  async function confirm(chosen: Submission) {
    setBusy(true);
    const deleted = await (chosen.status === 'draft'
      ? removeDraft(store, remove, chosen)
      : removeOther(remove, chosen)
    ).catch(() => false);
    setBusy(false);
    if (!deleted) {
      notify(
        'It was not deleted: it is being sent or saved just now. Wait until that is over, a few minutes at most, then press Delete again.',
        {
          kind: 'warning',
        },
      );
    }
    onClose(deleted);
  }

  return (
    <ConfirmDialog
      busy={busy}
      confirmLabel={words.confirm}
      danger
      onCancel={() => onClose(false)}
      onConfirm={() => void confirm(submission)}
      open
      title={words.title}
    >
      <p>
        {kindWords[submission.kind]}, {nameWords(submission)}.
      </p>
      <p>{words.lost}</p>
    </ConfirmDialog>
  );
}
