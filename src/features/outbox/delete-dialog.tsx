import { useState } from 'react';
import type { Submission } from '../../domain/submission-types.ts';
import { controlsLaterText } from '../../messages/controls-later.ts';
import { deletionText } from '../../messages/deletion.ts';
import { outboxText } from '../../messages/outbox.ts';
import { say } from '../../messages/say.ts';
import type { Store } from '../../store/open-store.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toasts.ts';
import { deleteDraft } from './delete-draft.ts';
import { deleteText } from './delete-text.ts';
import type { OutboxActions } from './outbox-actions.ts';
import { nameText } from './submission-text.ts';

const UNDO_FOR_MS = 10_000;

async function removeDraft(
  store: Store,
  remove: OutboxActions['remove'],
  { id }: Submission,
): Promise<boolean> {
  const outbox = await store.outbox();
  const t = deletionText();
  const result = await deleteDraft(outbox.store, remove, id);
  if (result.status === 'notADraft') return false;
  notify(t.draftDeleted, {
    duration: UNDO_FOR_MS,
    action: {
      label: controlsLaterText().undo,
      onSelect: () => {
        result.undo().then(
          () => notify(t.draftRestored, { kind: 'success' }),
          () => notify(t.draftNotRestored, { kind: 'error' }),
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
  if (removed) notify(deletionText()[status === 'delivered' ? 'receiptDeleted' : 'deleted']);
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
  const t = deletionText();
  const words = deleteText(submission);

  async function confirm(chosen: Submission) {
    setBusy(true);
    const deleted = await (chosen.status === 'draft'
      ? removeDraft(store, remove, chosen)
      : removeOther(remove, chosen)
    ).catch(() => false);
    setBusy(false);
    if (!deleted) {
      notify(t.notDeleted, {
        kind: 'warning',
      });
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
        {say(t.what, {
          kind: outboxText().kind[submission.kind],
          name: nameText(submission),
        })}
      </p>
      <p>{words.lost}</p>
    </ConfirmDialog>
  );
}
