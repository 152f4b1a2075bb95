import { useState } from 'react';
import type { Submission } from '../../../domain/submission-types.ts';
import { controlsLazyText } from '../../../messages/controls-lazy.ts';
import { outboxText } from '../../../messages/outbox.ts';
import { deletionText } from '../../../messages/submission.ts';
import { format } from '../../../messages/text.ts';
import { isQuotaError } from '../../../store/db/transactions.ts';
import type { Store } from '../../../store/open-store.ts';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { notify } from '../../../ui/overlays/toasts.ts';
import type { OutboxActions, Removal } from '../outbox-context.ts';
import { deleteDraft } from './delete-draft.ts';
import { nameText } from './submission-text.ts';

export type DeleteText = Readonly<{ title: string; lost: string; confirm: string }>;

/** The text of the question before a deletion: which data is lost, and which data the server keeps. */
export function deleteText({ status, everSent }: Submission): DeleteText {
  const t = deletionText();
  if (status === 'draft') return { ...t.draft, confirm: t.confirm };
  if (status === 'delivered') return { ...t.receipt, confirm: t.confirm };
  return { ...(everSent ? t.partlySent : t.unsent), confirm: t.confirmForGood };
}

async function removeDraft(
  store: Store,
  remove: OutboxActions['remove'],
  { id }: Submission,
): Promise<Removal> {
  const outbox = await store.outbox();
  const t = deletionText();
  const result = await deleteDraft(
    outbox.store,
    async (each) => (await remove(each)) === 'removed',
    id,
  );
  if (result.status === 'notADraft') return 'busy';
  notify(t.draftDeleted, {
    staysOnLeaving: true,
    action: {
      label: controlsLazyText().undo,
      onSelect: () => {
        result.undo().then(
          (undone) =>
            undone === 'corrected'
              ? notify(t.otherCorrection, { kind: 'warning' })
              : notify(t.draftRestored, { kind: 'success' }),
          () => notify(t.draftNotRestored, { kind: 'error' }),
        );
      },
    },
  });
  return 'removed';
}

async function removeOther(
  remove: OutboxActions['remove'],
  { id, status }: Submission,
): Promise<Removal> {
  const removed = await remove(id);
  if (removed === 'removed')
    notify(deletionText()[status === 'delivered' ? 'receiptDeleted' : 'deleted'], {
      staysOnLeaving: true,
    });
  return removed;
}

/** The text after a deletion. Null if the submission was deleted. */
export async function notDeletedText(removal: Promise<Removal>): Promise<string | null> {
  const t = deletionText().notDeleted;
  try {
    const result = await removal;
    return result === 'removed' ? null : t[result];
  } catch (error) {
    return isQuotaError(error) ? t.full : t.busy;
  }
}

export interface DeleteDialogProps {
  readonly store: Store;
  readonly remove: OutboxActions['remove'];
  /** The submission to delete. Null if no question is open. */
  readonly submission: Submission | null;
  readonly onClose: (deleted: boolean) => void;
}

/** Asks before a deletion, and says which data is lost. The person can undo the deletion of a draft for 10 seconds. */
export function DeleteDialog({ store, remove, submission, onClose }: DeleteDialogProps) {
  const [busy, setBusy] = useState(false);
  if (submission === null) return null;
  const t = deletionText();
  const words = deleteText(submission);

  async function confirm(chosen: Submission) {
    setBusy(true);
    const problem = await notDeletedText(
      chosen.status === 'draft' ? removeDraft(store, remove, chosen) : removeOther(remove, chosen),
    );
    setBusy(false);
    if (problem !== null) notify(problem, { kind: 'warning' });
    onClose(problem === null);
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
        {format(t.what, {
          kind: outboxText().kind[submission.kind],
          name: nameText(submission),
        })}
      </p>
      <p>{words.lost}</p>
    </ConfirmDialog>
  );
}
